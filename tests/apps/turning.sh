#!/usr/bin/env bash
# Scenes in which bodies have to turn: those who can do so, and get through; discs as broad as shoulders do not.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

# run_scene NAME MODEL: its trajectories in ./scene.csv; the summary as JSON in ./out.
run_scene() {
    expect 0 "$1 under $2" "$wend" run "$1" --model "$2" --record scene.h5 --json
    cp out summary
    expect 0 "$1 under $2 as text" "$wend" convert scene.h5 scene.csv
    cp summary out
}

# turn_of ID: the largest turn of its shoulders, in whole degrees.
turn_of() {
    "$wend" measure scene.h5 --watch "$1" --json >out 2>err
    member largest_turn_deg | cut -d. -f1
}

# lines CONDITION: how many lines of ./scene.csv meet it, as awk says it with id, t, x, y, vx, vy, heading in their places.
lines() {
    awk -F, -v OFS=, 'NR > 1 { id = $1; t = $3; x = $4; y = $5; vx = $7; vy = $8; heading = $9; n += ('"$1"') } END { print n + 0 }' scene.csv
}

for model in eorca-f eorca-p; do
    run_scene hallway-squeeze "$model"
    [[ $(member arrived) == 1 ]] || fail "$model does not get through 0.3 m"
    (($(lines 'x > -0.8 && x < 0.8 && cos(heading)^2 > 0.02') == 0)) || fail "$model is in the gap without having turned"
    run_scene hallway-head-on "$model"
    [[ $(member arrived) == 2 ]] || fail "$model: two do not pass each other in 0.7 m"
    (($(turn_of 1) >= 40 || $(turn_of 2) >= 40)) || fail "$model: nobody turns in 0.7 m"
done
for model in orca eorca-c; do
    run_scene hallway-squeeze "$model"
    [[ $(member arrived) == 0 ]] || fail "$model gets through 0.3 m with its shoulders ahead"
    run_scene hallway-head-on "$model"
    [[ $(member arrived) == 0 ]] || fail "$model: two pass each other in 0.7 m with their shoulders ahead"
done

# In a row of seats one has 0.36 m: a body there reaches no farther than half of it to the front and to the back, which
# lets it turn by 32 degrees.
reach='0.149^2 * cos(heading)^2 + 0.2286^2 * sin(heading)^2'
run_scene aircraft-rows eorca-p
[[ $(member arrived) == 15 ]] || fail "$(member arrived) of 15 leave the aircraft"
(($(lines "y > 0.55 && $reach > 0.19^2") == 0)) || fail "somebody turns in a row of seats, where there is no room for it"
(($(lines 'y > 0.55 && vy < -0.2 && cos(heading)^2 > 0.7') > 15)) || fail "nobody side-steps along the row"
(($(lines 'x > 4.2 && y < 0.4 && vx > 0.5 && cos(heading) > 0.9') > 15)) || fail "nobody faces forwards in the aisle"

# The first ten board. Before the others are out some of them step back: they move against their heading.
run_scene subway-doors eorca-p
[[ $(member arrived) == 18 ]] || fail "$(member arrived) of 18 get out and in"
back='id <= 10 && vy < -0.1 && vx * cos(heading) + vy * sin(heading) < -0.1'
(($(lines "$back") >= 5)) || fail "nobody before the doors steps back"
turned='id <= 10 && vx^2 + vy^2 > 0.01 && (vx * cos(heading) + vy * sin(heading))^2 < 0.5 * (vx^2 + vy^2)'
(($(lines "$turned") >= 5)) || fail "nobody before the doors turns"

run_scene hrp4-crossing-flow eorca-f
[[ $(member arrived) == 88 ]] || fail "$(member arrived) of 88 robots arrive"
finish
