#!/usr/bin/env bash
# wend run and wend measure: summary, JSON, recordings, and what an interruption or a crash leaves behind.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

expect 0 "a run" "$wend" run antipodal-circle --set agents=17 --record circle.h5
silent err "a short run in a pipe"
says 'arrived +17 of 17: the first after' "a run"
says 'written +circle.h5' "a run"
[[ ! -e circle.h5.part ]] || fail "the part file is still there"
expect 0 "info" "$wend" info circle.h5
says 'columns .*preferred velocity, size, group' "info"
says 'groups +[0-9]+' "info"
says 'profiles +.*: orca, disc of' "info"
expect 0 "info as JSON" "$wend" info circle.h5 --json
parses "info as JSON"
expect 0 "to a database" "$wend" convert circle.h5 circle.sqlite
says 'no place for it: z, velocity, profile, preferred velocity, size and group' "to a database"
expect 0 "info of a database" "$wend" info circle.sqlite
says 'profiles +.*: orca, disc of' "info of a database"
expect 3 "info about nothing" "$wend" info nothing.h5
expect 3 "converting nothing" "$wend" convert nothing.h5 circle.csv
expect 0 "measure" "$wend" measure circle.h5 --line -1,0,1,0
says 'travel_mean +[0-9.]+ s ' "measure"
says 'flow_mean' "measure with a line"
expect 0 "measure as JSON" "$wend" measure circle.h5 --json
parses "measure as JSON"
[[ $(member agents) == 17 ]] || fail "measure counts $(member agents) agents, not 17"

expect 0 "a run as JSON" "$wend" run antipodal-circle --set agents=17 --json
parses "a run as JSON"
silent err "a run as JSON"
[[ $(member arrived) == 17 && $(member end) == all_arrived ]] || fail "the JSON is wrong"
[[ "$(member wall_corrections) $(member speed_corrections) $(member nonfinite_corrections)" == "0 0 0" ]] ||
    fail "the JSON does not tell all corrections"
first=$(member hash)
expect 0 "the same with threads" "$wend" run antipodal-circle --set agents=17 --json --threads 2
[[ $(member hash) == "$first" ]] || fail "two threads give another result"
expect 0 "with another model" "$wend" run antipodal-circle --set agents=17 --json --model rvo
[[ $(member hash) != "$first" ]] || fail "another model gives the same result"
expect 0 "a limit" "$wend" run endless.yaml --limit 3 --json
[[ $(member end) == limit && $(member simulated_s) == 3.000 ]] || fail "the limit does not hold"
# A profile that is like another shares its list of parameters; of these the second model has only the last.
cat >like.yaml <<'END'
wend: 1
time: {limit: 20, stop: all arrived}
profiles:
  first: {model: orca, preferred_speed: 1, habits: none, parameters: {acceleration: 9, give_ground: 0, horizon: {uniform: [0.5, 3]}}}
  second: {like: first}
goals: {there: {at: [12, 0.1]}}
agents:
  - {profile: first, at: [0, 0], goal: there}
  - {profile: second, at: [0, 3], goal: there}
END
sed '/second:/s/{.*}/{model: orca, preferred_speed: 1, habits: none, parameters: {horizon: {uniform: [0.5, 3]}}}/' like.yaml >apart.yaml
expect 0 "like another, with another model" "$wend" run like.yaml --model vo --no-record --json
like=$(member hash)
expect 0 "the same, said twice" "$wend" run apart.yaml --model vo --no-record --json
[[ $(member hash) == "$like" ]] || fail "a profile that is like another has other parameters with another model"

# Stress changes what the second model has, and habits.
sed '/first:/s/habits: none/habits: none, stress: {parameters: {horizon: 1, keep_side: 0.1}}/' like.yaml >tense.yaml
expect 0 "stress under a model with the parameter" "$wend" run tense.yaml --no-record --model vo
expect 0 "stress under a model without the parameter" "$wend" run tense.yaml --no-record --model straight

# A table of arrivals as spreadsheets write it, with a mark before and words above the names.
printf '\xef\xbb\xbf# people by time\r\ntime,count\r\n0,2\r\n1,3\r\n' >arrivals.csv
cat >arriving.yaml <<'YAML'
wend: 1
time: {limit: 3, stop: []}
agents: [{source: {region: [0, 0, 4, 4], table: arrivals.csv}, goal: [20, 2]}]
YAML
expect 0 "a table of a spreadsheet" "$wend" run arriving.yaml --no-record --json
[[ $(member agents) == 5 ]] || fail "a table of a spreadsheet brings $(member agents) people"

# Density and lanes are those of the recording, whose last frame is empty.
more=(--area -3,-2,3,2 --voronoi --ttc 5 --lanes 0.3 --json)
expect 0 "more measures" "$wend" run bidirectional-flow-14 --record lanes.h5 "${more[@]}"
live=("$(member lane_order)" "$(member voronoi_density_peak_per_m2)")
[[ $(member collision_time_least_s) =~ ^[0-9.]+$ ]] || fail "no time to collision"
expect 0 "the same of the recording" "$wend" measure lanes.h5 "${more[@]}"
[[ ${live[1]} == "$(member voronoi_density_peak_per_m2)" ]] || fail "a run has other cells than its recording"
awk -v a="${live[0]}" -v b="$(member lane_order)" 'BEGIN { exit !(a > 0 && (a - b) ^ 2 < 1e-6) }' ||
    fail "a run has other lanes than its recording"
expect 2 "cells without an area" "$wend" run bidirectional-flow-14 --no-record --voronoi

# Nobody is there before the source begins and after all have left: formats that hold such frames tell of them, so that the
# measures of a recording are those of its run.
cat >late.yaml <<'END'
wend: 1
time: {limit: 8, stop: []}
agents:
  - {source: {region: [0, 0, 2, 2], schedule: [[2, 3]]}, goal: [3, 1], leaves: true}
END
for extension in h5 txt sqlite part; do
    expect 0 "a late source, live" "$wend" run late.yaml --record late.$extension --measure --json
    live="$(member duration_s) $(member frames)"
    [[ $live == "8.00 81" ]] || fail "a late source has $live, not 8 s in 81 frames"
    density=$(member density_mean_per_m2) start=$(member start_first_s)
    expect 0 "a late source, recorded" "$wend" measure late.$extension --json
    [[ $live == "$(member duration_s) $(member frames)" ]] || fail "$extension: $(member duration_s) s in $(member frames) frames, live $live"
    # A format without velocities knows of a start one frame later.
    awk -v a="$density" -v b="$(member density_mean_per_m2)" -v s="$start" -v t="$(member start_first_s)" \
        'BEGIN { exit !((a - b) ^ 2 < 1e-6 && s > 2 && t >= s && t < s + 0.15) }' ||
        fail "$extension: density $(member density_mean_per_m2), start $(member start_first_s), live $density and $start"
done

# Who claims personal space, and is gentle, still gets through a door: discs that keep their space before it would not.
expect 0 "a door with rcap" "$wend" run room-door --model rcap --set agents=60 --limit 200 --no-record --json
[[ $(member not_arrived) == 0 ]] || fail "$(member not_arrived) of 60 are still before the door"
expect 2 "a recording of no format" "$wend" run antipodal-circle --set agents=5 --record x.xyz
expect 1 "a recording that cannot be written" "$wend" run antipodal-circle --set agents=5 --record nowhere/x.h5

# start_and_signal SIGNAL FILE: runs, waits until frames are on the disk, sends the signal; $status is the exit status.
start_and_signal() {
    "$wend" run endless.yaml --record "$2" >out 2>err &
    local run=$! i
    for ((i = 0; i < 600; i++)); do
        [[ -e $2.part && $(stat -c %s "$2.part") -gt 20000 ]] && break
        sleep 0.05
    done
    kill "-$1" "$run"
    wait "$run" 2>/dev/null
    status=$?
}

for signal in INT TERM; do
    start_and_signal "$signal" stopped.h5
    ((status == 130)) || fail "SIG$signal: status $status, not 130"
    says 'interrupted' "SIG$signal"
    says 'written +stopped.h5' "SIG$signal"
    [[ -e stopped.h5 && ! -e stopped.h5.part ]] || fail "SIG$signal does not leave a finished file"
    expect 0 "reading what SIG$signal left" "$wend" measure stopped.h5 --json
    (($(member frames) > 1)) || fail "SIG$signal leaves $(member frames) frames"
done

cp stopped.h5 before.h5
start_and_signal KILL stopped.h5
cmp -s stopped.h5 before.h5 || fail "a killed run destroyed the file of the run before"
[[ -e stopped.h5.part ]] || fail "a killed run leaves no part file"
expect 0 "recovering" "$wend" convert stopped.h5.part saved.h5
says 'cut short' "recovering"
expect 0 "a run after a killed one" "$wend" run antipodal-circle --set agents=3 --record stopped.h5
says 'an older stopped\.h5\.part, of a run that was cut off, is now stopped\.h5\.1\.part in the same folder\.$' "a run after a killed one"
[[ -s stopped.h5.1.part ]] || fail "the part file of a killed run is lost"
expect 0 "reading what was recovered" "$wend" measure saved.h5 --json
(($(member frames) > 1)) || fail "$(member frames) frames were recovered"

# A long run in a pipe says how far it is, on stderr only; a quiet one does not.
expect 0 "a longer run" "$wend" run endless.yaml --set agents=400 --limit 400 --no-record
if (($(awk '/took/ { sub(/.*took /, ""); print int($1) }' out) >= 2)); then
    grep -qE '^ *[0-9]+ %, [0-9.]+ s simulated' err || fail "a long run in a pipe prints no lines"
fi
grep -q $'\033' err out && fail "escape sequences in a pipe"
expect 0 "a quiet run" "$wend" run endless.yaml --limit 100 --no-record --quiet
silent err "a quiet run"

# On a terminal there is a bar, which is wiped at the end.
if command -v script >/dev/null; then
    TERM=xterm script -qec "'$wend' run endless.yaml --set agents=400 --limit 200 --no-record" /dev/null >bar </dev/null
    if (($(awk '/took [0-9.]+ s/ { sub(/.*took /, ""); n = int($1) } END { print n }' bar) >= 1)); then
        grep -q '\[=*>' bar || fail "no bar on a terminal"
        grep -q $'\r\033\[K' bar || fail "the bar is not wiped"
    fi
fi

expect 0 "the demo" "$wend" demo --json
parses "the demo"
[[ -s demo.h5 ]] || fail "the demo writes no trajectory"
expect 0 "the demo, drawn" "$wend" demo --out drawn.h5
says 'at the thickest' "the demo, drawn"
expect 0 "what the demo wrote" "$wend" info demo.h5
finish
