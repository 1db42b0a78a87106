#!/usr/bin/env bash
# wend view: pages that hold recordings, what is served, and what cannot be shown.
here=$(dirname -- "$(realpath -- "${BASH_SOURCE[0]}")")
source "$here/common.bash"
command -v node >/dev/null || { echo "no node to read pages with"; exit 77; }

# A viewer that is hard to put into a page.
mkdir viewer
printf '<html><head>\n<link rel="stylesheet" href="viewer.css">\n</head><body>\n<p id="own"></p>
<script src="viewer.js"></script>\n</body></html>\n' >viewer/viewer.html
printf 'const said = "<!-- </script> </SCRIPT>" + "done";\n' >viewer/viewer.js
printf 'p { color: red; content: "</style>"; }\n' >viewer/viewer.css
printf 'export const h5 = 1;\n' >viewer/h5.js
export WEND_VIEWER_DIR=$work/viewer
unset DISPLAY WAYLAND_DISPLAY

read_page() { node "$here/view_page.mjs" "$@"; }

expect 0 "a run" "$wend" run antipodal-circle --set agents=40 --record circle.h5
expect 0 "another run" "$wend" run antipodal-circle --set agents=17 --model rvo --record other.sqlite
"$wend" convert circle.h5 circle.csv --quiet
"$wend" convert other.sqlite other.csv --quiet

# One page, one recording -----------------------------------------------------------------------------------------------
expect 0 "a page" "$wend" view circle.h5 --html page.html
says 'page.html: [0-9.]+ MB' "a page"
expect 0 "what is in the page" read_page compare page.html 0 circle.csv
expect 0 "the script of the page" read_page script page.html
says '<!-- </script> </SCRIPT>done' "the script of the page"
grep -q 'src="viewer.js"\|href="viewer.css"' page.html && fail "the page asks for other files"
grep -q '<p id="own">' page.html || fail "the page has lost its own contents"
grep -c '</style>' page.html | grep -qx 1 || fail "a style sheet ends too early"
expect 0 "the description" read_page about page.html 0
parses "the description"
[[ $(member source) == circle.h5 && $(member fps) == 10 && $(member whole) == true ]] || fail "the description is wrong"
says '"name": "neighbour_distance"' "the parameters of the models"

# Pieces of it, two of them --------------------------------------------------------------------------------------------
expect 0 "a piece" "$wend" view circle.h5 --html piece.html --from 2 --until 4.05 --every 5
expect 0 "the frames of a piece" read_page numbers piece.html 0
[[ $(<out) == "20 25 30 35 40" ]] || fail "the piece has frames $(<out)"
expect 0 "two recordings" "$wend" view circle.h5 other.sqlite --html both.html --quiet
silent out "a quiet page"
silent err "a quiet page"
expect 0 "the first of two" read_page compare both.html 0 circle.csv
expect 0 "the second of two" read_page compare both.html 1 other.csv

# What is refused leaves the page before as it was ------------------------------------------------------------------------
cp page.html before.html
expect 0 "a large run" "$wend" run endless.yaml --limit 120 --record large.h5
expect 1 "a page that is too large" "$wend" view large.h5 --html page.html --most 1
says 'about [0-9]+ MB.*--every [0-9]+.*--from S --until S' "a page that is too large"
cmp -s page.html before.html || fail "a page that is too large destroyed the one before"
[[ -z $(ls -A | grep wend-writing) ]] || fail "something is left of a page that was not written"
expect 0 "as the message says" "$wend" view large.h5 --html small.html --most 1 --every "$(sed -nE 's/.*--every ([0-9]+).*/\1/p' err)"
expect 1 "a page nowhere" "$wend" view circle.h5 --html nowhere/page.html
says 'nowhere/page.html' "a page nowhere"
expect 2 "three recordings" "$wend" view circle.h5 circle.h5 circle.h5
expect 2 "a misspelt option" "$wend" view circle.h5 --htm x.html
expect 2 "from after until" "$wend" view circle.h5 --from 3 --until 2
expect 2 "a time that is not there" "$wend" view circle.h5 --from 1000 --html none.html
says 'ends at [0-9.]+ s' "a time that is not there"
expect 3 "a misspelt name" "$wend" view cirlce.h5 --html none.html
says 'cirlce.h5' "a misspelt name"
expect 3 "no recording" "$wend" view endless.yaml --html none.html
printf 'id,frame,x,y\n' >empty.csv
expect 3 "an empty recording" "$wend" view empty.csv --html none.html
says 'no frames' "an empty recording"
[[ ! -e none.html ]] || fail "a page of nothing was written"
WEND_VIEWER_DIR=$work/nowhere WEND_MISSING=$work/missing expect 1 "no viewer" "$wend" view circle.h5 --html none.html
says './wend component viewer' "no viewer"
[[ $(<missing) == viewer ]] || fail "the launcher is not told that the viewer is missing"

# What a killed run leaves ----------------------------------------------------------------------------------------------
"$wend" run endless.yaml --record killed.h5 >/dev/null 2>&1 &
run=$!
for ((i = 0; i < 600; i++)); do
    [[ -e killed.h5.part && $(stat -c %s killed.h5.part) -gt 20000 ]] && break
    sleep 0.05
done
kill -KILL "$run"
wait "$run" 2>/dev/null
head -c 15000 killed.h5.part >cut.part
expect 0 "a file that was cut off" "$wend" view cut.part --html cut.html
expect 0 "its description" read_page about cut.html 0
[[ $(member whole) == false ]] || fail "a file that was cut off passes for whole"
"$wend" convert cut.part cut.csv --quiet 2>/dev/null
expect 0 "what is left of it" read_page compare cut.html 0 cut.csv

# Served ----------------------------------------------------------------------------------------------------------------
"$wend" view circle.h5 other.sqlite --no-open >served 2>served-err &
view=$!
for ((i = 0; i < 200; i++)); do [[ -s served ]] && break; sleep 0.05; done
address=$(head -n 1 served)
[[ $address =~ ^http://127\.0\.0\.1:[0-9]+/$ ]] || { fail "the first line is not an address: $address"; finish; }
fetch() { node -e 'fetch(process.argv[1]).then(async (r) => { process.stdout.write(Buffer.from(await r.arrayBuffer())); process.exit(r.ok ? 0 : 1); })' "$address$1"; }
expect 0 "the page" fetch ""
cmp -s out viewer/viewer.html || fail "another page is served"
expect 0 "the list of runs" fetch runs.json
[[ $(tr -d ' \n' <out) == '{"live":false,"runs":["circle.h5","other.sqlite"]}' ]] || fail "the list of runs is $(<out)"
for ((i = 0; i < 100; i++)); do
    expect 0 "progress" fetch run/1/progress.json || break
    [[ $(member done) == true ]] && break
    sleep 0.05
done
[[ $(member agents) == 17 && $(member error) == "" ]] || fail "progress is wrong: $(<out)"
expect 0 "a block" fetch run/1/block/0
(($(stat -c %s out) > 10000)) || fail "a block has $(stat -c %s out) bytes"
expect 0 "agents" fetch "run/1/agents?from=16"
(($(stat -c %s out) == 44)) || fail "a table of one agent has $(stat -c %s out) bytes"
for path in run/2/about.json run/0/block/99 run/0/block/-1 run/0/block/1x run/0 run/0/ run//about.json run/0/none \
    run/00000000000000000000000000000000000000000000099999999999/index ..%2fetc%2fpasswd; do
    expect 1 "$path" fetch "$path"
done
expect 1 "a port that is taken" "$wend" view circle.h5 --port "$(sed -E 's|.*:([0-9]+)/|\1|' <<<"$address")"
kill -INT "$view"
wait "$view"
status=$?
((status == 0)) || fail "Ctrl-C: status $status, not 0"
[[ ! -s served-err ]] || { fail "serving wrote"; sed 's/^/    /' served-err >&2; }

# Recordings of others -----------------------------------------------------------------------------------------------------
data=${WEND_DATA:-$here/../../../shared/data}
for file in bottleneck_0.8m/00_01a.h5 eth_ucy/ETH_seq_eth/obsmat.txt bidirectional/bo-360-075-075.txt; do
    [[ -r $data/$file ]] || { printf 'not here: %s\n' "$file"; continue; }
    expect 0 "$file" "$wend" view "$data/$file" --html foreign.html --until 60
    "$wend" convert "$data/$file" foreign.csv --quiet 2>/dev/null
    fps=$(read_page about foreign.html 0 | sed -nE 's/^ *"fps": ([0-9.]+),/\1/p')
    awk -F, -v last="$(awk "BEGIN { print 60 * $fps }")" 'NR == 1 || $2 <= last' foreign.csv >foreign-piece.csv
    expect 0 "what is in $file" read_page compare foreign.html 0 foreign-piece.csv
done
finish
