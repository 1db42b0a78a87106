#include "measure/quantile.h"

#include <math.h>

static void swap(double *a, double *b) {
    double c = *a;
    *a = *b;
    *b = c;
}

// The middle one of the first, the middle and the last.
static double choose_pivot(const double *numbers, uint32_t first, uint32_t last) {
    double a = numbers[first], b = numbers[first + (last - first) / 2], c = numbers[last];
    return fmax(fmin(a, b), fmin(fmax(a, b), c));
}

// Splits first..last into smaller than, equal to, larger than the pivot; first and last become the ends of the equals.
// Three parts, because many travel times are the same.
static void split(double *numbers, double pivot, uint32_t *first, uint32_t *last) {
    uint32_t low = *first, at = low, end = *last + 1;
    while (at < end) {
        if (numbers[at] < pivot) {
            swap(&numbers[low++], &numbers[at++]);
        } else if (numbers[at] > pivot) {
            swap(&numbers[at], &numbers[--end]);
        } else {
            at++;
        }
    }
    *first = low;
    *last = end - 1;
}

double wi_select(double *numbers, uint32_t count, uint32_t rank) {
    uint32_t first = 0, last = count - 1;
    while (first < last) {
        uint32_t low = first, high = last;
        split(numbers, choose_pivot(numbers, first, last), &low, &high);
        if (rank < low) {
            last = low - 1;
        } else if (rank > high) {
            first = high + 1;
        } else {
            break;
        }
    }
    return numbers[rank];
}

double wi_median(double *numbers, uint32_t count) {
    if (count == 0) return (double)NAN;
    double upper = wi_select(numbers, count, count / 2);
    if (count % 2 == 1) return upper;
    double lower = numbers[0];
    for (uint32_t i = 1; i < count / 2; i++) lower = fmax(lower, numbers[i]);
    return 0.5 * (lower + upper);
}
