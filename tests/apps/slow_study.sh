#!/usr/bin/env bash
# Every study that comes with wend runs, if only for a short time, and shows all its rows.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

expect 0 "all studies" "$wend" study --all --quick --out results --quiet
for name in $("$wend" study --list | sed -nE 's/^  ([a-z][a-z0-9-]*) .*/\1/p'); do
    [[ -s results/$name/result.md ]] || fail "$name has no page"
    grep -q ',not run$' "results/$name/result.csv" && fail "$name: some runs failed"
done
finish
