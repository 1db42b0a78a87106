#!/usr/bin/env bash
# wend explain: the drawings of the manual are up to date, and mistakes are explained.
docs=$(realpath -- "$(dirname -- "${BASH_SOURCE[0]}")/../../docs")
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

# The command lines stand in the manual, with a drawing each.
while read -r _ word file rest; do
    name=${file%.svg}
    expect 0 "drawing $file" "$wend" "$word" "$file" $rest
    silent out "drawing $file"
    if command -v xmllint >/dev/null; then xmllint --noout "$file" || fail "$file is not well formed"; fi
    cmp -s "$file" "$docs/images/explain-$name.svg" || fail "docs/images/explain-$name.svg is out of date: wend explain $file $rest"
    grep -q "images/explain-$name.svg" "$docs/ellipse-methods.md" || fail "explain-$name.svg is not in the manual"
    drawn=$((${drawn:-0} + 1))
done < <(grep -E '^    wend explain ' "$docs/ellipse-methods.md" | sed 's/^ *//')
[[ ${drawn:-0} == 3 ]] || fail "${drawn:-0} drawings in the manual, not 3"

expect 0 "without the table" "$wend" explain plain.svg --no-table
grep -q dashed plain.svg && fail "the table is drawn although nobody wants it"
expect 0 "two in one place" "$wend" explain place.svg --b-at 0,0 --a-velocity 0,0 --b-velocity 0,0
grep -qi nan place.svg && fail "a number that is none in the drawing"
# A panel of 300 px has room for 55 letters of 11 px below it; what is longer runs into the next panel.
for rest in "--step 0.001" "--step 0.00123456 --b-at 0.2,0.1" "--step 0.001 --b-at 0.2,0.1" "--horizon 0.123456 --b-at 9,0"; do
    expect 0 "a drawing with $rest" "$wend" explain long.svg $rest
    captions=$(sed -nE 's/^<text class="quiet"[^>]*>([^<]*(contact|heading|gives up)[^<]*)<.*/\1/p' long.svg)
    [[ $(wc -l <<<"$captions") == 3 ]] || fail "captions with $rest: $captions"
    ! grep -E '.{56}' <<<"$captions" || fail "a caption runs into the next panel with $rest"
done
expect 2 "no picture" "$wend" explain
expect 2 "a size of one number" "$wend" explain x.svg --a-size 0.2
says "two numbers with a comma" "a size of one number"
expect 2 "a size of three numbers" "$wend" explain x.svg --a-size 0.2,0.3,0.4
expect 2 "a size of nothing" "$wend" explain x.svg --b-size 0,0.3
says 'b has semi-axes 0 and 0.3 m; they must lie between' "a size of nothing"
expect 2 "a place that is none" "$wend" explain x.svg --a-at nan,0
expect 2 "a velocity beyond reason" "$wend" explain x.svg --a-velocity 1000,0
expect 2 "a horizon of nothing" "$wend" explain x.svg --horizon 0
expect 2 "a picture that is no SVG" "$wend" explain x.png
says 'x.png. must end in .svg' "a picture that is no SVG"
[[ ! -e x.png ]] || fail "an SVG is named x.png"
expect 1 "a folder that is not there" "$wend" explain nowhere/x.svg
says 'nowhere/x\.svg' "a folder that is not there"
[[ ! -e x.svg ]] || fail "a file was left behind"
finish
