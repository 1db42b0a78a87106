#include "record/wkt.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define DEPTH_MAX 32 // of brackets in brackets: GEOS calls itself for each

static void note_error(const char *message, void *user) {
    wi_geos *geos = user;
    const char *name = strstr(message, "Exception: "); // of a class, which says nothing to a person
    if (name != NULL) message = name + strlen("Exception: ");
    snprintf(geos->text, sizeof geos->text, "%s", message);
}

bool wi_geos_open(wi_geos *geos) {
    *geos = (wi_geos){.handle = GEOS_init_r()};
    if (geos->handle == NULL) return false;
    GEOSContext_setErrorMessageHandler_r(geos->handle, note_error, geos);
    return true;
}

void wi_geos_close(wi_geos *geos) { GEOS_finish_r(geos->handle); }

// Where the geometry that starts here ends: behind the bracket that closes the first one, or behind EMPTY. A geometry
// that never ends goes to the end of the text, and the reader says what is wrong. NULL where it is too deep.
static const char *geometry_end(const char *at) {
    uint32_t depth = 0;
    for (; *at != '\0'; at++) {
        if (*at == '(' && ++depth > DEPTH_MAX) return NULL;
        if (*at == ')' && depth > 0 && --depth == 0) return at + 1;
        if (depth == 0 && strncasecmp(at, "EMPTY", 5) == 0) return at + 5;
    }
    return at;
}

static const char *skip_space(const char *at) {
    while (isspace((unsigned char)*at) || *at == ';') at++;
    return at;
}

// How many geometries there are; 0 with the reason.
static uint32_t count_geometries(wi_geos *geos, const char *wkt) {
    uint32_t count = 0;
    const char *at = skip_space(wkt);
    if (*at == '\0') snprintf(geos->text, sizeof geos->text, "there is nothing in it");
    while (*at != '\0') {
        at = geometry_end(at);
        if (at == NULL) {
            snprintf(geos->text, sizeof geos->text, "its brackets lie more than %d deep in each other", DEPTH_MAX);
            return 0;
        }
        at = skip_space(at);
        count++;
    }
    return count;
}

static GEOSGeometry *read_piece(wi_geos *geos, GEOSWKTReader *reader, const char *from, const char *to) {
    char *piece = strndup(from, (size_t)(to - from));
    GEOSGeometry *geometry = piece != NULL ? GEOSWKTReader_read_r(geos->handle, reader, piece) : NULL;
    free(piece);
    return geometry;
}

// Fills the list; false if one cannot be read, and then what was read is gone.
static bool read_pieces(wi_geos *geos, const char *wkt, GEOSGeometry **geometry, uint32_t count) {
    GEOSWKTReader *reader = GEOSWKTReader_create_r(geos->handle);
    if (reader == NULL) return false;
    uint32_t made = 0;
    for (const char *at = skip_space(wkt), *end; made < count; at = skip_space(end), made++) {
        end = geometry_end(at);
        geometry[made] = read_piece(geos, reader, at, end);
        if (geometry[made] == NULL) break;
    }
    GEOSWKTReader_destroy_r(geos->handle, reader);
    for (uint32_t i = 0; made < count && i < made; i++) GEOSGeom_destroy_r(geos->handle, geometry[i]);
    return made == count;
}

GEOSGeometry *wi_geos_from_wkt(wi_geos *geos, const char *wkt) {
    geos->text[0] = '\0';
    uint32_t count = count_geometries(geos, wkt);
    GEOSGeometry **list = malloc((count + 1) * sizeof *list), *all = NULL;
    if (list != NULL && count > 0 && read_pieces(geos, wkt, list, count))
        all = count == 1 ? list[0] : GEOSGeom_createCollection_r(geos->handle, GEOS_GEOMETRYCOLLECTION, list, count);
    free(list);
    if (all == NULL && geos->text[0] == '\0') snprintf(geos->text, sizeof geos->text, "there is no memory to read it");
    return all;
}
