# A crowd before the door 0.5 m wide of the recordings bottleneck_0.5m: where it starts, and what is measured of it. The door is
# at y = 0, people come from y > 0. Sourced by script/fit-press, whose head says what the numbers are.

# starts FILE [DEPTH BREADTH]: heads of the first frame become starts of bodies that face the door (half of what they measure, m;
# discs of 0.2 m): they are moved apart until they fit, seen as if they were stretched to discs of 0.2 m.
starts() {
    awk -v along="${2:-0.2}" -v across="${3:-0.2}" '
        BEGIN { along /= 0.2; across /= 0.2 }
        !/^#/ && $2 == 0 { x[++n] = $3 / across; y[n] = $4 / along }
        function part(i, j,    dx, dy, d, by) {
            dx = x[i] - x[j]; dy = y[i] - y[j]; d = sqrt(dx * dx + dy * dy); by = (0.402 - d) / 2
            if (by <= 0) return
            by = (by + 0.002) / d
            x[i] += by * dx; y[i] += by * dy; x[j] -= by * dx; y[j] -= by * dy
            moved = 1
        }
        END {
            do {
                moved = 0
                for (i = 1; i <= n; i++) for (j = 1; j < i; j++) part(i, j)
                for (i = 1; i <= n; i++) if (y[i] < 0.205) { y[i] = 0.21; moved = 1 }
            } while (moved)
            print "x,y"
            for (i = 1; i <= n; i++) print x[i] * across "," y[i] * along
        }' "$1"
}

# Lines `id frame x y` at 5 frames a second become a line of nine numbers: the flow, four densities, four speeds.
door_numbers() {
    awk '
        !/^#/ { x[$1, $2] = $3; y[$1, $2] = $4; if ($2 > last) last = $2
                if (!($1 in over) && $1 in before && before[$1] > 0 && $4 <= 0) { over[$1] = 1; crossings[$2]++ }
                before[$1] = $4 }
        function towards(id, f,    a, b) { # how much nearer to the door from two frames before to two after
            a = sqrt(x[id, f - 2] ^ 2 + y[id, f - 2] ^ 2); b = sqrt(x[id, f + 2] ^ 2 + y[id, f + 2] ^ 2)
            return (a - b) / 0.8
        }
        END {
            for (f = 0; f <= last; f++) for (k = crossings[f]; k > 0; k--) at[++n] = f
            for (key in x) {
                split(key, who, SUBSEP); id = who[1]; f = who[2]
                if (y[key] <= 0) continue
                if (x[key] ^ 2 <= 0.16 && y[key] >= 0.5 && y[key] <= 1.3)
                    for (s = 1; s <= 4; s++) if (f >= at[15 * s - 10] && f < at[15 * s + 5]) heads[s]++
                if (f < at[5] || f >= at[65] || !((id, f - 2) in x) || !((id, f + 2) in x)) continue
                d = sqrt(x[key] ^ 2 + y[key] ^ 2)
                for (s = 1; s <= 4; s++)
                    if ((d - (s == 1 ? 0.5 : s - 1)) ^ 2 <= 0.0625) { seen[s]++; nearer[s] += towards(id, f) }
            }
            printf "%.4f", 5 * (n - 1) / (at[n] - at[1])
            for (s = 1; s <= 4; s++) printf " %.4f", at[15 * s + 5] ? heads[s] / 0.64 / (at[15 * s + 5] - at[15 * s - 10]) : 0
            for (s = 1; s <= 4; s++) printf " %.4f", seen[s] ? nearer[s] / seen[s] : 0
            print ""
        }'
}
