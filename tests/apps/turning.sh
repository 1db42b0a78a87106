#!/usr/bin/env bash
# Scenes in which bodies have to turn: those who can do so, and get through; discs as broad as shoulders do not. A
# behaviour is a function below; each is looked for where it belongs and, so that it can be missed, where it does not.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

# run_scene NAME [OPTIONS]: its trajectories in ./scene.csv; the summary as JSON in ./out.
run_scene() {
    scene="$*"
    expect 0 "$scene" "$wend" run "$@" --record scene.h5 --measure --json
    cp out summary
    expect 0 "$scene as text" "$wend" convert scene.h5 scene.csv
    cp summary out
}

# must BEHAVIOUR, must_not BEHAVIOUR: in the scene that was run last.
must() { "$1" || fail "$scene: not so: $1"; }
must_not() { ! "$1" || fail "$scene: $1, and it is not to"; }

# lines CONDITION: how many lines of ./scene.csv meet it, as awk says it with id, t, x, y, vx, vy, heading in their places, and
# how far that one has turned since the line before.
lines() {
    awk -F, 'NR > 1 { id = $1; t = $3; x = $4; y = $5; vx = $7; vy = $8; heading = $9; turned = heading - last[id]
                      last[id] = heading; n += ('"$1"') } END { print n + 0 }' scene.csv
}

# at_most NUMBER LIMIT: with decimals.
at_most() { awk -v number="$1" -v limit="$2" 'BEGIN { exit !(number != "" && number <= limit) }'; }

# turns ID DEGREES: its shoulders, by so much.
turns() {
    "$wend" measure scene.h5 --watch "$1" --json >measured 2>err
    (($(sed -nE 's/.*"largest_turn_deg": ([0-9]+).*/\1/p' measured) >= $2))
}

# In the hallways ------------------------------------------------------------------------------------------------------

gets_through_turned() {
    [[ $(member arrived) == 1 ]] && (($(lines 'x > -0.8 && x < 0.8 && cos(heading)^2 > 0.02') == 0))
}
pass_each_other() { [[ $(member arrived) == 2 ]]; }
somebody_turns() { turns 1 40 || turns 2 40; }

for model in eorca-f eorca-p; do
    run_scene hallway-squeeze --model "$model"
    must gets_through_turned
    run_scene hallway-head-on --model "$model"
    must pass_each_other
    must somebody_turns
done
for width in 0.61 0.67 0.68; do # from the narrowest that docs/elliptical-agents.md names
    run_scene hallway-head-on --model eorca-p --set "width=$width"
    must pass_each_other
done
for model in orca eorca-c; do
    run_scene hallway-squeeze --model "$model"
    must_not gets_through_turned
    run_scene hallway-head-on --model "$model"
    must_not pass_each_other
    must_not somebody_turns
done
run_scene hallway-head-on --set width=1.6
must pass_each_other
must_not somebody_turns # for nothing

# In the rows of an aircraft -------------------------------------------------------------------------------------------

# In a row of seats one has 0.36 m: a body there reaches no farther than half of it to the front and to the back, which
# lets it turn by 32 degrees. Rows end at x = 4 m; before them there is room.
reach='0.149^2 * cos(heading)^2 + 0.2286^2 * sin(heading)^2'
all_leave() { [[ $(member arrived) == 15 ]]; }
somebody_turns_in_a_row() { (($(lines "x < 4 && y > 0.55 && $reach > 0.19^2") > 0)); }
all_side_step_along_the_row() { (($(lines 'y > 0.55 && vy < -0.2 && cos(heading)^2 > 0.7') > 100)); }
turn_in_the_aisle() { (($(lines 'y < 0.4 && cos(heading) < 0.86') > 15)); }
face_forwards_in_the_aisle() { (($(lines 'x > 4.2 && y < 0.4 && vx > 0.5 && cos(heading) > 0.9') > 15)); }

run_scene aircraft-rows
must all_leave
must_not somebody_turns_in_a_row
must all_side_step_along_the_row
must turn_in_the_aisle
must face_forwards_in_the_aisle
run_scene aircraft-rows --set legroom=0.6 # there is room to turn, and so nobody goes sideways
must all_leave
must somebody_turns_in_a_row
must_not all_side_step_along_the_row
run_scene aircraft-rows --model eorca-c
must_not turn_in_the_aisle
run_scene aircraft-rows --set facing=180 # those who sit with their back to the front turn about in the aisle
must face_forwards_in_the_aisle
run_scene aircraft-rows --set facing=180 --model eorca-c
must_not face_forwards_in_the_aisle

# Before the doors of a train ------------------------------------------------------------------------------------------

# The first ten board, and face the door at first. What they do counts until the last of the others is through it.
last_out() { awk -F, 'NR > 1 && $1 > 10 && $5 > -0.2 && $3 > t { t = $3 } END { print t }' scene.csv; }
ahead='(vx * cos(heading) + vy * sin(heading))'
waiting() { lines "id <= 10 && t <= $(last_out) && $1"; }

all_get_out_and_in() { [[ $(member arrived) == 18 ]]; }
# Away from the door with the face to it, which they do not turn away either.
step_back() { (($(waiting "vy < -0.1 && $ahead < -0.1 && sin(heading) > 0 && turned^2 < 0.05^2") >= 5)); }
# The heading has changed by 30 degrees or more, and they move across it: neither does it stay, nor does it follow.
turn_their_shoulders() {
    (($(waiting "sin(heading) < cos(0.5236) && vx^2 + vy^2 > 0.01 && $ahead^2 < 0.5 * (vx^2 + vy^2)") >= 20))
}

run_scene subway-doors
must all_get_out_and_in
must step_back
must turn_their_shoulders
run_scene subway-doors --model orca # turns round and walks away
must_not step_back
must_not turn_their_shoulders
run_scene subway-doors --model eorca-c # steps back, too, as it cannot turn round
must_not turn_their_shoulders

# Robots ---------------------------------------------------------------------------------------------------------------

all_arrive() { [[ $(member arrived) == 88 ]]; }
turn_to_fit() { ! at_most "$(member turned_share)" 0.4; }
keep_facing_their_way() { at_most "$(member turned_share)" 0.1; }

run_scene hrp4-crossing-flow
must all_arrive
must turn_to_fit
for model in orca eorca-c; do
    run_scene hrp4-crossing-flow --model "$model"
    must keep_facing_their_way
done
finish
