# A crowd in the corridor before an exit of the recording uo-180-180-095: how it comes in, and what is measured of it. It walks from
# y = 8 m to y = -6 m, in the corridor from 4 m to -4 m. Sourced by script/fit-exit, whose head says what the numbers are.

# Lines `id frame x y z` (cm, 16 frames a second, the frames of one after the other) become starts: where somebody is first seen,
# inside of the walls, and its velocity over the first half second. The first comes in after 0.1 s: who is there from the beginning
# must not overlap, who comes later waits for room.
exit_starts() {
    awk '
        !($1 in first) { first[$1] = $2; x[$1] = $3 / 100; y[$1] = $4 / 100; ids[++n] = $1; if (n == 1 || $2 < begin) begin = $2 }
        $2 == first[$1] + 8 { vx[$1] = ($3 / 100 - x[$1]) * 2; vy[$1] = ($4 / 100 - y[$1]) * 2 }
        END {
            print "x,y,vx,vy,time"
            for (i = 1; i <= n; i++) {
                id = ids[i]; at = x[id] < -0.75 ? -0.75 : x[id] > 2.55 ? 2.55 : x[id]
                printf "%.4f,%.4f,%.4f,%.4f,%.4f\n", at, y[id], vx[id], vy[id], (first[id] - begin) / 16 + 0.1
            }
        }'
}

# exit_numbers FPS: lines `id frame x y` (m) become a line of fourteen numbers: seven densities and seven speeds.
exit_numbers() {
    awk -v fps="$1" '
        NR == 1 || $2 < begin { begin = $2 }
        { x[$1, $2] = $3; y[$1, $2] = $4 }
        END {
            half = int(0.4 * fps + 0.5)
            low = begin + 25 * fps; high = begin + 84 * fps
            for (key in x) {
                split(key, who, SUBSEP); id = who[1]; f = who[2]
                if (f < low || f > high || y[key] > 3.5 || y[key] <= -3.5) continue
                slice = int(4.5 - y[key]); heads[slice]++; frames[f] = 1
                if (!((id, f - half) in x) || !((id, f + half) in x)) continue
                dx = x[id, f + half] - x[id, f - half]; dy = y[id, f + half] - y[id, f - half]
                seen[slice]++; speed[slice] += sqrt(dx * dx + dy * dy) * fps / (2 * half)
            }
            for (f in frames) count++
            for (s = 1; s <= 7; s++) printf "%.4f ", heads[s] / count / 1.8
            for (s = 1; s <= 7; s++) printf "%.4f%s", seen[s] ? speed[s] / seen[s] : 0, s < 7 ? " " : "\n"
        }'
}
