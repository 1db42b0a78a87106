#!/usr/bin/env bash
# Sums of ellipses that are kept from run to run change nothing but the time, and a damaged file does no harm.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

cat >meet.yaml <<'YAML'
wend: 1
title: Ellipses meet
variables: {method: table}
time: {step: 0.1, limit: 10}
profiles:
  person: {model: eorca-f, shape: {ellipse: [0.149, 0.2286]}, parameters: {method: "${method}"}}
  child: {like: person, shape: {ellipse: [0.1, 0.16]}}
agents:
  - {profile: person, at: [-3, 0], goal: {at: [3, 0]}}
  - {profile: person, at: [3, 0.1], goal: {at: [-3, 0]}}
  - {profile: child, at: [0, -3], goal: {at: [0, 3]}}
YAML

for method in table swept; do
    expect 0 "$method" "$wend" run meet.yaml --set method=$method --json
    plain=$(member hash)
    expect 0 "$method, no file yet" "$wend" run meet.yaml --set method=$method --tables $method.sums --json
    [[ $(member hash) == "$plain" ]] || fail "$method: keeping sums changes the result"
    [[ -s $method.sums ]] || fail "$method: no sums are kept"
    cp $method.sums before
    expect 0 "$method, from a file" "$wend" run meet.yaml --set method=$method --tables $method.sums --json
    [[ $(member hash) == "$plain" ]] || fail "$method: kept sums change the result"
    [[ ! -s err ]] || fail "$method: there is something to say about a sound file"
    cmp -s $method.sums before || fail "$method: kept sums are written again, differently"
    printf 'x' | dd of=$method.sums bs=1 seek=2000 conv=notrunc 2>dd.log
    expect 0 "$method, from a damaged file" "$wend" run meet.yaml --set method=$method --tables $method.sums --json
    [[ $(member hash) == "$plain" ]] || fail "$method: a damaged file changes the result"
    says 'checksum is wrong. The sums are made anew' "$method: nothing is said about a damaged file"
    cmp -s $method.sums before || fail "$method: a damaged file is not replaced"
done
expect 0 "the sums of both" "$wend" run meet.yaml --set method=swept --tables table.sums
(($(stat -c %s table.sums) > $(stat -c %s before))) || fail "a file does not take in more sums"

# A file that is full of sizes which are not in the run leaves room for those that are.
cat >many.yaml <<'YAML'
wend: 1
title: Sizes that are drawn
time: {step: 0.1, limit: 1}
profiles:
  person: {model: eorca-c, shape: {ellipse: [{uniform: [0.1, 0.2]}, 0.25]}, parameters: {method: table}}
agents:
  - {profile: person, random: {region: [-8, -5, 8, 5], count: 40}, goal: {at: [0, 0]}}
YAML
expect 0 "sizes that are drawn" "$wend" run many.yaml --tables full.sums --json
full=$(member ellipse_table_bytes)
cp full.sums before
expect 0 "meet, without a file" "$wend" run meet.yaml --json
plain=$(member hash)
expect 0 "a file full of other sizes" "$wend" run meet.yaml --tables full.sums --json
[[ $(member hash) == "$plain" ]] || fail "a file full of other sizes changes the result"
(($(member ellipse_table_bytes) < full)) || fail "no other sizes have given way"
! cmp -s full.sums before || fail "a file full of other sizes does not take in those of the run"
cp full.sums before
expect 0 "its sizes are there now" "$wend" run meet.yaml --tables full.sums
says 'MB of sums of ellipses, 0.216 MB of them for sizes in this run' "what is used is not told"
cmp -s full.sums before || fail "sums that were there are made again"

# Nothing is lost: neither what a file holds that is no table, nor the time of a run that could not keep its sums.
refused() {
    expect "$4" "$1" "$wend" run meet.yaml --tables "$2"
    says "$3" "$1: no reason"
    silent out "$1: it was found out after the run"
}
refused "a place where no file can be" nowhere/sums 'cannot make a file beside .nowhere/sums.: No such file' 1
refused "a directory" . 'is a directory, not a plain file' 1
cp meet.yaml scenario.yaml
refused "a scenario" scenario.yaml 'is no table of sums and is not replaced' 3
cmp -s meet.yaml scenario.yaml || fail "a scenario is overwritten by a table"

# locked COMMAND...: runs it where nothing can be written in ./locked, whoever runs the tests.
locked() {
    if ((EUID != 0)); then
        chmod a-w locked
        "$@"
        local status=$?
        chmod u+w locked
        return $status
    fi
    unshare -rm sh -c 'mount --bind locked locked && mount -o remount,ro,bind locked && exec "$@"' sh "$@"
}
mkdir locked
if locked true 2>lock.log; then
    expect 0 "sums to lock" "$wend" run meet.yaml --set method=swept --tables locked/sums
    cp locked/sums before
    cp locked/sums locked/damaged
    printf 'x' | dd of=locked/damaged bs=1 seek=2000 conv=notrunc 2>dd.log
    expect 0 "a table that cannot be written" locked "$wend" run meet.yaml --set method=swept --tables locked/sums --json
    silent err "a table that cannot be written, and need not be"
    expect 1 "a table that lacks sums" locked "$wend" run many.yaml --tables locked/sums
    says 'ended after' "a table that lacks sums: the run is lost"
    says 'cannot make a file beside .locked/sums.: (Permission denied|Read-only)' "a table that lacks sums: no reason"
    cmp -s locked/sums before || fail "a table that cannot be written is"
    for file in damaged new; do
        expect 1 "a $file table that cannot be written" locked "$wend" run meet.yaml --tables locked/$file
        says "cannot make a file beside .locked/$file.: (Permission denied|Read-only)" "a $file table: no reason"
        silent out "a $file table that cannot be written: it was found out after the run"
    done
else
    echo "no folder can be locked here: $(cat lock.log)" >&2
fi
for file in unused.sums table.sums; do
    cp table.sums before
    expect 0 "nobody goes by $file" "$wend" run meet.yaml --set method=exact --tables $file
    says "no effect: nobody steers by .method: table. or .swept.. $file is not written" "nothing is said about $file"
    cmp -s table.sums before || fail "a table that nobody uses is written"
done
[[ ! -e unused.sums ]] || fail "a table of nothing is written"
finish
