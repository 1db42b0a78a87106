// Takes anything as a walkable area; in what is accepted, density is a number that makes sense.
#include "record/fuzz_input.h"

#include "measure/cells.h"

#include <math.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look(wi_cells *cells) {
    const wi_site site[] = {{1.0, 1.0, 1.0}, {1.0, 1.0, 2.0}, {2.5, 0.5, 0.5}, {9.0, 9.0, (double)NAN}};
    wi_cells_found found;
    if (!wi_cells_look(cells, site, 4, &found)) return; // GEOS may give up
    must(found.density >= 0.0, "a density below 0");
    must(isnan(found.speed) || (found.speed >= 0.499 && found.speed <= 1.501), "a speed that nobody has");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = strndup((const char *)data, size);
    wi_cells cells;
    wend_error error = {0};
    wend_result result = wi_cells_open(&cells, (const double[]){0.0, 0.0, 4.0, 3.0}, text, 2.0, &error);
    must(result == WEND_OK || (result == error.result && error.text[0]), "a failure without a message");
    if (result == WEND_OK) look(&cells);
    wi_cells_close(&cells);
    free(text);
    return 0;
}
