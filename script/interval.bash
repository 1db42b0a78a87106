# An awk function for all who fit: half the width of the 95 % confidence interval of the mean of n numbers, of which the sum and
# that of their squares are known.
# shellcheck disable=SC2034 # for those who source this
half_width='
    function half_width(sum, squares, n,    variance) {
        variance = n > 1 ? (squares - sum ^ 2 / n) / n / (n - 1) : 0
        return variance > 0 ? 1.96 * sqrt(variance) : 0
    }'
