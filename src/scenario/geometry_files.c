// Geometry from texts and files: WKT, GeoJSON, and DXF by way of a helper program.
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scenario/geometry.h"

#define FILE_MAX (256l << 20) // bytes

bool wi_file_ends(const char *path, const char *ending) {
    size_t length = strlen(path), tail = strlen(ending);
    if (length < tail) return false;
    for (size_t i = 0; i < tail; i++)
        if (tolower((unsigned char)path[length - tail + i]) != ending[i]) return false;
    return true;
}

static char *read_all(FILE *file, char *why, size_t why_size) {
    size_t size = 0, room = 1 << 16, got;
    char *text = malloc(room);
    while (text != NULL && (got = fread(text + size, 1, room - size - 1, file)) > 0) {
        size += got;
        if (size > FILE_MAX) break;
        if (size + 1 < room) continue;
        char *grown = realloc(text, room *= 2);
        if (grown == NULL) free(text);
        text = grown;
    }
    if (text != NULL && !ferror(file) && size <= FILE_MAX && memchr(text, 0, size) == NULL) {
        text[size] = '\0';
        return text;
    }
    if (text == NULL)
        snprintf(why, why_size, "there is no memory to read it");
    else if (ferror(file))
        snprintf(why, why_size, "cannot be read: %s", strerror(errno));
    else
        snprintf(why, why_size, size > FILE_MAX ? "is larger than 256 MB" : "is not a text file");
    free(text);
    return NULL;
}

char *wi_file_text(const char *path, char *why, size_t why_size) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) {
        snprintf(why, why_size, "cannot be opened: %s", strerror(errno));
        return NULL;
    }
    char *text = read_all(file, why, why_size);
    fclose(file);
    return text;
}

static GEOSGeometry *from_geojson(wi_geos *geos, const char *text) {
    GEOSGeoJSONReader *reader = GEOSGeoJSONReader_create_r(geos->handle);
    if (reader == NULL) return NULL;
    GEOSGeometry *geometry = GEOSGeoJSONReader_readGeometry_r(geos->handle, reader, text);
    GEOSGeoJSONReader_destroy_r(geos->handle, reader);
    return geometry;
}

GEOSGeometry *wi_geos_from_file(wi_geos *geos, const char *path) {
    bool dxf = wi_file_ends(path, ".dxf"), wkt = wi_file_ends(path, ".wkt");
    bool json = wi_file_ends(path, ".json") || wi_file_ends(path, ".geojson");
    if (!dxf && !wkt && !json) {
        snprintf(geos->text, sizeof geos->text, "its name must end in .wkt, .geojson, .json or .dxf");
        return NULL;
    }
    char *text =
        dxf ? wi_dxf_to_wkt(path, geos->text, sizeof geos->text) : wi_file_text(path, geos->text, sizeof geos->text);
    if (text == NULL) return NULL;
    geos->text[0] = '\0';
    GEOSGeometry *geometry = json ? from_geojson(geos, text) : wi_geos_from_wkt(geos, text);
    if (geometry == NULL && geos->text[0] == '\0') snprintf(geos->text, sizeof geos->text, "is not a geometry");
    free(text);
    return geometry;
}
