# What the tests of the command share: source it with the path of the command as first argument.
set -uo pipefail
wend=$(realpath -- "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

# A crowd that walks about until the limit, so that there is time to interrupt it.
cat >endless.yaml <<'YAML'
wend: 1
title: Walking about
variables: {agents: 200}
time: {step: 0.1, limit: 100000, stop: []}
profiles:
  walker: {model: orca, shape: {disc: 0.25}, preferred_speed: 1.3, max_speed: 1.5}
agents:
  - profile: walker
    random: {region: [-15, -15, 15, 15], count: "${agents}"}
    goal: {random: {region: [-14, -14, 14, 14], again: true, radius: 0.3}}
YAML

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    failures=$((failures + 1))
}

# expect STATUS WHAT COMMAND...: runs it with its output in ./out and ./err.
expect() {
    local wanted=$1 what=$2 status
    shift 2
    "$@" >out 2>err </dev/null
    status=$?
    ((status == wanted)) && return
    fail "$what: status $status, not $wanted: $*"
    sed 's/^/    /' out err | tail -20 >&2
    return 1
}

# says PATTERN WHAT: in what the last command wrote, on either stream.
says() { grep -qE -- "$1" out err || { fail "$2: nothing like '$1' in"; sed 's/^/    /' out err >&2; }; }

# silent FILE WHAT
silent() { [[ ! -s $1 ]] || { fail "$2: wrote"; sed 's/^/    /' "$1" >&2; }; }

# parses WHAT: ./out is JSON, as far as this machine can tell.
parses() {
    if command -v jq >/dev/null; then
        jq . out >/dev/null 2>&1 || fail "$1: not JSON"
    elif command -v python3 >/dev/null; then
        python3 -m json.tool out >/dev/null 2>&1 || fail "$1: not JSON"
    else
        [[ $(head -c 1 out) == [\[{] && $(tail -n 1 out) == [\]}] ]] || fail "$1: not JSON"
    fi
}

# member NAME: the value of a member of ./out, one to a line as wend prints them.
member() { sed -nE "s/^ *\"$1\": \"?([^\",]*)\"?,?\$/\1/p" out | head -n 1; }

finish() {
    ((failures == 0)) || exit 1
    printf 'fine\n'
}
