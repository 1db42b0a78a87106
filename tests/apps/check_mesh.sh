#!/usr/bin/env bash
# wend check --mesh: a drawing of the ground, written whole or not at all.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

expect 0 "a drawing" "$wend" check --mesh office.svg office
grep -q "<svg xmlns" office.svg || fail "no SVG"
[[ $(grep -c "class='floor'" office.svg) -ge 9 ]] || fail "eight rooms and a corridor are at least nine cells"
[[ $(tail -1 office.svg) == "</svg>" ]] || fail "the drawing is not whole"
command -v xmllint >/dev/null && { xmllint --noout office.svg || fail "the drawing is not XML"; }
expect 1 "a drawing that cannot be written" "$wend" check --mesh nowhere/office.svg office
says 'nowhere' "a drawing that cannot be written"
! grep -q "office.yaml: error" err || fail "the scenario is blamed for a drawing that cannot be written"
expect 0 "routers" "$wend" models --routers
says 'direct' "routers"
says 'mesh' "routers"
expect 2 "routers of a model" "$wend" models --routers orca

exit $((failures > 0))
