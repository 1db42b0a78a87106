#!/usr/bin/env bash
# The manual and the command agree: every option is in the manual, and what the manual shows can be typed.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

options_of() { "$wend" "$@" --help | sed -nE 's/^  (--[a-z-]+).*/\1/p' | tr '\n' ' '; }

declare -A options # of a command, with a blank after each
mapfile -t words < <("$wend" help | sed -nE 's/^  ([a-z]+) .*/\1/p')
for word in "${words[@]}"; do options[$word]=$(options_of "$word"); done
kinds='--soak --record --models --routes --minds --mesh ' # of benchmarks, each with options of its own
options[bench]+=$kinds

# What a command has stands on a page that speaks of the command.
for word in "${words[@]}"; do
    mapfile -t pages < <(grep -lE "wend $word\b|^## .*\b$word\b" "$root"/docs/*.md)
    for option in ${options[$word]}; do
        [[ $option == --help || $option == --quiet ]] && continue # said once for all, in docs/command.md
        ((${#pages[@]})) && grep -qE -- "$option\b" "${pages[@]}" || fail "wend $word $option is not in the manual"
    done
done

for kind in $kinds; do options[bench]+=$(options_of bench "$kind"); done

# Examples stand on lines of their own, after blanks and perhaps a dollar.
examples=0
while IFS= read -r line; do
    read -r word rest <<<"${line%%[#|]*}"
    [[ -n ${options[$word]:-} ]] || continue # not a command but a sentence, or the launcher's own word
    examples=$((examples + 1))
    for option in $(grep -oE -- '(^| )--[a-z-]+' <<<"$rest"); do
        [[ " ${options[$word]}" == *" $option "* ]] || fail "the manual has 'wend $line', and there is no $option"
    done
done < <(sed -nE 's/^    (\$ )?(\.\/)?wend ([a-z]+.*)/\3/p' "$root"/docs/*.md "$root/README.md" "$root/CONTRIBUTING.md")
((examples >= 30)) || fail "only $examples examples were found in the manual"
finish
