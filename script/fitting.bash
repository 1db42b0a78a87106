# What the fits to recordings share: people in file and in a one-way corridor, and how far a candidate is from them. Sourced by
# script/fit-density and script/fit-press, which set root, wend, data, seeds (of the corridor) and work (a scratch folder),
# and may set model and body.

source "$root/script/interval.bash"

area=0,-2,1.8,0 # m: where the corridor is measured, and what is left of it for people to walk on
walkable='POLYGON ((2.8 -6.5, 2.8 -4, 1.8 -4, 1.8 4, 2.8 4, 2.8 8, -1 8, -1 4, 0 4, 0 -4, -1 -4, -1 -6.5, 2.8 -6.5))'

# Lines `id frame x` of people in file along x, 25 frames a second, become lines `headway speed`: every 0.4 s, the speed
# over 0.8 s, in which heads sway once.
pairs() {
    awk '
        { x[$2, $1] = $3; ids[$2] = ids[$2] " " $1 }
        function leader_distance(frame, id, way,    other, n, i, gap, least) {
            n = split(ids[frame], other, " ")
            least = 1e9
            for (i = 1; i <= n; i++) {
                gap = way * (x[frame, other[i]] - x[frame, id])
                if (gap > 0 && gap < least) least = gap
            }
            return least
        }
        END {
            for (key in x) {
                split(key, at, SUBSEP)
                if (at[1] % 10 || !((at[1] - 10, at[2]) in x) || !((at[1] + 10, at[2]) in x)) continue
                v = (x[at[1] + 10, at[2]] - x[at[1] - 10, at[2]]) / 0.8
                gap = leader_distance(at[1], at[2], v < 0 ? -1 : 1)
                if (gap < 1e9) print gap, v < 0 ? -v : v
            }
        }'
}

read_files() {
    for name in n34_cam2 n56_cam1; do
        awk -F, 'NR > 1 { print $1, $2, $3 }' "$data/single_file/$name.csv" | pairs >"$work/$name.pairs"
    done
    awk '!/^#/ { print $1, $2, $3 }' "$data/single_file/UX_14_1.txt" | pairs >"$work/UX_14_1.pairs"
}

# recorded NAME FIRST LAST: bins of density of the frames in which the flow is steady.
recorded() {
    { echo "# framerate: 16 fps"
      echo "# id frame x/cm y/cm z/cm"
      awk -v first="$2" -v last="$3" '$2 >= first && $2 <= last' "$data/unidirectional/$1.txt"; } >"$work/$1.txt"
    "$wend" measure "$work/$1.txt" --area $area --voronoi --walkable "$walkable" --curve "diagram=$work/$1.csv" >/dev/null
    awk -F, 'NR > 1 { print $1, $2, $3 }' "$work/$1.csv"
}

# Lines `density speed` of all recordings together, in bins that were seen for at least two seconds.
read_corridor() {
    { recorded uo-050-180-180 211 800
      recorded uo-100-180-180 200 790
      recorded uo-180-180-180 400 1284
      recorded uo-180-180-095 400 1350; } |
        awk '{ n[$1] += $2; v[$1] += $2 * $3 } END { for (d in n) if (n[d] >= 32) print d, v[d] / n[d] }' |
        sort -g >"$work/corridor"
}

# file_error CAP GAP TIME BUFFER: of the speed in file, where nobody shuffles. Nobody is faster than 1.38 m/s.
file_error() {
    awk -v cap="$1" -v gap="$2" -v time="$3" -v buffer="$4" '
        { limit = cap == "headway" ? ($1 - gap) / time : (3.14 * $1 / (1 + buffer)) ^ 2
          if (cap == "none" || limit > 1.38) limit = 1.38
          n[FILENAME]++; sum[FILENAME] += (limit - $2) ^ 2 }
        END { for (f in n) { all += sum[f] / n[f]; files++ }; printf "%.3f", sqrt(all / files) }' "$work"/*.pairs
}

# simulated SCRATCH DENSITY SEED CAP GAP TIME BUFFER SHUFFLE ABREAST [CROWD_HORIZON]: `seed density speed`, these in
# the middle of the crowd after 8 s.
simulated() {
    "$wend" run "$root/studies/density-fit/corridor.yaml" --set model="${model:-orca}" --set density="$2" --seed "$3" \
        --set cap="$4" --set gap="$5" --set time="$6" --set buffer="$7" --set shuffle="$8" --set abreast="$9" \
        --set crowd_horizon="${10:-0.5}" --set body="${body:-disc}" --record "$1/run.txt" --quiet >/dev/null
    awk '/^#/ || ($2 >= 16 && $3 > 42 && $3 < 58)' "$1/run.txt" >"$1/middle.txt"
    "$wend" measure "$1/middle.txt" --area 48,0,52,1.8 --voronoi --json |
        awk -F'[:,]' -v seed="$3" '/voronoi_density_mean/ { d = $2 } /voronoi_speed/ { v = $2 } END { print seed, d, v }'
}

# corridor_error SCRATCH CAP GAP TIME BUFFER SHUFFLE ABREAST [CROWD_HORIZON]: beside the recorded curve, between whose points
# it is straight; and half the width of its 95 % confidence interval, by how much the mean squares of seeds differ.
corridor_error() {
    local density seed
    for density in 0.5 1 1.5 2 2.5; do
        for ((seed = ${seeds%..*}; seed <= ${seeds#*..}; seed++)); do
            simulated "$1" "$density" "$seed" "${@:2}"
        done
    done | awk "$half_width"'
        NR == FNR { d[NR] = $1; v[NR] = $2; n = NR; next }
        { for (i = 2; i < n && d[i] < $2; i++);
          wanted = v[i - 1] + (v[i] - v[i - 1]) * ($2 - d[i - 1]) / (d[i] - d[i - 1])
          sum[$1] += ($3 - wanted) ^ 2; count[$1]++ }
        END {
            for (seed in sum) { square = sum[seed] / count[seed]; all += square; squares += square ^ 2; runs++ }
            error = sqrt(all / runs)
            printf "%.3f %.3f\n", error, half_width(all, squares, runs) / (2 * error)
        }' "$work/corridor" -
}
