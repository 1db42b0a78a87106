#!/usr/bin/env bash
# Completions and the manual page are made from the tables: valid, and complete.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

"$wend" completion bash >wend.bash || fail "completion bash"
"$wend" completion zsh >_wend || fail "completion zsh"
"$wend" help --man >wend.1 || fail "help --man"
expect 2 "completion for another shell" "$wend" completion fish
expect 0 "bash can read it" bash -n wend.bash
if command -v zsh >/dev/null; then expect 0 "zsh can read it" zsh -n _wend; fi
if command -v mandoc >/dev/null; then
    expect 0 "the manual" mandoc -T lint -W error wend.1
elif command -v man >/dev/null; then
    MANWIDTH=100 man --warnings -l wend.1 >out 2>err || fail "the manual cannot be shown"
    silent err "the manual"
fi

# offers WANTED WORD...: bash would offer it for the last of the words.
offers() {
    local offered
    # shellcheck disable=SC2016
    offered=$(bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _wend
                       printf "%s\n" "${COMPREPLY[@]}"' bash wend.bash "${@:2}")
    grep -qx -- "$1" <<<"$offered" || fail "bash does not offer '$1' for: ${*:2}"
}

for word in run sweep measure convert; do
    offers "$word" wend ""
    grep -q "^    $word)" _wend || fail "zsh does not know '$word'"
    grep -q "^.SS wend $word" wend.1 || fail "the manual does not have '$word'"
done
offers sweep wend sw
offers --seed wend run x.yaml --se
touch scene.yaml
offers scene.yaml wend run sc
offers scene.yaml wend run scene.yaml --record sc

# Every option of every help is there.
mapfile -t words < <("$wend" help | sed -nE 's/^  ([a-z]+) .*/\1/p')
for word in "${words[@]}"; do
    for option in $("$wend" "$word" --help | sed -nE 's/^  (--[a-z-]+).*/\1/p'); do
        offers "$option" wend "$word" "$option"
        awk -v word="    $word)" '$0 == word { inside = 1 } /;;/ { inside = 0 } inside' _wend |
            grep -q -- "'\*\?$option\[" || fail "zsh: $word $option"
    done
done
finish
