#!/usr/bin/env bash
# script/fit-press: its numbers of a crowd that is known, and its starts.
script=$(realpath -- "$(dirname -- "${BASH_SOURCE[0]}")/../../script")
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"
source "$script/door.bash"

# 75 people in file, 0.5 m apart, at 0.5 m/s: one a second, 1.6 heads in the area of 0.64 m2.
awk 'BEGIN { for (f = 0; f < 400; f++) for (i = 0; i < 75; i++) print i, f, 0, 0.23 + 0.5 * i - 0.1 * f }' >file.txt
[[ $(door_numbers <file.txt) == "1.0000 2.5000 2.5000 2.5000 2.5000 0.5000 0.5000 0.5000 0.5000" ]] ||
    fail "a file at 0.5 m/s: $(door_numbers <file.txt)"

# Half of them stop for good: what is not reached counts as 0.
awk '$1 < 38 || $2 < 100' file.txt >half.txt
[[ $(door_numbers <half.txt) == "1.0000 2.5000 2.5000 0.0000 0.0000 0.0000"* ]] || fail "half a file: $(door_numbers <half.txt)"

# Forty heads where thirty bodies would be close, some in the wall, end apart from each other and from it.
awk 'BEGIN { srand(7); for (i = 0; i < 40; i++) print i, 0, 2 * rand(), 2.5 * rand() }' >heads.txt
starts heads.txt >starts.csv
[[ $(wc -l <starts.csv) == 41 ]] || fail "not everybody starts"
awk -F, 'NR > 1 { x[NR] = $1; y[NR] = $2; if ($2 < 0.2) exit bad = 1
        for (i = 2; i < NR; i++) if ((x[i] - $1) ^ 2 + (y[i] - $2) ^ 2 < 0.16) exit bad = 1 }
    END { exit bad }' starts.csv || fail "bodies overlap at the start"

# Ellipses that face the door: closer behind each other than beside each other, and no closer than they are large.
starts heads.txt 0.149 0.2286 >starts.csv
awk -F, 'NR > 1 { x[NR] = $1; y[NR] = $2; if ($2 < 0.149) exit bad = 1
        for (i = 2; i < NR; i++) {
            if (((x[i] - $1) / 0.4572) ^ 2 + ((y[i] - $2) / 0.298) ^ 2 < 1) exit bad = 1
            if ((x[i] - $1) ^ 2 + (y[i] - $2) ^ 2 < 0.16) near++
        } }
    END { exit bad || !near }' starts.csv || fail "ellipses overlap at the start, or are kept as far apart as discs"

expect 0 "help" "$script/fit-press" --help
says 'script/fit-press DATA' "help"
expect 2 "no data" "$script/fit-press"

finish
