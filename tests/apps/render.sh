#!/usr/bin/env bash
# wend render as a person meets it: every kind of file, mistakes and what is said about them, and what Ctrl-C leaves.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

# fontconfig keeps what it has read for as long as the program runs; sanitized builds need not hear of it.
printf 'leak:libfontconfig\n' >not-ours
export LSAN_OPTIONS="${LSAN_OPTIONS:+$LSAN_OPTIONS:}suppressions=$work/not-ours:print_suppressions=0"

"$wend" run antipodal-circle --set agents=8 --record circle.h5 >/dev/null || fail "no recording to draw"

# starts FILE BYTES: the file begins with these, written as in printf.
starts() { [[ $(head -c 40 "$1" | tr -d '\0') == *$(printf "$2")* ]] || fail "$1 does not look like one"; }

expect 0 "a picture" "$wend" render circle.h5 circle.png
says '^circle.png: 1200 x [0-9]+ pixels, at [0-9.]+ s$' "a picture"
silent err "a picture"
starts circle.png 'PNG'
expect 0 "a drawing" "$wend" render circle.h5 circle.svg --time-lapse 5 --colour agent
starts circle.svg '<?xml'
if command -v xmllint >/dev/null; then xmllint --noout circle.svg || fail "the SVG is not well formed"; fi
expect 0 "a page" "$wend" render circle.h5 circle.PDF --density --velocity --at 3
starts circle.PDF '%%PDF'
expect 0 "a video" "$wend" render circle.h5 circle.mp4 --width 320 --speed 5 --trail 2 --theme dark
says 'frames, 0\.0 s to' "a video"
starts circle.mp4 'ftyp'
expect 0 "a GIF" "$wend" render circle.h5 circle.gif --width 200 --speed 5 --colour speed --no-legend --quiet
silent out "a GIF, quietly"
starts circle.gif 'GIF89a'
expect 0 "a part of the run" "$wend" render circle.h5 part.gif --width 200 --from 2 --until 3 --fps 10
says '11 frames, 2\.0 s to 3\.0 s' "a part of the run"
expect 0 "a recording in text" bash -c "'$wend' convert circle.h5 circle.txt --quiet && '$wend' render circle.txt text.png"

expect 2 "a misspelt colour" "$wend" render circle.h5 x.png --colour sped
says "Did you mean 'speed'" "a misspelt colour"
expect 2 "a misspelt theme" "$wend" render circle.h5 x.png --theme drak
says "Did you mean 'dark'" "a misspelt theme"
expect 2 "a misspelt option" "$wend" render circle.h5 x.png --widht 300
says "Did you mean '--width'" "a misspelt option"
expect 2 "an unknown extension" "$wend" render circle.h5 x.jpeg
says '\.png, \.svg or \.pdf .* \.mp4, \.webm or \.gif' "an unknown extension"
expect 2 "no extension" "$wend" render circle.h5 png
expect 2 "no picture" "$wend" render circle.h5
expect 2 "a time outside" "$wend" render circle.h5 x.png --at 1000
says 'goes from 0 s to' "a time outside"
expect 2 "from after until" "$wend" render circle.h5 x.png --from 5 --until 3
expect 2 "a video at one time" "$wend" render circle.h5 x.mp4 --at 3
expect 2 "a picture with a speed" "$wend" render circle.h5 x.png --speed 2
expect 2 "an unknown level" "$wend" render circle.h5 x.png --level attic
says 'there is no level .attic.; there are' "an unknown level"
expect 2 "a width of nothing" "$wend" render circle.h5 x.png --width 0
expect 3 "a missing file" "$wend" render nothing.h5 x.png
says 'nothing\.h5' "a missing file"
printf 'not a recording' >junk.h5
expect 3 "a file that is no recording" "$wend" render junk.h5 x.png
expect 1 "a folder that is not there" "$wend" render circle.h5 nowhere/x.png
says 'nowhere/x\.png' "a folder that is not there"
mkdir folder.png
expect 1 "a folder with the name of a picture" "$wend" render circle.h5 folder.png
if ((EUID != 0)); then
    mkdir closed && chmod a-w closed
    expect 1 "a folder that cannot be written" "$wend" render circle.h5 closed/x.png
fi
[[ ! -e x.png && ! -e x.mp4 ]] || fail "a refused picture left a file"

# A long video, interrupted: what was there before stays, and nothing is left beside it.
printf 'before' >long.mp4
"$wend" render circle.h5 long.mp4 --speed 0.01 >out 2>err &
run=$!
for ((i = 0; i < 600; i++)); do
    [[ -n $(find . -name '.wend-writing-*' -size +0) ]] && break
    sleep 0.05
done
kill -INT "$run"
wait "$run"
status=$?
((status == 130)) || fail "SIGINT: status $status, not 130"
says 'stopped; no file was written' "SIGINT"
[[ $(cat long.mp4) == before ]] || fail "an interrupted video destroyed the file before it"
[[ -z $(find . -name '.wend-writing-*') ]] || fail "an interrupted video left a file beside"
finish
