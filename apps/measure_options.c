#include "measure_options.h"

#include "base/angle.h"
#include "places.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOT_GIVEN (-1.0)
#define NO_SEED UINT64_MAX
#define NOBODY UINT64_MAX

measure_options measure_options_default(void) {
    return (measure_options){
        .measure = wi_measure_options_default(),
        .radius = NOT_GIVEN,
        .reach = NOT_GIVEN,
        .from = NOT_GIVEN,
        .axis = (double)NAN,
        .shuffle = NO_SEED,
        .watch = NOBODY,
    };
}

void measure_options_list(measure_options *asked, option_row rows[MEASURE_OPTION_ROWS]) {
    wi_measure_options *measure = &asked->measure;
    const option_row served[] = {
        {"--line", OPTION_TEXT, &asked->line, 0, 0, "X0,Y0,X1,Y1", "measure the flow over this line, m"},
        {"--area", OPTION_TEXT, &asked->area, 0, 0, "X0,Y0,X1,Y1",
         "measure density and lanes here, m (the box around everything)"},
        {"--discs", OPTION_FLAG, &measure->discs, 0, 0, NULL,
         "overlaps and times to collision of the discs around bodies, not of the outlines that are told"},
        {"--mass", OPTION_NUMBER, &measure->mass, 0.001, 1e6, "KG", "of a body, for energy (70)"},
        {"--voronoi", OPTION_FLAG, &measure->voronoi, 0, 0, NULL,
         "density and speed by Voronoi cells in the area, too"},
        {"--walkable", OPTION_TEXT, &measure->walkable, 0, 0, "WKT",
         "where people can walk: cells end there (as the file says)"},
        {"--reach", OPTION_NUMBER, &asked->reach, 0, 1e6, "M", "cells end so far from their agent; 0: nowhere (2)"},
        {"--ttc", OPTION_NUMBER, &measure->collision_horizon, 0.001, 1000, "S", "times to collision up to this, s"},
        {"--lanes", OPTION_NUMBER, &measure->lane_width, 0.001, 1000, "M",
         "order of lanes, among those at most so far to the side, for example 0.3"},
        {"--axis", OPTION_NUMBER, &asked->axis, -360, 360, "DEG", "direction of the lanes (as agents walk)"},
        {"--shuffle", OPTION_SEED, &asked->shuffle, 0, 0, "N",
         "seed of the shuffling that lanes are compared with (0)"},
        {"--pair", OPTION_TEXT, &asked->pair, 0, 0, "ID,ID",
         "minimum predicted distance of two agents, and its phases"},
        {"--from", OPTION_NUMBER, &asked->from, 0, 1e9, "S", "the pair interacts from so long after both are seen (0)"},
        {"--watch", OPTION_SEED, &asked->watch, 0, 0, "ID", "largest turn of this agent's shoulders"},
    };
    const option_row others[] = {
        {"--radius", OPTION_NUMBER, &asked->radius, 0.001, 100, "R",
         "of a body, m, where the file does not tell; with --like, how near is alike (0.25)"},
        {"--like", OPTION_TEXT, &asked->like, 0, 0, "FILE", "distance to the same agents in another recording"},
        {"--match", OPTION_TEXT, &asked->match, 0, 0, "ID,ID", "with --like: only this agent here with that one there"},
        {"--curve", OPTION_LIST, &asked->curve_texts, 0, 0, "KIND=FILE.csv",
         "density, diagram, lanes, like, mpd, n-t or ttc as a table; may be repeated"},
    };
    _Static_assert(WEND_COUNT(served) == MEASURE_SERVED_ROWS &&
                       WEND_COUNT(served) + WEND_COUNT(others) == MEASURE_OPTION_ROWS,
                   "the sizes in measure_options.h are those of these tables");
    memcpy(rows, served, sizeof served);
    memcpy(rows + WEND_COUNT(served), others, sizeof others);
}

// Taking them ----------------------------------------------------------------------------------------------------------

// Two ids with a comma between; NULL leaves what is there.
static bool read_ids(const char *option, const char *text, uint64_t to[2]) {
    char *end;
    if (!text) return true;
    errno = 0;
    to[0] = strtoull(text, &end, 10);
    if (errno == 0 && end != text && *end == ',' && text[0] != '-' && end[1] >= '0' && end[1] <= '9') {
        to[1] = strtoull(end + 1, &end, 10);
        if (errno == 0 && *end == '\0') return true;
    }
    fprintf(stderr, "wend: %s needs the ids of two agents, for example %s 1,2, not '%s'.\n", option, option, text);
    return false;
}

static bool check_together(const measure_options *asked) {
    const wi_measure_options *measure = &asked->measure;
    if (measure->voronoi && !asked->area) {
        fprintf(stderr, "wend: --voronoi needs --area: where density is measured.\n");
        return false;
    }
    return option_belongs(measure->walkable != NULL, "--walkable", measure->voronoi, "--voronoi") &&
           option_belongs(asked->reach >= 0.0, "--reach", measure->voronoi, "--voronoi") &&
           option_belongs(asked->shuffle != NO_SEED, "--shuffle", measure->lane_width > 0.0, "--lanes") &&
           option_belongs(!isnan(asked->axis), "--axis", measure->lane_width > 0.0, "--lanes") &&
           option_belongs(asked->from >= 0.0, "--from", measure->pair, "--pair") &&
           option_belongs(asked->match != NULL, "--match", asked->like != NULL, "--like");
}

// Of a run it is only how near is alike.
static bool check_radius(const measure_options *asked, bool live) {
    if (!live || asked->radius < 0.0 || asked->like) return true;
    fprintf(stderr, "wend: --radius says nothing without --like: a run knows how large its bodies are.\n");
    return false;
}

static void take_numbers(measure_options *asked) {
    wi_measure_options *measure = &asked->measure;
    if (asked->radius >= 0.0) measure->radius = asked->radius;
    if (asked->reach >= 0.0) measure->cell_reach = asked->reach;
    if (asked->from >= 0.0) measure->pair_start = asked->from;
    if (asked->shuffle != NO_SEED) measure->seed = asked->shuffle;
    measure->lane_axis = asked->axis * WI_DEGREE;
}

bool measure_options_take(measure_options *asked, bool live) {
    wi_measure_options *measure = &asked->measure;
    uint64_t match[2] = {0};
    if (!read_line(asked->line, measure->line) || !read_area(asked->area, measure->area)) return false;
    if (!read_ids("--pair", asked->pair, measure->pair_id) || !read_ids("--match", asked->match, match)) return false;
    measure->pair = asked->pair != NULL;
    measure->watch = asked->watch != NOBODY;
    measure->watch_id = asked->watch;
    if (!curves_read(&asked->curves, &asked->curve_texts, asked->like != NULL, measure)) return false;
    if (!check_together(asked) || !check_radius(asked, live)) return false;
    if (!curves_spare(&asked->curves, asked->like)) return false;
    take_numbers(asked);
    asked->like_options = (wi_like_options){
        .radius = measure->radius,
        .one = asked->match != NULL,
        .id = match[0],
        .other_id = match[1],
        .frame = curves_like,
        .host = &asked->curves,
    };
    return true;
}
