#!/usr/bin/env bash
# wend behaviour: text, DOT and SVG of the shipped machines, names that do not exist, and what a hostile name does to XML.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

expect 0 "text" "$wend" behaviour ticket-hall.yaml
silent err "text"
says '^traveller \(machine\)' "text"
says 'arrive \(start\)' "text"
says 'time over 70 % -> queue' "text"
says 'leave \(final\)' "text"

expect 0 "dot" "$wend" behaviour alarm.yaml --machine worker --dot
says '^digraph "worker" \{' "dot"
says '0 -> 1 \[label="alarm!"\]' "dot"

expect 0 "svg" "$wend" behaviour alarm.yaml --machine warden --svg warden.svg
python3 - warden.svg <<'PY' || fail "warden.svg is no whole picture"
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
name = "{http://www.w3.org/2000/svg}"
texts = [t.text for t in root.iter(name + "text")]
width, height = float(root.get("width")), float(root.get("height"))
assert "watch" in texts and "go" in texts and "alarm!" in texts, texts
assert len(list(root.iter(name + "path"))) >= 5
for box in root.iter(name + "rect"):
    if box.get("x"):
        assert 0 <= float(box.get("x")) and float(box.get("x")) + float(box.get("width")) <= width, box.attrib
        assert 0 <= float(box.get("y")) and float(box.get("y")) + float(box.get("height")) <= height, box.attrib
PY

expect 2 "two pictures in one file" "$wend" behaviour alarm.yaml --svg both.svg
says 'say which with --machine' "two pictures in one file"
[[ ! -e both.svg ]] || fail "a refused picture is drawn"
expect 2 "no such machine" "$wend" behaviour alarm.yaml --machine nobody
says "no behaviour 'nobody'" "no such machine"
expect 1 "no behaviours" "$wend" behaviour antipodal-circle
says 'no behaviours' "no behaviours"
expect 1 "a folder that is not there" "$wend" behaviour ticket-hall.yaml --svg nowhere/t.svg

cat >hostile.yaml <<'YAML'
wend: 1
time: {limit: 1}
behaviours: {"<b>&\"": {states: {"<script>": {time: 1, next: "a\\\"b"}, "a\\\"b": {final: true}}}}
YAML
expect 0 "hostile names" "$wend" behaviour hostile.yaml --svg hostile.svg
python3 -c 'import sys, xml.etree.ElementTree as t; t.parse("hostile.svg")' || fail "hostile names break the picture"
expect 0 "hostile names in dot" "$wend" behaviour hostile.yaml --dot

printf 'wend: 1\ntime: {limit: 1}\nbehaviours: {b: {states: {a: {next: c}}}}\n' >wrong.yaml
expect 3 "a file with problems" "$wend" behaviour wrong.yaml
says '^wrong.yaml:3:' "a file with problems"
finish
