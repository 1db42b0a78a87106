#!/usr/bin/env bash
# Studies in full: what was met when the results in the tree were made is still met. Times of a step are left out, as they
# are those of another machine. Without the recordings beside the repository (WEND_DATA=DIRECTORY says where), rows that need
# them are left out, too.
#
# What to compare may be given: slow_verdicts.sh WEND STUDY...
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
source "$root/tests/apps/common.bash"
export WEND_DATA=${WEND_DATA:-$root/../shared/data}
[[ -d $WEND_DATA ]] || printf 'no recordings in %s: rows that need them are skipped\n' "$WEND_DATA"
studies=("${@:2}")
((${#studies[@]})) || studies=(lecture-oscillation rcap-phases rcap-wall rcap-office rcap-energy models-compared lock-ups
    eorca-table-2.2 eorca-table-2.5 eorca-crossing eorca-bidirectional)

# rows CSV VERDICT: label, model and measure of the rows with that verdict that tell no time of a step, as they stand there.
rows() { sed -nE "s/^((\"[^\"]*\"|[^,]*),[^,]*,[^,]*),.*,$2\$/\1/p" "$1" | grep -vE ',(full_)?step_time$|,times_real_time$' | sort; }

for name in "${studies[@]}"; do
    expect 0 "$name" "$wend" study "$root/studies/$name" --out results --quiet --fresh || continue
    mapfile -t met < <(rows "$root/studies/$name/result.csv" met)
    ((${#met[@]})) || fail "$name: nothing is met in the results of the tree"
    printf '%s: %d rows were met\n' "$name" "${#met[@]}"
    while IFS= read -r row; do
        fail "$name: $row was met, and is missed"
    done < <(comm -12 <(printf '%s\n' "${met[@]}") <(rows "results/$name/result.csv" missed))
    while IFS= read -r row; do
        fail "$name: $row was met, and is not there"
    done < <(comm -23 <(printf '%s\n' "${met[@]}") <(rows "results/$name/result.csv" '[^,]*'))
done
finish
