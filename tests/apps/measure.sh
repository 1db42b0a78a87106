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
expect 3 "no WKT" "$wend" measure walk.txt --area 0,0,1,1 --voronoi --walkable "POLYGON((0 0"
expect 3 "nothing to compare with" "$wend" measure walk.txt --like nowhere.txt
expect 1 "a curve that cannot be written" "$wend" measure walk.txt --curve ttc=nowhere/x.csv
expect 3 "a file that is not there" "$wend" measure nothing.txt --curve ttc=left.csv
[[ ! -e left.csv ]] || fail "a failed measurement leaves a curve"
[[ -z $(find . -name '*.csv.*') ]] || fail "it leaves $(find . -name '*.csv.*')"

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
expect 0 "two who turn to pass" "$wend" run hallway-head-on --no-record --measure
says '^  collisions +none' "two who turn to pass do not collide"
says '^  collisions +0 ' "measures see collisions where there are none"
says '^  interval_collisions +0 ' "measures see collisions between frames where there are none"
expect 2 "an area without a size" "$wend" run antipodal-circle --area 0,0,0,0

finish
