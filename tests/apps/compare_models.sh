#!/usr/bin/env bash
# script/compare-models: a row for each scene and model, and a failure where a sweep fails.
compare=$(realpath -- "$(dirname -- "${BASH_SOURCE[0]}")/../../script/compare-models")
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"
export WEND=$wend

expect 0 "two models" "$compare" 1..2 straight orca
[[ $(wc -l <out) == 8 ]] || fail "the table has not eight lines"
says '^| crossing-flow-100 | `orca` | 100 |' "everybody arrives"
awk -F'|' 'NF != 11 { exit 1 }' out || fail "a row has not nine columns"
expect 0 "help" "$compare" --help
says 'script/compare-models \[SEEDS' "help"
"$compare" 1 nonsense >out 2>err && fail "a model that does not exist is compared"

finish
