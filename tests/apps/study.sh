#!/usr/bin/env bash
# wend study: the table, the page and the CSV, what is not there yet, mistakes, going on after an interruption.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
source "$root/tests/apps/common.bash"

mkdir -p tiny
cat >tiny/study.yaml <<'YAML'
wend: 1
title: Five on a circle
source: nobody (2000), table 0
awaits: {models: [teleport], measures: [elegance]}
cases:
  circle: {scenario: antipodal-circle, set: {agents: 5}, models: [orca, teleport], seeds: 3, quick: 1}
rows:
  - {label: all there, case: circle, measure: all_arrived, published: {orca: 100}, goal: at most}
  - {label: left behind, case: circle, measure: not_arrived, models: orca, goal: at most, target: -1, reason: Nobody can.}
  - {label: elegance, case: circle, measure: elegance, models: orca}
YAML

expect 0 "a study" "$wend" study tiny
silent err "a study in a pipe"
says 'all there +orca +100 s +at most 100 s +[0-9.]+ (±|\+-) [0-9.]+ s \(3\) +met' "a study"
says 'all there +teleport +- +- +- +not there yet' "a study"
says 'left behind, missed: Nobody can' "a study"
says 'There is no measure `elegance` yet' "a study"
says 'written to .*tiny/result.md' "a study"
grep -q '^| all there | orca | 100 s | at most 100 s | .* | met |$' tiny/result.md || fail "the page has no such row"
grep -q '^Made by `wend study tiny` with wend ' tiny/result.md || fail "the page does not say how it was made"
grep -qF "$work" tiny/result.md && fail "the page names a place on this machine"
head -n 1 tiny/result.csv | grep -q '^label,model,measure,unit,published,' || fail "the head of the CSV"
[[ $(wc -l <tiny/result.csv) == 5 ]] || fail "the CSV has not five lines"
[[ ! -e tiny/result.journal ]] || fail "a finished study leaves its journal"

cp tiny/result.md before.md
expect 0 "the same again" "$wend" study tiny/study.yaml --jobs 1
cmp -s tiny/result.md before.md || fail "the same again gives another page"
expect 0 "a quick look" "$wend" study tiny --quick
says 'mean nothing' "a quick look"
says '\(0 of 2\)' "a quick look"
cmp -s tiny/result.md before.md || fail "a quick look writes beside the study"
expect 0 "a quick look elsewhere" "$wend" study tiny --quick --out deep/down --quiet
[[ -s deep/down/tiny/result.md && -s deep/down/tiny/result.csv ]] || fail "--out has no results"
expect 0 "more seeds" "$wend" study tiny --seeds 5 --out more
says '\(5\)' "more seeds"
grep -q 'wend study tiny --seeds 5' more/tiny/result.md || fail "the page hides the seeds"
sed 's/set: {agents: 5}/set: {agents: 2}, slow: {agents: 7}/' tiny/study.yaml >tiny/large.yaml
expect 0 "in full" "$wend" study tiny/large.yaml --slow --out full
grep -q 'wend study .* --slow`' full/*/result.md || fail "the page hides that all was run in full"
expect 2 "quick and slow" "$wend" study tiny --quick --slow
says 'contradict each other' "quick and slow"
expect 0 "as JSON" "$wend" study tiny --quick --json
parses "as JSON"
silent err "as JSON"
says '"verdict": "not there yet"' "as JSON"

# JSON tells the goal of each line as the table does, with its margin and all digits: none without a published value.
sed 's/{orca: 100}, goal: at most/{orca: 1.55e-06}, spread: 2, goal: within, margin: 0.5/' tiny/study.yaml >tiny/within.yaml
expect 0 "a goal within" "$wend" study tiny/within.yaml --quick
says 'all there +orca +1.55e-06 (±|\+-) 2 s +1.55e-06 (±|\+-) 0.5 s ' "a goal within"
says 'all there +teleport +- +- ' "a goal within, of nothing"
expect 0 "a goal within, as JSON" "$wend" study tiny/within.yaml --quick --json
goals=$(sed -nE 's/^ *"(published|spread|goal|target|margin)": (.*),$/\2/p' out | tr '\n' ' ')
[[ $goals == '1.55e-06 2 "within" 1.55e-06 0.5 null 2 "none" null null '* ]] || fail "goals in JSON: $goals"

# A variable that the scenario does not have is found before anything is run, at its line in the study.
sed 's/{agents: 5}/{agnts: 5}/' tiny/study.yaml >tiny/typo.yaml
expect 3 "a wrong variable" "$wend" study tiny/typo.yaml --out typo
says 'typo.yaml:6:46: error: there is no variable `agnts` to set in .*antipodal-circle.yaml; did you mean `agents`' "a wrong variable"
silent out "a wrong variable"
sed 's/{agents: 5}/{agents: 5}, slow: {agnts: 9}/' tiny/study.yaml >tiny/slower.yaml
expect 3 "a wrong variable of --slow" "$wend" study tiny/slower.yaml --out slower
says 'slower.yaml:6:[0-9]+: error: there is no variable `agnts` to set in .*; did you mean `agents`' "a wrong variable of --slow"

# So is a scenario that is not there: one beside the study may be meant, or a shipped one.
sed 's/antipodal-circle/antipodal-cirle/' tiny/study.yaml >tiny/lost.yaml
expect 3 "a misspelt scenario" "$wend" study tiny/lost.yaml --out lost
says 'tiny/lost.yaml:6:22: error: cannot read the scenario `antipodal-cirle`: .*did you mean `antipodal-circle`\?' "a misspelt scenario"
mkdir -p tiny/scenes
cp endless.yaml tiny/scenes/
sed 's|antipodal-circle|scenes/endles.yaml|' tiny/study.yaml >tiny/lost.yaml
expect 3 "a misspelt scenario beside the study" "$wend" study tiny/lost.yaml --out lost
says 'lost.yaml:6:22: error: .*did you mean `scenes/endless.yaml`\?' "a misspelt scenario beside the study"
(cd tiny && "$wend" study lost.yaml --out ../lost >../out 2>../err)
says '^lost.yaml:6:22: error: .*did you mean `scenes/endless.yaml`\?' "a misspelt scenario, from the folder of the study"
sed 's/antipodal-circle/nothing-like-any-of-them/' tiny/study.yaml >tiny/lost.yaml
expect 3 "a scenario like no other" "$wend" study tiny/lost.yaml --out lost
says 'lost.yaml:6:22: error: .*neither a file beside the study nor a shipped one' "a scenario like no other"

# A scenario of its own, beside the study, that cannot be read, and one that cannot be run.
mkdir -p broken
sed 's/antipodal-circle/scene.yaml/' tiny/study.yaml >broken/study.yaml
printf 'wend: 1\ntime: {limit: 1}\nagnts: []\n' >broken/scene.yaml
expect 3 "a wrong scenario" "$wend" study broken
says 'scene.yaml:3:1: error:' "a wrong scenario"
sed 's/antipodal-circle, set: {agents: 5}/room-door, set: {agents: 90000}/' tiny/study.yaml >broken/study.yaml
expect 1 "a crowd that does not fit" "$wend" study broken
says 'not run' "a crowd that does not fit"
[[ ! -e broken/result.md ]] || fail "a failed study writes a page"

# More seeds than there can be runs is a value out of range.
mkdir -p many
{
    sed '/^cases:/,$d; /^awaits:/d' tiny/study.yaml
    printf 'cases:\n'
    printf '  c%d: {scenario: antipodal-circle}\n' {1..101}
    printf 'rows: [{label: all there, case: c1, measure: all_arrived}]\n'
} >many/study.yaml
expect 2 "too many runs" "$wend" study many --seeds 1000
says 'more than 100000 runs; give fewer seeds, models or cases$' "too many runs"

# Of all studies, some of which fail or cannot be read: a list of those that have a table. The command takes the studies
# beside it, as in an installed tree.
mkdir -p tree/bin tree/share/wend/studies/{a,b,c,d}
ln "$wend" tree/bin/wend 2>/dev/null || cp "$wend" tree/bin/wend
for name in b d; do cp tiny/study.yaml tree/share/wend/studies/$name/; done
cp tiny/typo.yaml tree/share/wend/studies/a/study.yaml
cp tiny/typo.yaml tree/share/wend/studies/c/study.yaml
expect 3 "all studies as JSON" tree/bin/wend study --all --quick --json
parses "all studies as JSON"
[[ $(grep -c '"study": ' out) == 2 ]] || fail "all studies as JSON: not the two that can be run"
expect 3 "all studies to no folder" tree/bin/wend study --all --json --out endless.yaml
parses "all studies to no folder"
rm -r tree

# Interrupted, it keeps what is done; called again, it does the rest.
mkdir -p long
cp endless.yaml long/
cat >long/study.yaml <<'YAML'
wend: 1
title: Walking about
source: nobody
cases: {about: {scenario: endless.yaml, set: {agents: 30}, seeds: 40, limit: 400}}
rows: [{label: speed, case: about, measure: speed_mean}]
YAML
"$wend" study long --jobs 2 >out 2>err &
run=$!
for ((i = 0; i < 400; i++)); do
    [[ -e long/result.journal && $(wc -l <long/result.journal) -ge 3 ]] && break
    sleep 0.05
done
kill -INT "$run"
wait "$run"
status=$?
if ((status == 130)); then
    done_before=$(wc -l <long/result.journal)
    [[ ! -e long/result.md ]] || fail "an interrupted study writes a page"
    expect 0 "the rest" "$wend" study long --jobs 2
    says "$done_before of 40 runs are already" "the rest"
elif ((status != 0)); then
    fail "an interrupted study: status $status"
fi
says 'speed .*\(40\)' "the rest"
[[ ! -e long/result.journal ]] || fail "the finished study leaves its journal"

# Two studies in one folder keep out of each other's way.
sed 's/seeds: 40/seeds: 2/; s/limit: 400/limit: 1/' long/study.yaml >long/other.yaml
expect 0 "a study beside another" "$wend" study long/other.yaml --quiet
[[ -s long/other.results/result.csv && ! -e long/other.results/result.journal ]] || fail "a study beside another: no table"
cp long/result.csv kept.csv
expect 0 "it again" "$wend" study long/other.yaml --quiet
cmp -s long/result.csv kept.csv || fail "a study writes over the results of another"

# Results that cannot be written when all is done cost no runs.
mkdir -p short
sed 's/seeds: 40/seeds: 8/' long/study.yaml >short/study.yaml
cp endless.yaml short/
"$wend" study short --jobs 1 >out 2>err &
run=$!
for ((i = 0; i < 400; i++)); do
    [[ -s short/result.journal ]] && break
    sleep 0.01
done
mkdir short/result.csv
wait "$run"
status=$?
((status == 1)) || fail "results that cannot be written: status $status"
says 'all runs of short are done and kept in short/result.journal' "results that cannot be written"
rmdir short/result.csv
expect 0 "results that are written later" "$wend" study short
says '8 of 8 runs are already' "results that are written later"
[[ -s short/result.csv && ! -e short/result.journal ]] || fail "results that are written later: no table, or a journal"
expect 1 "no room for a journal" bash -c "trap '' XFSZ; ulimit -f 1; exec '$wend' study short --out small"
says 'cannot write the journal small/short/result.journal: File too large' "no room for a journal"

# Where no process can be started nobody waits for one.
for files in {4..9}; do
    bash -c "ulimit -n $files; exec timeout 60 '$wend' study short --quick" >out 2>err </dev/null
    (($? != 124)) || fail "a study with $files files never ends"
    grep -q 'cannot start a process for a run.*: Too many open files' err && refused=1
done
[[ ${refused:-} ]] || fail "too few files for a process, and nothing is said"

# What was changed meanwhile is run again: the scenario, what it includes, the study. A crowd that does not fit keeps the
# study from its end, and so its journal.
mkdir -p late
sed '/^profiles:/,/^  walker/d' endless.yaml >late/main.yaml
echo 'include: people.yaml' >>late/main.yaml
grep -A1 '^profiles:' endless.yaml | sed '1i wend: 1' >late/people.yaml
sed 's|^cases: .*|cases:\n  about: {scenario: main.yaml, set: {agents: 30}, seeds: 2, limit: 2}\n  full: {scenario: room-door, set: {agents: 90000}, seeds: 1}|' \
    long/study.yaml >late/study.yaml
expect 1 "a study that does not end" "$wend" study late
expect 1 "the same study" "$wend" study late
says '2 of 3 runs are already' "the same study"
for change in 's/100000/100001/ late/main.yaml' 's/1\.3/1.2/ late/people.yaml' 's/limit: 2/limit: 1/ late/study.yaml'; do
    sed -i "${change% *}" "${change##* }"
    expect 1 "a changed ${change##* }" "$wend" study late
    ! grep -q 'already' err || fail "a changed ${change##* }: $(grep already err)"
done
expect 1 "the same study again" "$wend" study late
says '2 of 3 runs are already' "the same study again"

# Known before all runs are done.
mkdir -p taken/tiny/result.csv
expect 1 "results where a folder is" "$wend" study tiny --out taken
says 'result.csv. is a directory.*--out' "results where a folder is"
silent out "results where a folder is"

expect 2 "no study" "$wend" study
expect 2 "two wishes" "$wend" study tiny --all
expect 2 "a misspelt study" "$wend" study lecture-oscilation
says "Did you mean 'lecture-oscillation'" "a misspelt study"
expect 2 "a study without a name" "$wend" study ''
says "'wend study --list' lists them" "a study without a name"
sed 's/seeds: 3/seeds: 3, ttc: 3, pair: [1, 3]/; s/measure: not_arrived/measure: pair_distance/; s/measure: elegance/measure: collision_share/' \
    tiny/study.yaml >tiny/meet.yaml
expect 0 "a pair and times to collision" "$wend" study tiny/meet.yaml --out meet
says 'left behind +orca .* [0-9.]+ (±|\+-) [0-9.]+ m \(3\)' "a pair and times to collision"
says 'elegance +orca .* 0\.[0-9]+ (±|\+-) ' "a pair and times to collision"
sed 's/pair: .1, 3./pair: [1, 99]/' tiny/meet.yaml >tiny/alone.yaml
for look in '' --quick; do
    expect 3 "a pair with nobody $look" "$wend" study tiny/alone.yaml $look --out alone
    says 'alone.yaml:6:[0-9]+: error: there is no agent 99: the scenario has 5' "a pair with nobody $look"
done
sed 's/pair: .1, 3./pair: [1, 3], watch: 6/' tiny/meet.yaml >tiny/alone.yaml
expect 3 "nobody to watch" "$wend" study tiny/alone.yaml --out alone
says 'alone.yaml:6:[0-9]+: error: there is no agent 6: the scenario has 5' "nobody to watch"
sed 's/seeds: 3/seeds: 3, after: 1e7/' tiny/study.yaml >tiny/late.yaml
expect 3 "after the limit" "$wend" study tiny/late.yaml --out late
says 'late.yaml:6:[0-9]+: error: nothing is measured after 1e\+07 s: the limit of the scenario is [0-9]+ s' "after the limit"

# Who is yet to come is known to a run alone, and a quick look may end before.
sed 's/random: .*/source: {region: [-15, -15, 15, 15], rate: 1, most: 5}/; s/variables: .*/variables: {agents: 5}/
     s/goal: .*/goal: [0, 0]/; s/limit: 100000/limit: 8/' endless.yaml >tiny/coming.yaml
sed 's/scenario: antipodal-circle/scenario: coming.yaml/; s/pair: .1, 3./pair: [1, 99]/' tiny/meet.yaml >tiny/alone.yaml
expect 1 "a pair with nobody to come" "$wend" study tiny/alone.yaml --out alone
says 'nobody has the id 99' "a pair with nobody to come"
[[ -d alone/alone && -z $(ls -A alone/alone) ]] || fail "a study of which every run fails leaves $(ls -A alone/alone)"
expect 0 "a quick look at it" "$wend" study tiny/alone.yaml --quick --out alone
sed -i 's/, ttc: 3//' tiny/meet.yaml
expect 3 "times to collision that nobody asked for" "$wend" study tiny/meet.yaml
says 'does not ask for `collision_share`: it needs `ttc`, too' "times to collision that nobody asked for"
sed -i 's/measure: not_arrived/measure: not_arived/' tiny/study.yaml
expect 3 "a misspelt measure" "$wend" study tiny
says 'study.yaml:9:[0-9]+: error: .*did you mean `not_arrived`' "a misspelt measure"
expect 0 "the list" "$wend" study --list
silent err "the list"
says '^  lecture-oscillation ' "the list"
expect 0 "the measures" "$wend" study --measures
says '^  smoothness ' "the measures"
says '^of the program crossing-pairs' "the measures"

# Those of elliptical agents work, if only for a short time; slow_study.sh has all the others.
for name in eorca-table-2.2 eorca-table-2.5 eorca-table-2.6 eorca-crossing eorca-bidirectional eorca-options; do
    expect 0 "$name" "$wend" study "$name" --quick --quiet --out short
    grep -qE ',(not run|not there yet)$' "short/$name/result.csv" && fail "$name: some runs failed"
done

# The manual has the index of the results that stand in the source tree.
expect 0 "the index" "$wend" study --index
sed -n '/^<!-- index: begin -->$/,/^<!-- index: end -->$/p' "$root/docs/studies.md" | sed '1d;$d' >wanted
cmp -s out wanted || fail "put the output of 'wend study --index' between the markers of docs/studies.md"
finish
