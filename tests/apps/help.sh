#!/usr/bin/env bash
# Every command explains itself, and a mistake is answered with a hint and the documented status.
source "$(dirname -- "${BASH_SOURCE[0]}")/common.bash"

expect 0 "help" "$wend" help
silent err "help"
says 'Exit status: 0 done, 1 failed, 2 not understood, 3 problems in a file, 130 interrupted' "help"
mapfile -t words < <(sed -nE 's/^  ([a-z]+) .*/\1/p' out)
((${#words[@]} >= 12)) || fail "help lists only ${#words[@]} commands"
expect 0 "no command" "$wend"
for word in "${words[@]}"; do
    expect 0 "$word --help" "$wend" "$word" --help
    silent err "$word --help"
    says "^wend $word" "$word --help"
    says '^  --help ' "$word --help"
    [[ $word == version ]] || says '^examples' "$word --help"
    expect 0 "help $word" "$wend" help "$word"
    expect 2 "$word with an unknown option" "$wend" "$word" --nonsense-option
    says "there is no option '--nonsense-option'" "$word with an unknown option"
done

expect 2 "a misspelt command" "$wend" rum
says "Did you mean 'run'" "a misspelt command"
expect 2 "a misspelt option" "$wend" run antipodal-circle --recrod x.h5
says "Did you mean '--record'" "a misspelt option"
expect 2 "no file" "$wend" run
says 'which FILE' "no file"
expect 2 "two files" "$wend" run a.yaml b.yaml
says 'too many' "two files"
expect 2 "a value out of range" "$wend" run antipodal-circle --threads 0
says 'from 1 to 256' "a value out of range"
expect 2 "a variable without a value" "$wend" run antipodal-circle --set agents
says 'name=value' "a variable without a value"
expect 3 "a misspelt scenario" "$wend" run antipodal-cirle
says "antipodal-circle" "a misspelt scenario"
expect 3 "an unknown variable" "$wend" run antipodal-circle --set agnets=5
says 'agents' "an unknown variable"
printf 'wend: 1\nagnts: []\n' >typo.yaml
expect 3 "an unknown key" "$wend" run typo.yaml
says '^typo.yaml:2:1: error:' "an unknown key"
says 'agents' "an unknown key"
expect 3 "no such recording" "$wend" measure nothing.h5
expect 2 "a line that is none" "$wend" measure nothing.h5 --line 1,2,3
expect 2 "no such model" "$wend" models orka
says "Did you mean 'orca'" "no such model"
expect 2 "a model for everyone" "$wend" run antipodal-circle --model orcaa
says "Did you mean 'orca'" "a model for everyone"
expect 2 "nothing like a model" "$wend" models zzzzzz
says "'wend models' lists them" "nothing like a model"
expect 2 "a model without a name" "$wend" run antipodal-circle --model ''
says "'wend models' lists them" "a model without a name"

# What is measured is a group of its own in the help of a run, and the same as that of wend measure; a run knows its rate.
group() { sed -nE 's/^  (--[a-z]+ .*)/\1/p' | tr -s ' ' | grep -vE '^--(fps|json|help)\b'; }
cmp -s <("$wend" measure --help | group) <("$wend" run --help | sed '1,/^what is measured/d' | group) ||
    fail "wend run does not take what wend measure takes"
expect 0 "the longest name" "$wend" models steering
says 'flock_cohesion_distance +m ' "the longest name"
expect 0 "models as JSON" "$wend" models --json
parses "models as JSON"
expect 0 "habits" "$wend" models --habits
says "keep_side" "the table of habits"
expect 0 "habits as JSON" "$wend" models --habits --json
parses "habits as JSON"
expect 0 "personalities" "$wend" models --personalities
says "shy" "the personalities"
expect 0 "a model with long words" "$wend" models eorca-p
says '^  choose +velocity_first  velocity_first, together  ' "columns run together"
expect 2 "habits of a model" "$wend" models orca --habits
finish
