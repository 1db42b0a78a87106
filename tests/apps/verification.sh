#!/usr/bin/env bash
# The verification suite, scaled down: small scenes of RiMEA and the IMO as a matrix, for the models that are fast.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
source "$root/tests/apps/common.bash"
scenes=$root/scenarios/verification

mkdir small
cat >small/study.yaml <<YAML
wend: 1
title: A small suite
source: RiMEA and IMO
form: matrix
cases:
  corridor: {scenario: $scenes/corridor.yaml, models: &all [orca, social-force-2000, power-law, rcap, eorca-p], seeds: 1}
  stairs: {scenario: $scenes/stairs-down.yaml, models: [orca, social-force-2000, rcap, eorca-p], seeds: 1, area: [2, 0.1, 8, 1.9], voronoi: true}
  response: {scenario: $scenes/response.yaml, models: *all, seeds: 2}
  corner: {scenario: $scenes/corner.yaml, models: *all, seeds: 1}
  main: {scenario: $scenes/cabins.yaml, models: *all, seeds: 1, line: [-1, -2, -1, 3]}
  secondary: {scenario: $scenes/cabins.yaml, models: *all, seeds: 1, line: [25, -2, 25, 3]}
  exit: {scenario: $scenes/room-exit.yaml, models: [orca, social-force-2000], set: {people: 30}, seeds: 1, line: [8.6, 0, 8.6, 5]}
  four: {scenario: $scenes/hall.yaml, models: orca, set: {quarter: 160}, seeds: 1}
  two: {scenario: $scenes/hall.yaml, models: orca, set: {quarter: 160, closed: 1}, seeds: 1}
  full: {scenario: $scenes/density.yaml, models: orca, set: {density: 6}, unattainable: Discs do not fit.}
rows:
  - {test: corridor, label: time, case: corridor, measure: all_arrived, goal: within, target: 30, margin: 4}
  - {test: stairs, label: speed, case: stairs, measure: voronoi_speed, goal: within, target: 0.685, margin: 0.035}
  - {test: response, label: first, case: response, measure: start_first, goal: at least, target: 10}
  - {test: response, label: last, case: response, measure: start_last, goal: at most, target: 100.5}
  - {test: corner, label: walls, case: corner, measure: wall_crossings, goal: at most, target: 0}
  - {test: corner, label: behind, case: corner, measure: not_arrived, goal: at most, target: 0}
  - {test: cabins, label: main, case: main, measure: crossings_left, goal: within, target: 15, margin: 0}
  - {test: cabins, label: secondary, case: secondary, measure: crossings_right, goal: within, target: 8, margin: 0}
  - {test: exit, label: flow, case: exit, measure: flow_mean, goal: at most, target: 1.33}
  - {test: exit, label: left, case: exit, measure: not_arrived, goal: at most, target: 0}
  - {test: hall, label: ratio, case: two, ratio_to: four, measure: all_arrived, goal: within, target: 2, margin: 0.4}
  - {test: full, label: nothing, case: full, measure: all_arrived}
YAML

expect 0 "the small suite" "$wend" study small --quiet
for test in corridor response corner cabins; do
    says "^$test +pass +pass +pass +pass +pass" "$test under every model"
done
says '^stairs +pass +pass +- +pass +pass' "stairs"
says '^exit +pass +pass +- +- +-' "the cap of the profile imo"
says '^hall +pass +-' "two doors instead of four"
says '^full +not attainable' "what discs cannot do"
grep -q '^| corridor | pass | pass | pass | pass | pass |$' small/result.md || fail "the page has no matrix"
expect 0 "a table as a matrix" "$wend" study small --quick --matrix --quiet
for study in rimea imo fundamental grandstand; do
    expect 0 "$study is read" "$wend" study "$root/studies/$study" --seeds 1 --quick --quiet --jobs 2
done
finish
