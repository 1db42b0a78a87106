#!/usr/bin/env bash
# wend serve: what is refused before it starts, what it serves, and how it ends.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

mkdir viewer
echo '<!doctype html><title>stands for the viewer</title>' >viewer/viewer.html
export WEND_VIEWER_DIR=$work/viewer

expect 2 "an address for others without a token" "$wend" serve endless.yaml --address 0.0.0.0 --no-open
says 'token is needed: add --token' "an address for others without a token"
expect 2 "a short token" "$wend" serve endless.yaml --token short --no-open
expect 2 "no address" "$wend" serve endless.yaml --address nowhere --token long-enough --no-open
expect 3 "no such scenario" "$wend" serve antipodal-cirle --no-open
says "Did you mean" "no such scenario"
expect 2 "no such model" "$wend" serve endless.yaml --model orka --no-open

WEND_VIEWER_DIR=$work/nothing WEND_MISSING=$work/missing expect 1 "without the viewer" "$wend" serve endless.yaml
says 'wend component viewer' "without the viewer"
[[ $(cat missing) == viewer ]] || fail "the launcher is not told what is missing"

# start ARGUMENT...: serves in the background; $address and $port say where, $run is the process.
start() {
    : >out # or the address of the server before might be read, while this one has not yet begun
    "$wend" serve endless.yaml --no-open "$@" >out 2>err &
    run=$!
    local i
    for ((i = 0; i < 600; i++)); do
        address=$(head -n 1 out)
        [[ -n $address ]] && break
        sleep 0.05
    done
    port=${address#http://*:}
    port=${port%%/*}
}

# get PATH: the answer in ./answer.
get() {
    exec 3<>"/dev/tcp/127.0.0.1/$port" || return
    printf 'GET %s HTTP/1.1\r\nHost: 127.0.0.1:%s\r\nConnection: close\r\n\r\n' "$1" "$port" >&3
    timeout 30 cat <&3 >answer
    exec 3>&-
}

stop() {
    kill "-$1" "$run"
    wait "$run"
    status=$?
    ((status == 0)) || fail "SIG$1: status $status, not 0"
}

start
[[ $address == "http://127.0.0.1:$port/" ]] || fail "the address is $address"
get /
grep -q 'stands for the viewer' answer || fail "the page is not served"
get /runs.json
grep -q '"live": true' answer || fail "runs.json does not say that this is live"
get /status.json
grep -q '"say": "status"' answer || fail "the status is not served"
grep -q '"measures"' answer && fail "the status has measures that nobody asked for"
get /viewer/../endless.yaml
grep -q '404' answer || fail "something else is served"
expect 1 "a port that is in use" "$wend" serve endless.yaml --port "$port" --no-open
says 'in use' "a port that is in use"
stop INT

# wait_for PATTERN: until the status has it.
wait_for() {
    local i
    for ((i = 0; i < 200; i++)); do
        get /status.json
        grep -qE "$1" answer && return
        sleep 0.1
    done
    fail "no $1 in the status: $(tail -n 60 answer)"
}

expect 2 "curves of what has no end" "$wend" serve endless.yaml --no-open --curve n-t=x.csv
says "there is no option '--curve'" "curves of what has no end"
expect 2 "cells without an area" "$wend" serve endless.yaml --no-open --voronoi
expect 2 "a pair of one" "$wend" serve endless.yaml --no-open --pair 2,2
says 'two different agents' "a pair of one"
start --line -15,0,15,0 --area -5,-5,5,5
wait_for '"density_now_per_m2": [0-9.]+,'
wait_for '"flow_mean_per_s": [0-9.]+,'
wait_for '"speed_mean_m_per_s": [0-9.]+,'
grep -q '"frames": 0,' answer && fail "nothing is measured"
stop INT

start --token long-enough --paused
[[ $address == *'?token=long-enough' ]] || fail "the address lacks the token: $address"
get /
grep -q '403' answer || fail "served without the token"
get '/?token=long-enough'
grep -q 'stands for the viewer' answer || fail "not served with the token"
stop TERM

finish
