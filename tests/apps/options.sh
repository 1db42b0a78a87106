#!/usr/bin/env bash
# Options that say nothing, or that undo each other, are refused before anything is done; no file is written or read.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

# together COMMAND...: refused as two that contradict each other. alone: as one that needs another.
together() {
    expect 2 "$*" "$wend" "$@"
    says ' contradict each other; give one of them\.$' "$*"
    silent out "$*"
}
alone() {
    expect 2 "$*" "$wend" "$@"
    says ' says nothing without ' "$*"
    silent out "$*"
}

together run antipodal-circle --record x.h5 --no-record
together demo --out x.h5 --no-record
together demo --page x.html --no-page
together demo --page x.html --no-record
together behaviour alarm.yaml --dot --svg x.svg
together report nothing.h5 --json --out x.html
together report nothing.h5 --json -o x.html
together view nothing.h5 --html x.html --port 8000
together view nothing.h5 --html x.html --no-open
alone view nothing.h5 --most 3
alone view nothing.h5 --quiet
together models --json --names
together models orca --names
for one in --habits --personalities --routers; do
    together models orca "$one"
    for other in --habits --personalities --routers; do
        [[ $one == "$other" ]] || together models "$one" "$other"
    done
done
for list in --list --measures --index; do
    for option in "--seeds 3" --quick --slow "--jobs 2" "--out x" --fresh --matrix; do
        read -ra words <<<"$option"
        alone study "$list" "${words[@]}"
    done
done
together study --index --json
together study nothing --matrix --json
together study nothing --quick --slow
expect 2 "a benchmark with no such parameter" "$wend" bench --models --filter rcap --agents 100 --set personal_spac=0
says "did you mean .personal_space." "a benchmark with no such parameter"
expect 2 "a benchmark with a word" "$wend" bench --models --filter rcap --set density_cap=headway
says 'a number' "a benchmark with a word"
expect 2 "a benchmark of no model" "$wend" bench --models --filter nosuch
says 'no model has this in its name. There are orca' "a benchmark of no model"
silent out "a benchmark of no model"
expect 2 "a drawing of two grounds" "$wend" check --mesh x.svg office room-door
says 'give one FILE' "a drawing of two grounds"
silent out "a drawing of two grounds"
for left in x*; do
    [[ ! -e $left ]] || fail "a command that was refused writes $left"
done

# Every list has its names, and JSON with as many of them.
for list in "" --habits --personalities --routers; do
    # shellcheck disable=SC2086 # no word where there is none
    expect 0 "names of models $list" "$wend" models $list --names
    names=$(wc -l <out)
    # shellcheck disable=SC2086
    expect 0 "models $list as JSON" "$wend" models $list --json
    parses "models $list as JSON"
    if command -v python3 >/dev/null; then
        python3 - "$names" <<'PY' || fail "models $list has other names as JSON"
import json, sys
all = json.load(open("out"))
all = all["params"] if isinstance(all, dict) else all
assert int(sys.argv[1]) == len(all) > 1 and all[0]["name"], len(all)
PY
    fi
done
for list in --list --measures; do
    expect 0 "study $list as JSON" "$wend" study $list --json
    parses "study $list as JSON"
    silent err "study $list as JSON"
done
says '"program": "crossing-pairs"' "the measures as JSON"
finish
