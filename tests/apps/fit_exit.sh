#!/usr/bin/env bash
# script/fit-exit: its numbers of a crowd that is known, its starts, and a run in the place of people who walk in file.
script=$(realpath -- "$(dirname -- "${BASH_SOURCE[0]}")/../../script")
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"
source "$script/exit.bash"

# Two abreast, 0.5 m apart, at 0.4 m/s and never ending: 4 in each metre of a corridor 1.8 m wide.
awk 'BEGIN { for (f = 7; f < 450; f++) for (i = 0; i < 160; i++) {
        y = 7.77 + 0.5 * i - 0.08 * f; if (y < 8 && y > -6) print i, f, 0.5, y "\n" i + 500, f, 1.3, y } }' >stream.txt
read -r -a found < <(exit_numbers 5 <stream.txt)
[[ ${#found[@]} == 14 ]] || fail "not fourteen numbers: ${found[*]}"
for ((i = 0; i < 14; i++)); do
    awk -v found="${found[i]}" -v wanted="$((i < 7 ? 1 : 0))" '
        BEGIN { exit !((found - (wanted ? 4 / 1.8 : 0.4)) ^ 2 < 0.0004) }' || fail "number $i of a stream: ${found[i]}"
done

# Only the two metres next to the exit are crowded.
awk '$4 < -1.5' stream.txt | exit_numbers 5 >numbers
[[ $(<numbers) == "0.0000 0.0000 0.0000 0.0000 0.0000 2."*" 0.0000 0.0000 0.0000 0.0000 0.0000 0.4000 0.4000" ]] ||
    fail "a crowd before the exit: $(<numbers)"

# Who comes second, half a second later, out of the wall and at 1 m/s.
awk 'BEGIN { for (f = 0; f < 20; f++) print 3, 40 + f, 100, 780 - 8 * f, 170
    for (f = 0; f < 20; f++) print 1, 48 + f, -90, 790 - 6.25 * f, 170 }' | exit_starts >starts.csv
[[ $(<starts.csv) == "x,y,vx,vy,time
1.0000,7.8000,0.0000,-1.2800,0.1000
-0.7500,7.9000,0.0000,-1.0000,0.6000" ]] || fail "starts: $(<starts.csv)"

# One each second in file at 1.2 m/s: agents in their place walk about as fast, and as far apart.
mkdir -p data/unidirectional
awk 'BEGIN { for (i = 0; i < 95; i++) for (f = 0; f < 185; f++) print i + 1, 16 * i + f, 90, 780 - 7.5 * f, 170 }' \
    >data/unidirectional/uo-180-180-095.txt
expect 0 "a file" env WEND="$wend" "$script/fit-exit" data 1..2 eorca-p '0.5 0.8'
says '^people: densities, speeds: 0\.4[5-8].* 1\.2000$' "a file"
[[ $(grep -cE '^\| 0\.[58] \| 0\.[0-3][0-9]+ ± ' out) == 2 ]] || fail "agents in a file: $(<out)"

expect 0 "help" "$script/fit-exit" --help
says 'script/fit-exit DATA' "help"
expect 2 "no data" "$script/fit-exit"

finish
