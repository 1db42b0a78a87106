#!/usr/bin/env bash
# Validates every shipped scenario against `wend schema` with a validator that is not ours (ajv), and checks that it
# refuses what is wrong. Needs npm, and the network the first time; without them the test is skipped.
#   validate.sh BUILD-DIRECTORY
set -euo pipefail

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
build=$1
tools=$build/npm
packages=(ajv@8.17.1 js-yaml@4.1.0)

skip() {
    printf 'SKIPPED: %s\n' "$1"
    exit 77
}

command -v npm >/dev/null || skip "npm is not installed"
mkdir -p "$tools"
if [[ $(cat "$tools/.installed" 2>/dev/null) != "${packages[*]}" ]]; then
    timeout 120 npm install --no-audit --no-fund --prefix "$tools" "${packages[@]}" >"$tools/install.log" 2>&1 ||
        skip "npm cannot install ${packages[*]}; see $tools/install.log"
    printf '%s\n' "${packages[*]}" >"$tools/.installed"
fi

"$build/bin/wend" schema >"$tools/schema.json"
cat >"$tools/validate.cjs" <<'SCRIPT'
const fs = require('fs'), path = require('path'), yaml = require('js-yaml');
const [schemaFile, folder] = process.argv.slice(2);
const schema = JSON.parse(fs.readFileSync(schemaFile, 'utf8'));
const dialect = /2020-12/.test(schema.$schema || '') ? 'ajv/dist/2020' : 'ajv';
const Ajv = require(dialect).default;
const valid = new Ajv({allErrors: true, strict: false}).compile(schema);
let wrong = 0;

function complain(text) {
    wrong++;
    console.error('FAILED: ' + text);
}

// The scenario files in a folder and below.
function scenarios(at) {
    return fs.readdirSync(at, {withFileTypes: true}).flatMap(entry =>
        entry.isDirectory() ? scenarios(path.join(at, entry.name))
        : entry.name.endsWith('.yaml') ? [path.join(at, entry.name)] : []);
}

const files = scenarios(folder);
for (const file of files) {
    const document = yaml.load(fs.readFileSync(file, 'utf8'), {schema: yaml.CORE_SCHEMA});
    if (!valid(document))
        complain([path.relative(folder, file), ...valid.errors.map(e => `${e.instancePath}: ${e.message}`)].join('\n  '));
}

// Each is fine but for one thing.
const base = 'wend: 1\nagents: [{at: [0, 0], goal: [1, 0]}]\n';
const refused = {
    'an unknown key': base + 'colour: red\n',
    'no version': 'agents: [{at: [0, 0], goal: [1, 0]}]\n',
    'another version': base.replace('wend: 1', 'wend: 99'),
    'a word for a number': base + 'time: {step: soon}\n',
    'a negative limit': base + 'time: {limit: -1}\n',
    'an unknown stop': base + 'time: {stop: all bored}\n',
    'an unknown key in a profile': base + 'profiles: {walker: {hat: 1}}\n',
    'an unknown model': base + 'profiles: {walker: {model: teleport}}\n',
    'an unknown shape': base + 'profiles: {walker: {shape: {star: 0.25}}}\n',
    'an unknown kind of geometry': base + 'geometry: [{kind: river, points: [[0, 0], [1, 0]]}]\n',
    'a point of one number': base + 'geometry: [{kind: wall, points: [[0], [1, 0]]}]\n',
    'an unknown kind of goal': base.replace('goal: [1, 0]', 'goal: {fly: 7}'),
    'geometry that is no list': base + 'geometry: {kind: wall, points: [[0, 0], [1, 0]]}\n',
};
if (!valid(yaml.load(base))) complain('the smallest scenario is refused: ' + JSON.stringify(valid.errors));
for (const [what, text] of Object.entries(refused)) {
    if (valid(yaml.load(text, {schema: yaml.CORE_SCHEMA}))) complain(what + ' is accepted');
}
if (files.length < 31) complain(`only ${files.length} scenarios were found in ${folder}`);
if (!wrong) console.log(`${files.length} scenarios accepted, ${Object.keys(refused).length} wrong ones refused`);
process.exit(wrong ? 1 : 0);
SCRIPT
node "$tools/validate.cjs" "$tools/schema.json" "$root/scenarios"
