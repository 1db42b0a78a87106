#include "base/text.h"

#include <string.h>

// Words are compared up to here: enough for every name in the library, and the work stays bounded whatever comes in.
#define LETTERS_MAX 63

typedef uint32_t edit_row[LETTERS_MAX + 1]; // edits between the first letters of a and the first j letters of b

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

// The cheapest way to turn i letters of a into j letters of b, from the rows for i - 1 and i - 2 letters.
static uint32_t cheapest_edit(const char *a, const char *b, uint32_t i, uint32_t j, const uint32_t *row,
                              const uint32_t *above, const uint32_t *above2) {
    uint32_t edits = above[j - 1] + (a[i - 1] != b[j - 1]);
    edits = least(edits, above[j] + 1);
    edits = least(edits, row[j - 1] + 1);
    bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
    return swapped ? least(edits, above2[j - 2] + 1) : edits;
}

// The distance of Damerau and Levenshtein in the form where swapped letters are not edited again ("optimal string
// alignment"): it needs three rows instead of the whole table, and for misspellt names the two agree.
uint32_t wi_text_distance(const char *a, const char *b) {
    uint32_t a_length = (uint32_t)strnlen(a, LETTERS_MAX), b_length = (uint32_t)strnlen(b, LETTERS_MAX);
    edit_row rows[3] = {{0}};
    for (uint32_t j = 0; j <= b_length; j++) rows[0][j] = j;
    for (uint32_t i = 1; i <= a_length; i++) {
        uint32_t *row = rows[i % 3];
        row[0] = i;
        for (uint32_t j = 1; j <= b_length; j++)
            row[j] = cheapest_edit(a, b, i, j, row, rows[(i + 2) % 3], rows[(i + 1) % 3]);
    }
    return rows[a_length % 3][b_length];
}

uint32_t wi_text_too_far(const char *word) {
    uint32_t length = (uint32_t)strnlen(word, LETTERS_MAX);
    return length < 8 ? length / 2 + 1 : 5;
}

wi_nearest wi_nearest_to(const char *word) { return (wi_nearest){.word = word, .distance = wi_text_too_far(word)}; }

void wi_nearest_try(wi_nearest *nearest, const char *known) {
    uint32_t distance = wi_text_distance(known, nearest->word);
    if (distance >= nearest->distance) return;
    nearest->distance = distance;
    nearest->name = known;
}
