# Counts the cases in ctest's JUnit file and prints "passed failed skipped"; names what was skipped on stderr.
# A cmocka program counts for as many as the cases it ran, any other program for one.

/<testcase / { match($0, / name="[^"]*"/); name = substr($0, RSTART + 7, RLENGTH - 8)
               bad = / status="fail"/; absent = / status="notrun"/; running = ok = wrong = 0 }
/<skipped message="SKIP_RETURN_CODE/ { absent = 0; skip(name) }

{ line = $0; sub(/^\t*<system-out>/, "", line) }
line ~ /^\[ RUN      \]/                { running = 1 }
running && line ~ /^\[       OK \]/     { running = 0; ok++ }
running && line ~ /^\[  FAILED  \]/     { running = 0; wrong++ }
running && line ~ /^\[  SKIPPED \]/     { running = 0; skip(name ": " substr(line, 14)) }

/<\/testcase>/ { if ((bad || absent) && !wrong) wrong = 1
                 if (!ok && !wrong && !skips) ok = 1
                 passed += ok; failed += wrong; skipped += skips; skips = 0 }

END { print passed + 0, failed + 0, skipped + 0 }

function skip(what) { skips++; print "          skipped " what > "/dev/stderr" }
