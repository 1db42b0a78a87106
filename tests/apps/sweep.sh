#!/usr/bin/env bash
# wend sweep: the table, its intervals, going on after an interruption or a crash, and noticing a changed scenario.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

expect 0 "a sweep" "$wend" sweep antipodal-circle --vary agents=5,10 --seeds 1..3 --out table.csv
says '^agents  runs' "a sweep"
[[ $(wc -l <table.csv) == 3 ]] || fail "the table has not three lines"
head -n 1 table.csv | grep -q '^agents,runs,arrived,arrived_ci95,last_arrival_s,' || fail "the table's head"
sed -n 2p table.csv | grep -q '^5,3,5,0,' || fail "the table's first row"
[[ $(wc -l <table.csv.journal) == 6 ]] || fail "the journal has not six lines"

cp table.csv before.csv
expect 0 "the same again" "$wend" sweep antipodal-circle --vary agents=5,10 --seeds 1..3 --out table.csv
says '6 of 6 runs are already' "the same again"
cmp -s table.csv before.csv || fail "the same again gives another table"
expect 0 "more of it" "$wend" sweep antipodal-circle --vary agents=5:15:5 --seeds 1..4 --out table.csv
says '6 of 12 runs are already .*; 6 to go' "more of it"
[[ $(wc -l <table.csv.journal) == 12 ]] || fail "more of it did runs again"

# A line that a crash cut off is done again, and swallows nothing.
truncate -s -40 table.csv.journal
expect 0 "a torn journal" "$wend" sweep antipodal-circle --vary agents=5:15:5 --seeds 1..4 --out table.csv --jobs 1
says '11 of 12 runs are already' "a torn journal"
expect 0 "a mended journal" "$wend" sweep antipodal-circle --vary agents=5:15:5 --seeds 1..4 --out table.csv
says '12 of 12 runs are already' "a mended journal"

expect 0 "as JSON" "$wend" sweep antipodal-circle --vary agents=5 --seeds 1,2 --out json.csv --measure --json
parses "as JSON"
silent err "as JSON"
says '"smoothness"' "as JSON"
cat >side.yaml <<'YAML'
wend: 1
variables: {side: 0}
time: {limit: 5}
profiles: {walker: {habits: {keep_side: "${side}"}}}
agents: [{at: [0, 0], goal: [3, 0]}]
YAML
expect 0 "a range through 0" "$wend" sweep side.yaml --vary side=-0.3:0.3:0.1 --seeds 1 --out side.csv --quiet
[[ $(cut -d, -f1 side.csv | tr '\n' ' ') == 'side -0.3 -0.2 -0.1 0 0.1 0.2 0.3 ' ]] || fail "a range through 0: $(cut -d, -f1 side.csv)"
printf 'agents, spacing\n5, 1\n7, 1.5\n' >rows.csv
expect 0 "a list" "$wend" sweep antipodal-circle --list rows.csv --seeds 1 --out list.csv --quiet
sed -n 3p list.csv | grep -q '^7,1.5,1,' || fail "the list's second row"
silent err "a quiet sweep"
printf '\xef\xbb\xbf"agents","spacing"\r\n"5","1"\r\n"7","1.5"\r\n' >excel.csv
expect 0 "a list of a spreadsheet" "$wend" sweep antipodal-circle --list excel.csv --seeds 1 --out excel-table.csv --quiet
[[ $(cut -d, -f1-3 excel-table.csv) == $(cut -d, -f1-3 list.csv) ]] || fail "a list of a spreadsheet gives another table"
printf 'agents\n5\n5\n' >twice.csv
expect 0 "a row twice" "$wend" sweep antipodal-circle --list twice.csv --seeds 1 --out twice-table.csv
expect 0 "a row twice, again" "$wend" sweep antipodal-circle --list twice.csv --seeds 1 --out twice-table.csv
says '2 of 2 runs are already' "a row twice, again"

# The mean and its interval, against known numbers: t of 0.975 at 2 degrees of freedom is 4.3027.
expect 0 "an interval" "$wend" sweep endless.yaml --vary agents=20 --seeds 1..3 --limit 5 --out t.csv --quiet
awk '{ print $9 }' t.csv.journal | awk '{ n++; s += $1; q += $1 * $1 }
    END { m = s / n; printf "%.6f %.6f\n", m, 4.3026527 * sqrt((q - n * m * m) / (n - 1) / n) }' >wanted
awk -F, 'NR == 2 { printf "%.6f %.6f\n", $13, $14 }' t.csv >got
paste -d' ' wanted got | awk '{ d = $1 - $3; e = $2 - $4; exit !(d * d < 1e-10 && e * e < 1e-10) }' ||
    fail "the interval is $(<got), not $(<wanted)"

# Interrupted, it keeps what is done; called again, it does the rest.
sweep=("$wend" sweep endless.yaml --vary agents=20,30 --seeds 1..20 --limit 400 --jobs 2 --out long.csv)
"${sweep[@]}" >out 2>err &
run=$!
for ((i = 0; i < 400; i++)); do
    [[ -e long.csv.journal && $(wc -l <long.csv.journal) -ge 3 ]] && break
    sleep 0.05
done
kill -INT "$run"
wait "$run"
status=$?
done_before=$(wc -l <long.csv.journal)
if ((status == 130)); then
    says 'interrupted with [0-9]+ of 40 runs done' "an interrupted sweep"
elif ((status != 0 || done_before != 40)); then
    fail "an interrupted sweep: status $status"
fi
[[ -s long.csv ]] || fail "an interrupted sweep leaves no table"
expect 0 "the rest" "${sweep[@]}"
says "$done_before of 40 runs are already" "the rest"
[[ $(wc -l <long.csv.journal) == 40 ]] || fail "the rest is not all of it"

# Interrupted before anything is done, it leaves the table of before.
cp table.csv lasting.csv
"$wend" sweep endless.yaml --seeds 1 --out lasting.csv >out 2>err &
run=$!
for ((i = 0; i < 400; i++)); do
    grep -q '0 of 1 runs' err && break # it is at work
    sleep 0.05
done
kill -INT "$run"
wait "$run"
status=$?
((status == 130)) || fail "a sweep interrupted at once: status $status"
cmp -s table.csv lasting.csv || fail "a sweep interrupted at once writes over a table"

# Somebody else at the same table is kept out.
exec 8>>long.csv.journal
flock -n 8 || fail "the lock is not free"
expect 1 "two at one table" "${sweep[@]}"
says 'another command is at work' "two at one table"
exec 8>&-

# What a file includes may change behind its back.
mkdir -p scene
sed '/^profiles:/,/^  walker/d; /^variables/d' endless.yaml >scene/main.yaml
printf 'include: [people.yaml]\nvariables: {agents: 20}\n' >>scene/main.yaml
grep -A1 '^profiles:' endless.yaml | sed '1i wend: 1' >scene/people.yaml
sweep=("$wend" sweep scene/main.yaml --seeds 1..2 --limit 2 --out include.csv)
expect 0 "with an include" "${sweep[@]}"
sed -i 's/1\.3/1.1/' scene/people.yaml
expect 0 "with a changed include" "${sweep[@]}"
says 'the scenario has changed' "with a changed include"
[[ $(wc -l <include.csv.journal) == 2 ]] || fail "old results stand beside new ones"

# So may what shows in no starting state: the rate of a source, and a table or a drawing that the scenario names.
sed -i 's/count: "${agents}"/count: 20/' scene/main.yaml
printf 'wend: 1\nagents:\n  - source: {region: [-15, -15, 15, 15], rate: 1, most: 5}\n    profile: walker\n    goal: [0, 0]\n' >scene/coming.yaml
sed '/^agents:/,/^    goal:/d; s/people.yaml/people.yaml, coming.yaml/' scene/main.yaml >scene/coming-main.yaml
sed -i 's/time: .*/time: {step: 0.1, limit: 100000, stop: []}\ngeometry: [{kind: wall, file: plan.wkt}]/' scene/coming-main.yaml
echo 'LINESTRING(50 50, 60 50)' >scene/plan.wkt
sweep=("$wend" sweep scene/coming-main.yaml --seeds 1..2 --limit 2 --out coming.csv)
expect 0 "with a source" "${sweep[@]}"
expect 0 "with a source" "${sweep[@]}"
says '2 of 2 runs are already' "with a source"
sed -i 's/rate: 1/rate: 2/' scene/coming.yaml
expect 0 "with a changed source" "${sweep[@]}"
says 'the scenario has changed' "with a changed source"
sed -i 's/60 50/61 50/' scene/plan.wkt
expect 0 "with a changed plan" "${sweep[@]}"
says 'the scenario has changed' "with a changed plan"
expect 0 "with the same again" "${sweep[@]}"
says '2 of 2 runs are already' "with the same again"

# Neither a night of runs nor what they are made from is lost to a wrong name.
mkdir -p taken
expect 1 "a table where a folder is" "$wend" sweep antipodal-circle --vary agents=5 --seeds 1 --out taken
says 'is a directory' "a table where a folder is"
silent out "a table where a folder is"
[[ ! -e taken.journal ]] || fail "a table that cannot be written has a journal"
cp endless.yaml kept.yaml
expect 2 "a table over its scenario" "$wend" sweep kept.yaml --seeds 1 --limit 1 --out ./kept.yaml
says "would write over 'kept.yaml'" "a table over its scenario"
expect 2 "a table over its list" "$wend" sweep antipodal-circle --list rows.csv --seeds 1 --out rows.csv
cmp -s kept.yaml endless.yaml && grep -q spacing rows.csv || fail "a table is written over what it is made from"

expect 2 "a value list that is none" "$wend" sweep antipodal-circle --vary agents
expect 2 "a range that never ends" "$wend" sweep antipodal-circle --vary agents=5:1:1
expect 2 "a seed twice" "$wend" sweep antipodal-circle --vary agents=5 --seeds 1..3,2 --out none.csv
says 'a seed twice' "a seed twice"
expect 2 "a value twice" "$wend" sweep antipodal-circle --vary agents=5,6,5 --out none.csv
says "agents has the value '5' twice" "a value twice"
expect 2 "a variable that varies and stays" "$wend" sweep antipodal-circle --vary agents=5 --set agents=6 --out none.csv
says '--set agents says nothing' "a variable that varies and stays"
printf 'agents,agents\n5,6\n' >twice.csv
expect 3 "a list with a name twice" "$wend" sweep antipodal-circle --list twice.csv --out none.csv
says 'twice.csv:1:1: error: .*`agents` twice' "a list with a name twice"
expect 2 "a variable set twice" "$wend" run antipodal-circle --no-record --set agents=5 --set agents=6
says '--set agents is there twice' "a variable set twice"
expect 2 "seeds that are none" "$wend" sweep antipodal-circle --vary agents=5 --seeds 3..1
expect 3 "a variable that is none" "$wend" sweep antipodal-circle --vary agnets=5 --out none.csv
[[ ! -e none.csv && ! -e none.csv.journal ]] || fail "a refused sweep leaves files"

# A single long run is seen to get on, not only to end.
expect 0 "one long run" "$wend" sweep endless.yaml --set agents=400 --limit 400 --seeds 1 --out lone.csv
if grep -q 'took [2-9] s' err; then
    grep -qE '^ *[1-9][0-9]? %, 0 of 1 runs' err || fail "one long run stands still: $(<err)"
fi

finish
