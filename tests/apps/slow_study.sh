#!/usr/bin/env bash
# Every study that comes with wend is listed, runs, if only for a short time, and shows all its rows. Without the recordings
# beside the repository (WEND_DATA=DIRECTORY says where), rows that need them are not there yet.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
source "$root/tests/apps/common.bash"
export WEND_DATA=${WEND_DATA:-$root/../shared/data}
[[ -d $WEND_DATA ]] || printf 'no recordings in %s: rows that need them are skipped\n' "$WEND_DATA"

names=$("$wend" study --list | sed -nE 's/^  ([a-z][a-z0-9.-]*) .*/\1/p')
for study in "$root"/studies/*/study.yaml; do
    name=$(basename "$(dirname "$study")")
    grep -qxF "$name" <<<"$names" || fail "$name is not listed"
done
expect 0 "all studies" "$wend" study --all --quick --out results --quiet
for name in $names; do
    [[ -s results/$name/result.md ]] || fail "$name has no page"
    grep -q ',not run$' "results/$name/result.csv" && fail "$name: some runs failed"
done
finish
