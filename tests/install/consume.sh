#!/usr/bin/env bash
# Installs a build and uses it as a stranger would: the examples of the README and of the measures as C17 and C++17, shared
# and static, through pkg-config and through find_package; and looks at what the libraries export.
#   consume.sh BUILD-DIRECTORY
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
warnings=(-Wall -Wextra -Wpedantic -Werror)

step() {
    printf '%s\n' "$1"
    shift
    "$@" || { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
}

# extract_example FILE: the first C block after the marker.
extract_example() {
    awk '/^<!-- example:/ { marked = 1 } /^```$/ { inside = 0; if (found) exit }
         inside { print } marked && /^```c$/ { inside = found = 1 }' "$here/../../$1"
}

# only_wend_symbols NM-OPTION LIBRARY
only_wend_symbols() {
    local symbols others
    symbols=$(nm "$1" --defined-only "$2" | awk 'NF == 3 { print $3 }')
    others=$(grep -v '^wend_' <<<"$symbols" || true)
    [[ -n $symbols && -z $others ]] || { printf '%s exports\n%s\n' "$2" "${others:-nothing}" >&2; return 1; }
}

without_geos() { ! readelf --dynamic "$1" | grep --quiet geos; }

build_stranger() {
    cmake -S "$here" -B "$work/build" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DEXAMPLE="$work/example.c" \
        -DMEASURE="$work/measure.c" &&
        cmake --build "$work/build"
}

extract_example README.md >"$work/example.c"
extract_example CONTRIBUTING.md >"$work/model.c"
extract_example docs/measures.md >"$work/measure.c"
cp "$work/example.c" "$work/example.cpp"
cp "$work/measure.c" "$work/measure.cpp"
step "the README has an example" test -s "$work/example.c"
step "so has CONTRIBUTING" test -s "$work/model.c"
step "and so have the measures" test -s "$work/measure.c"
step "a new model, C17" gcc -std=gnu17 "${warnings[@]}" -fsyntax-only "-I$here/../../include" "-I$here/../../src" "$work/model.c"

# Moved after installation, because an installed tree must not remember where it was made.
step "install" cmake --install "$build" --prefix "$work/first"
mv "$work/first" "$work/prefix"
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name wend.pc)")
libraries=$(dirname "$PKG_CONFIG_PATH")
export PKG_CONFIG_PATH
read -ra flags <<<"$(pkg-config --cflags --libs wend)"
read -ra static_flags <<<"$(pkg-config --static --cflags --libs wend)"
read -ra measure_flags <<<"$(pkg-config --cflags --libs wend-measure)"

step "C17, shared" gcc -std=c17 "${warnings[@]}" "$work/example.c" "${flags[@]}" -o "$work/c"
step "C++17, shared" g++ -std=c++17 "${warnings[@]}" "$work/example.cpp" "${flags[@]}" -o "$work/cpp"
step "C17, static" gcc -std=c17 -static "${warnings[@]}" "$work/example.c" "${static_flags[@]}" -o "$work/static"
step "measures, C17, shared" gcc -std=c17 "${warnings[@]}" "$work/measure.c" "${measure_flags[@]}" -o "$work/measure-c"
step "measures, C++17, shared" g++ -std=c++17 "${warnings[@]}" "$work/measure.cpp" "${measure_flags[@]}" -o "$work/measure-cpp"
step "each header alone, C17" gcc -std=c17 "${warnings[@]}" -fsyntax-only "$work"/prefix/include/wend/*.h
step "each header alone, C++17" g++ -std=c++17 "${warnings[@]}" -fsyntax-only "$work"/prefix/include/wend/*.h
for program in c cpp static measure-c measure-cpp; do
    step "run $program" env LD_LIBRARY_PATH="$libraries" "$work/$program"
done
step "find_package" build_stranger
step "run it, shared" "$work/build/shared"
step "run it, static" "$work/build/static"
step "measure, shared" "$work/build/measure-shared"
step "measure, static" "$work/build/measure-static"
for library in libwend libwend_measure; do
    step "symbols of $library.so" only_wend_symbols -D "$libraries/$library.so"
    step "symbols of $library.a" only_wend_symbols -g "$libraries/$library.a"
done
step "libwend does without GEOS" without_geos "$libraries/libwend.so"
step "the command" "$work/prefix/bin/wend" --version
