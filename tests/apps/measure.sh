#!/usr/bin/env bash
# wend measure: what it measures on demand, curves, comparing recordings, and wend run --measure.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

# Two who walk at each other, 0.4 m aside, and a third who walks alone.
for ((f = 0; f <= 80; f++)); do
    awk -v f=$f 'BEGIN { t = f / 10; printf "1 %d %.4f 0 0\n2 %d %.4f 0.4 0\n3 %d %.4f 5 0\n", f, t, f, 8 - t, f, t }'
done >rows
{ printf '# framerate: 10 fps\n# id frame x/m y/m z/m\n'; cat rows; } >walk.txt
{ printf '# framerate: 10 fps\n# id frame x/m y/m z/m\n'; awk '{ $4 += 0.1; print }' rows; } >beside.txt

expect 0 "all measures" "$wend" measure walk.txt --json --area 0,-1,8,6 --voronoi \
    --walkable "POLYGON((0 -1,8 -1,8 6,0 6,0 -1))" --reach 0 --ttc 2 --lanes 0.3 --axis 0 --seed 4 \
    --pair 1,2 --from 0 --line 4,-1,4,6 --like beside.txt
parses "all measures"
[[ $(member pair_distance_m) == 0.400 ]] || fail "the pair passes at $(member pair_distance_m)"
[[ $(member pair_time_s) == 4.00 ]] || fail "the pair is nearest at $(member pair_time_s)"
[[ $(member reaction_s) == null ]] || fail "nobody reacts, but for $(member reaction_s) s"
[[ $(member like_distance_mean_m) == 0.1000 ]] || fail "the other is $(member like_distance_mean_m) away"
[[ $(member like_within) == 1.0000 ]] || fail "within: $(member like_within)"
[[ $(member voronoi_density_peak_per_m2) == 0.0536 ]] || fail "3 on 56 m2 are $(member voronoi_density_peak_per_m2)"
[[ $(member collision_time_least_s) == 0.000 ]] || fail "least time to collision $(member collision_time_least_s)"
[[ $(member interval_max_depth_m) == 0.1000 ]] || fail "depth $(member interval_max_depth_m)"

expect 0 "without them" "$wend" measure walk.txt
! grep -qE 'voronoi|lane_|collision_time|pair_|like_|flow' out || fail "measures that nobody asked for"
expect 0 "one with another" "$wend" measure walk.txt --like beside.txt --match 1,2 --json
[[ $(member like_agents) == 1 ]] || fail "--match compares $(member like_agents)"

expect 0 "curves" "$wend" measure walk.txt --area 0,-1,8,6 --voronoi --pair 1,2 --line 4,-1,4,6 --like beside.txt \
    --curve density=density.csv --curve diagram=diagram.csv --curve lanes=lanes.csv --curve mpd=mpd.csv \
    --curve n-t=nt.csv --curve ttc=ttc.csv --curve like=like.csv
for rows in density:82 lanes:82 mpd:81 nt:4 ttc:51 like:82; do
    file=${rows%:*}.csv
    [[ $(wc -l <"$file") == "${rows#*:}" ]] || fail "$file has $(wc -l <"$file") lines, not ${rows#*:}"
done
[[ $(tail -n 1 nt.csv) == *,3,*,1 || $(tail -n 1 nt.csv) == *,3,*,-1 ]] || fail "n-t ends with $(tail -n 1 nt.csv)"
grep -q '^4,1,0.4' mpd.csv || fail "mpd has no normalised time 1 at 4 s"
(($(wc -l <diagram.csv) >= 2)) || fail "the diagram is empty"
# Numbers have the digits that are meant, and no noise of sums and products.
[[ $(sed -n 12p ttc.csv) == 0.6,0.66,* ]] || fail "ttc has the step $(sed -n 12p ttc.csv)"
! grep -nE '[0-9]*\.[0-9]{10}' density.csv diagram.csv lanes.csv mpd.csv nt.csv ttc.csv like.csv || fail "noise in a curve"

printf 'id,frame,time,x,y\n9223372036854775807,0,0,-1,0\n9223372036854775807,1,1,1,0\n' >ids.csv
expect 0 "an id of nineteen digits" "$wend" measure ids.csv --line 0,-5,0,5 --curve n-t=ids-nt.csv
[[ $(tail -n 1 ids-nt.csv) == 0.5,1,9223372036854775807,1 ]] || fail "n-t of a long id: $(tail -n 1 ids-nt.csv)"

expect 2 "an unknown curve" "$wend" measure walk.txt --curve nothing=x.csv
says 'Kinds: density' "an unknown curve"
expect 2 "a curve without what it needs" "$wend" measure walk.txt --curve mpd=x.csv
says 'needs --pair' "a curve without what it needs"
expect 2 "an option without its measure" "$wend" measure walk.txt --reach 1
says 'says nothing without --voronoi' "an option without its measure"
expect 2 "cells without an area" "$wend" measure walk.txt --voronoi
expect 2 "a pair of words" "$wend" measure walk.txt --pair a,b
expect 2 "a pair of one" "$wend" measure walk.txt --pair 2,2
says 'two different agents' "a pair of one"
expect 3 "a pair with nobody" "$wend" measure walk.txt --pair 1,99 --curve mpd=nobody.csv
says 'nobody has the id 99' "a pair with nobody"
silent out "a pair with nobody"
[[ ! -e nobody.csv ]] || fail "a pair with nobody has a curve"
expect 3 "watching nobody" "$wend" measure walk.txt --watch 77
says 'nobody has the id 77' "watching nobody"
mkdir folder
expect 1 "a folder" "$wend" measure folder
says 'is a directory, not a file' "a folder"
expect 3 "no WKT" "$wend" measure walk.txt --area 0,0,1,1 --voronoi --walkable "POLYGON((0 0"
expect 3 "a line to walk on" "$wend" measure walk.txt --area 0,0,1,1 --voronoi --walkable "LINESTRING(0 0,1 1)"
says 'no polygon in the walkable area' "a line to walk on"
expect 3 "a match with nobody" "$wend" measure walk.txt --like beside.txt --match 1,50
says 'agent 1 of walk.txt and agent 50 of beside.txt' "a match with nobody"
expect 3 "nothing to compare with" "$wend" measure walk.txt --like nowhere.txt
expect 1 "a curve that cannot be written" "$wend" measure walk.txt --curve ttc=nowhere/x.csv
"$wend" run endless.yaml --no-record --limit 100 --ttc 1 --curve ttc=late.csv --quiet >out 2>err &
run=$!
for ((i = 0; i < 400; i++)); do
    [[ -n $(find . -name '.wend-*') ]] && break
    sleep 0.01
done
mkdir late.csv
wait "$run"
status=$?
((status == 1)) || fail "a curve that cannot be written when all is done: status $status"
says 'late.csv' "a curve that cannot be written when all is done"
says 'collision_share ' "a curve that cannot be written when all is done costs the numbers"
expect 3 "a file that is not there" "$wend" measure nothing.txt --curve ttc=left.csv
[[ ! -e left.csv ]] || fail "a failed measurement leaves a curve"
[[ -z $(find . -name '*.csv.*') ]] || fail "it leaves $(find . -name '*.csv.*')"

# What is assumed is said, whatever the form of the numbers.
printf 'id,frame,x,y\n1,0,0,0\n1,10,1,0\n' >bare.csv
{ echo '# framerate: 10'; cat bare.csv; } >rated.csv
expect 0 "an assumed rate" "$wend" measure bare.csv --json
parses "an assumed rate"
[[ $(member duration_s) == 0.40 ]] || fail "10 frames at 25 a second take $(member duration_s) s"
grep -q "'bare.csv': the file names no time: 25 frames per second assumed" err || fail "25 is assumed in silence"
expect 0 "a rate given" "$wend" measure bare.csv --fps 10 --json
[[ $(member duration_s) == 1.00 ]] || fail "10 frames at 10 a second take $(member duration_s) s"
expect 0 "a rate given to compare" "$wend" measure bare.csv --fps 10 --like rated.csv --json
[[ $(member like_distance_max_m) == 0.0000 ]] || fail "--fps is not that of --like: $(member like_distance_max_m)"
expect 0 "a rate in a comment" "$wend" measure rated.csv --radius 0.25 --json
[[ $(member duration_s) == 1.00 ]] || fail "10 frames at 10 a second take $(member duration_s) s"
silent err "a rate in a comment"
expect 0 "an assumed size" "$wend" measure rated.csv --json
grep -q "'rated.csv' does not tell how large bodies are: discs of 0.25 m assumed" err || fail "a size is assumed in silence"
expect 0 "sizes told" "$wend" run antipodal-circle --set agents=5 --record sized.h5 --quiet
expect 0 "sizes told" "$wend" measure sized.h5 --json
silent err "sizes told"
expect 0 "sizes lost" "$wend" convert sized.h5 sized.sqlite
expect 0 "sizes lost" "$wend" measure sized.sqlite --json
grep -q "'sized.sqlite' does not tell how large bodies are" err || fail "sizes are lost in silence"
expect 0 "what a rate given is" "$wend" info bare.csv --fps 10
says 'rate +10 frames a second' "what a rate given is"
printf 'id,frame,time,x,y\n1,0,0,1e300,0\n1,1,1,0,0\n' >far.csv
expect 3 "a place out of this world" "$wend" measure far.csv
says 'far.csv: frame 0: agent 1 is at 1e[+]300, 0; expected both within' "a place out of this world"
printf '# framerate: 10\n1 9007199254740993 0 0\n1 9007199254740994 1 0\n' >far.txt
expect 3 "a frame that no number tells from the next" "$wend" measure far.txt
says 'far.txt: frame 9007199254740993: expected numbers within' "a frame that no number tells from the next"

# Who starts from rest is 13.6 m away in the first frame, which is no distance at which they would pass.
expect 0 "a pair from rest" "$wend" run two-walkers --no-record --pair 1,2 --json
[[ $(member observation_s) == 4.60 && $(member reaction_s) == 0.30 ]] ||
    fail "from rest they observe for $(member observation_s) s and react for $(member reaction_s) s"

# What is read, or written by the same command, is not written over.
cp walk.txt kept.txt
expect 2 "a curve over the recording" "$wend" measure kept.txt --pair 1,2 --curve mpd=./kept.txt
says "curve would write over 'kept.txt'" "a curve over the recording"
expect 2 "a curve over the other recording" "$wend" measure beside.txt --like kept.txt --curve like=kept.txt
expect 2 "two curves at one place" "$wend" measure walk.txt --curve ttc=both.csv --curve lanes=both.csv
expect 2 "a recording over the one beside it" "$wend" run antipodal-circle --record kept.txt --like kept.txt
expect 2 "a curve over the run's recording" "$wend" run antipodal-circle --record two.csv --curve ttc=two.csv
expect 2 "tables over the run's recording" "$wend" run antipodal-circle --record two.csv --tables two.csv
expect 2 "a page over the demo's recording" "$wend" demo --out two.h5 --page two.h5
[[ ! -e two.csv && ! -e two.h5 ]] || fail "a refused run writes"
expect 2 "a page over the recording" "$wend" report kept.txt --out kept.txt
expect 2 "a page of the viewer over the recording" "$wend" view kept.txt --html kept.txt
cmp -s kept.txt walk.txt || fail "a recording is written over"
cp endless.yaml kept.yaml
expect 2 "a curve over the scenario" "$wend" run kept.yaml --no-record --curve ttc=kept.yaml
expect 2 "a drawing over the scenario" "$wend" check kept.yaml --mesh kept.yaml
expect 2 "a graph over the scenario" "$wend" behaviour kept.yaml --svg kept.yaml
cmp -s kept.yaml endless.yaml || fail "a scenario is written over"

# The same frames measured live and from the recording; positions in it are rounded to 1 mm.
expect 0 "live" "$wend" run antipodal-circle --set agents=17 --record circle.h5 --measure --line -1,0,1,0 --json
parses "live"
live=$(member path_mean_m)
[[ $(member flow_mean_per_s) != "" ]] || fail "no flow over the line"
expect 0 "recorded" "$wend" measure circle.h5 --json
awk -v a="$live" -v b="$(member path_mean_m)" 'BEGIN { exit !(a > 1 && a - b < 0.02 && b - a < 0.02) }' ||
    fail "path $live live, $(member path_mean_m) recorded"
expect 0 "live for a person" "$wend" run antipodal-circle --set agents=5 --no-record --measure
says 'interval_penetration' "live for a person"

# Whatever can be measured of a recording can be measured while it is made, curves and another recording included.
cat >meet.yaml <<'YAML'
wend: 1
time: {step: 0.1, limit: 12, stop: []}
record: {fps: 10, precision: 1e-6}
profiles: {walker: {model: orca, shape: {disc: 0.25}, preferred_speed: 1.3}}
agents:
  - {profile: walker, at: [0, 0], goal: {at: [9, 0]}}
  - {profile: walker, at: [9, 0.1], goal: {at: [0, 0.1]}}
  - {profile: walker, at: [0, 4], goal: {at: [9, 4]}}
YAML
more=(--line 4,-1,4,6 --area 1,-1,8,6 --mass 80 --voronoi --reach 1 --ttc 2 --lanes 0.3 --axis 0 --shuffle 4
    --walkable "POLYGON((-1 -1,10 -1,10 6,-1 6,-1 -1))" --pair 1,2 --from 0.5 --watch 3
    --like walk.txt --match 1,3 --radius 0.4 --json)
kinds=(density diagram lanes like mpd n-t ttc)
curves() { for kind in "${kinds[@]}"; do printf -- '--curve %s=%s-%s.csv ' "$kind" "$1" "$kind"; done; }
values() { sed -nE 's/^ *("[a-z_0-9.]+": [^",{]*[^",{ ]),?$/\1/p' "$1" | grep -A99 '"duration_s"'; }
# The same words, and numbers but for velocities and headings that a recording rounds.
alike() {
    paste -d '\n' "$1" "$2" | awk -F '[,: ]+' '
        NR % 2 { count = NF; for (i = 1; i <= NF; i++) was[i] = $i; next }
        { if (NF != count) exit 1 }
        { for (i = 1; i <= NF; i++) if ($i != was[i] && !($i ~ /^[-0-9.e]+$/ && was[i] ~ /^[-0-9.e]+$/ &&
              ($i - was[i]) ^ 2 < (/_deg/ ? 0.09 : 1e-5))) exit 1 }'
}
expect 0 "all of a run" "$wend" run meet.yaml --record meet.h5 "${more[@]}" $(curves live)
parses "all of a run"
values out >live-values
expect 0 "all of its recording" "$wend" measure meet.h5 "${more[@]}" $(curves file)
values out >file-values
(($(wc -l <live-values) >= 50)) || fail "a run has only $(wc -l <live-values) values"
alike live-values file-values || fail "a run and its recording: $(diff live-values file-values)"
for kind in "${kinds[@]}"; do
    (($(wc -l <live-$kind.csv) >= 2)) || fail "a run writes no curve $kind"
    alike "live-$kind.csv" "file-$kind.csv" || fail "$kind of a run is not that of its recording"
done
expect 0 "a person's likeness" "$wend" run meet.yaml --no-record --like walk.txt
says '^beside walk.txt' "a person's likeness"
says 'like_distance_mean +[0-9.]+ m' "a person's likeness"

cp meet.h5 before.h5
expect 2 "a radius of a run" "$wend" run meet.yaml --radius 0.3
says 'a run knows how large its bodies are' "a radius of a run"
expect 2 "an option of a run without its measure" "$wend" run meet.yaml --match 1,2
says 'says nothing without --like' "an option of a run without its measure"
expect 2 "a run with a pair of one" "$wend" run meet.yaml --record meet.h5 --pair 2,2
expect 3 "a run beside nothing" "$wend" run meet.yaml --record meet.h5 --like nowhere.txt --curve ttc=lost.csv
expect 1 "a run with a curve that cannot be written" "$wend" run meet.yaml --record meet.h5 --curve ttc=nowhere/x.csv
cmp -s meet.h5 before.h5 || fail "a mistake costs the recording of the run before"
expect 3 "a run without the pair" "$wend" run meet.yaml --no-record --pair 1,99
says 'nobody has the id 99' "a run without the pair"
says 'pair_distance +- m' "a run without the pair"
expect 3 "a run beside others" "$wend" run meet.yaml --no-record --like walk.txt --match 1,50
says 'nobody whom walk.txt knows' "a run beside others"
[[ ! -e lost.csv && -z $(find . -name '*.csv.*') ]] || fail "a failed run leaves a curve"

# Shoulders are wider than bodies are deep: outlines overlap less than the discs around them.
expect 0 "outlines" "$wend" run antipodal-circle --set agents=50 --record oval.h5 --measure --json
cp out live
expect 0 "recorded outlines" "$wend" measure oval.h5 --json
cp out recorded
expect 0 "recorded discs" "$wend" measure oval.h5 --discs --json
cp out discs
expect 0 "discs" "$wend" run antipodal-circle --set agents=50 --no-record --discs --json
for name in collisions colliding_pairs interval_collisions; do
    of_discs=$(member $name)
    for kind in live recorded; do
        outlines=$(sed -n '/"measures"/,$p; /"file"/,$p' $kind | sed -nE "s/^ *\"$name\": ([0-9]*),?\$/\1/p" | tail -n 1)
        ((outlines < of_discs)) || fail "$name: $outlines of $kind outlines, $of_discs of discs"
    done
done
# Sizes differ within a profile, and a disc is as large as its own body, live and recorded.
cat >sizes.yaml <<'YAML'
wend: 1
time: {limit: 6}
profiles:
  person: {shape: {ellipse: [{uniform: [0.2, 0.26]}, {uniform: [0.1, 0.15]}]}, model: eorca-f}
agents:
  - {grid: {from: [-4, 0], columns: 4, rows: 4, spacing: 0.7}, profile: person, goal: [6, 1]}
  - {grid: {from: [3, 0], columns: 4, rows: 4, spacing: 0.7}, profile: person, goal: [-6, 1]}
record: {precision: 0.000001}
YAML
expect 0 "own sizes live" "$wend" run sizes.yaml --record sizes.h5 --discs --json
live=$(for name in unsized colliding_pairs collisions mean_depth_m; do sed -n '/"measures"/,$p' out | sed -nE "s/^ *\"$name\": ([0-9.]*),?\$/\1/p"; done)
expect 0 "own sizes recorded" "$wend" measure sizes.h5 --discs --json
recorded=$(for name in unsized colliding_pairs collisions mean_depth_m; do member $name; done)
[[ $live == "$recorded" && $live == 0$'\n'[1-9]* ]] || fail "discs of their own: $live live, $recorded recorded"

expect 0 "two who turn to pass" "$wend" run hallway-head-on --no-record --measure
says '^  collisions +none' "two who turn to pass do not collide"
says '^  collisions +0 ' "measures see collisions where there are none"
says '^  interval_collisions +0 ' "measures see collisions between frames where there are none"
expect 2 "an area without a size" "$wend" run antipodal-circle --area 0,0,0,0

finish
