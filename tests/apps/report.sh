#!/usr/bin/env bash
# wend report: the page, its figures beside those of wend measure, several runs, foreign recordings, and mistakes.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
source "$root/tests/apps/common.bash"
data=${WEND_DATA:-$root/../shared/data}

# well_formed FILE: tags are closed in order, nothing is fetched and nothing runs.
well_formed() {
    local problem
    problem=$(python3 - "$1" <<'PY'
import re, sys
from html.parser import HTMLParser
void = {"meta", "br", "hr", "img", "link", "input"}
class Checker(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.figures, self.titled = [], 0, 0
    def handle_starttag(self, tag, attributes):
        if tag in ("script", "iframe", "object", "link"): sys.exit(f"<{tag}> in the page")
        for name, value in attributes:
            if name.startswith("on"): sys.exit(f"{name} on <{tag}>")
            if name in ("href", "src") and not value.startswith("data:image/png;base64,"): sys.exit(f"{name}={value[:60]}")
        if tag == "svg": self.figures += 1
        if tag == "title" and "svg" in self.open: self.titled += 1
        if tag not in void: self.open.append(tag)
    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in void: self.open.pop()
    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag: sys.exit(f"</{tag}> closes nothing at {self.getpos()}")
text = open(sys.argv[1], encoding="utf-8").read()
checker = Checker()
checker.feed(text)
checker.close()
if checker.open: sys.exit(f"not closed: {checker.open}")
if checker.figures < 4: sys.exit(f"only {checker.figures} pictures")
if checker.titled != checker.figures: sys.exit(f"{checker.titled} titles of {checker.figures} pictures")
if re.search(r'(="|[>MLHV -])-?(nan|inf)\b', re.sub(r"<pre>.*?</pre>", "", text, flags=re.S)): sys.exit("nan in the page")
PY
    ) 2>&1 || fail "$1: $problem"
}

cat >hall.yaml <<'YAML'
wend: 1
title: 'A hall & <script>alert("x")</script>'
time: {step: 0.1, limit: 60, stop: all arrived}
profiles:
  walker: {model: orca, shape: {disc: 0.2}, preferred_speed: 1.3, max_speed: 1.6}
geometry:
  - {kind: room, points: [[0, 0], [14, 0], [14, 6], [0, 6]]}
goals:
  east: {region: [13, 2, 13.6, 4]}
  west: {region: [0.4, 2, 1, 4]}
agents:
  - {name: a, profile: walker, random: {region: [5, 0.5, 9, 5.5], count: 16}, goal: east, leaves: true}
  - {name: b, profile: walker, random: {region: [5, 0.5, 9, 5.5], count: 8}, goal: west, leaves: true}
YAML
for seed in 1 2 3; do
    expect 0 "a run" "$wend" run hall.yaml --seed "$seed" --record "run$seed.h5" --quiet
done

# One run: the page.
expect 0 "a report" "$wend" report run1.h5 --line 10,0,10,6 --area 4,0,10,6 --quiet
[[ -s report.html ]] || fail "no report.html beside the recording"
well_formed report.html
grep -q '<h1>A hall &amp; &lt;script&gt;' report.html || fail "the title is not escaped"
grep -q 'alert(&quot;x&quot;)' report.html || fail "the scenario's text is not escaped"
for word in 'Key figures' 'Evacuation' 'Exits' 'Flow over lines' 'Density' 'Speed' 'Travel times' 'Collisions' \
    'Parameters' 'Scenario' 'Weidmann' '>east<' '>west<' 'horizon' '@media print' 'prefers-color-scheme'; do
    grep -qF -- "$word" report.html || fail "the page lacks '$word'"
done
compgen -G '*.part' >/dev/null && fail "something unfinished is left behind"

# Its figures are those of wend measure.
expect 0 "figures as JSON" "$wend" report run1.h5 --line 10,0,10,6 --area 4,0,10,6 --json
parses "figures as JSON"
silent err "figures as JSON"
cp out figures.json
expect 0 "the measures" "$wend" measure run1.h5 --line 10,0,10,6 --area 4,0,10,6 --json
cp out measures.json
python3 - <<'PY' || fail "the report and wend measure do not agree"
import json
report, measured = json.load(open("figures.json"))["runs"][0], json.load(open("measures.json"))
same = ["agents", "duration_s", "travel_mean_s", "travel_median_s", "travel_max_s", "collisions", "colliding_pairs"]
near = {"path_mean_m": 0.006, "speed_mean_m_per_s": 1e-9, "density_mean_per_m2": 6e-4, "density_peak_per_m2": 6e-4,
        "max_depth_m": 6e-4}
for name in same: assert report[name] == measured[name], (name, report[name], measured[name])
for name, by in near.items(): assert abs(report[name] - measured[name]) <= by, (name, report[name], measured[name])
line = report["lines"][0]
assert line["flow_mean_per_s"] == measured["flow_mean_per_s"], line
assert line["crossings_right"] == measured["crossings_right"] and line["crossings_left"] == measured["crossings_left"]
assert {e["name"]: e["agents"] for e in report["exits"]} == {"east": 16, "west": 8}, report["exits"]
assert report["out"] == 24 and report["inside"] == 0
assert report["out_50_s"] <= report["out_95_s"] <= report["out_100_s"] <= report["duration_s"]
page = open("report.html", encoding="utf-8").read()
for name, decimals in (("travel_mean_s", 2), ("travel_median_s", 2), ("out_95_s", 1), ("collisions", 0)):
    assert f'<td class="n">{report[name]:.{decimals}f}</td>' in page, name
PY

# Three runs: means with intervals, against the definition.
expect 0 "three runs" "$wend" report run1.h5 run2.h5 run3.h5 --title 'Three <b>runs</b>' --out three.html --quiet
well_formed three.html
grep -q '<h1>Three &lt;b&gt;runs&lt;/b&gt;</h1>' three.html || fail "the title of the command is not escaped"
grep -q 'class="band c0" d="M' three.html || fail "three runs have no band"
grep -q 'mean of 3' three.html || fail "three runs have no mean"
expect 0 "three runs as JSON" "$wend" report run1.h5 run2.h5 run3.h5 --json
cp out three.json
python3 - <<'PY' || fail "means or intervals are wrong"
import json, math, statistics
report = json.load(open("three.json"))
values = [run["travel_mean_s"] for run in report["runs"]]
over = report["scenes"][0]["travel_mean_s"]
assert len(report["scenes"]) == 1 and abs(over["mean"] - statistics.mean(values)) < 0.01, over
assert abs(over["ci95"] - 4.3026527 * statistics.stdev(values) / math.sqrt(3)) < 0.05, over
PY
expect 0 "two runs" "$wend" report run1.h5 run2.h5 --out two.html --quiet
grep -q 'No confidence' two.html || fail "two runs: it is not said why there are no intervals"
grep -q 'class="band c0" d="M[^"]*Z' <(sed -n '/Evacuation curve/,/<\/svg>/p' two.html) && fail "two runs have a band"

# Runs of different scenes stand side by side, without means.
expect 0 "another scene" "$wend" run antipodal-circle-5 --record circle.h5 --quiet
expect 0 "two scenes" "$wend" report run1.h5 circle.h5 run2.h5 --out scenes.html --quiet
well_formed scenes.html
grep -q 'of 2 different scenes' scenes.html || fail "two scenes: nothing is said"
grep -q 'mean of 3' scenes.html && fail "two scenes are averaged"

# A recording of next to nothing, which does not tell how large bodies are either: what is taken instead is said.
printf '#framerate: 10\n1 0 1 2\n' >one.txt
expect 0 "one frame" "$wend" report one.txt --radius 0.3 --out one.html --quiet
well_formed one.html
grep -q 'does not tell how large bodies are: those are taken to be discs with a radius of 0.3 m' one.html ||
    fail "sizes are assumed in silence"
expect 0 "one frame as JSON" "$wend" report one.txt --json
says '"unsized": 1,' "one frame as JSON"
grep -q 'how large bodies are' report.html && fail "sizes are said to be assumed that are told"

# Foreign recordings.
for file in bottleneck_0.8m/00_01a.h5 bottleneck_0.5m/040_c_56_h-.txt eth_ucy/ETH_seq_eth/obsmat.txt; do
    [[ -r $data/$file ]] || { printf 'not here: %s\n' "$file"; continue; }
    expect 0 "$file" "$wend" report "$data/$file" --out foreign.html --quiet
    well_formed foreign.html
    grep -q 'does not tell where its exits are' foreign.html || fail "$file: exits are made up"
done

# Mistakes.
expect 2 "a misspelt option" "$wend" report run1.h5 --tilte x
says "Did you mean '--title'" "a misspelt option"
expect 2 "no file" "$wend" report
expect 2 "a line that is none" "$wend" report run1.h5 --line 1,2,3
expect 3 "a missing file" "$wend" report nothing.h5
says "nothing.h5" "a missing file"
expect 3 "no recording" "$wend" report hall.yaml
cp three.html before.html
expect 3 "one of them missing" "$wend" report run1.h5 nothing.h5 --out three.html
cmp -s three.html before.html || fail "a failure spoilt the page that was there"
expect 1 "an unwritable folder" "$wend" report run1.h5 --out nowhere/report.html --quiet
says 'nowhere' "an unwritable folder"
expect 1 "a folder instead of a file" "$wend" report run1.h5 --out . --quiet
finish
