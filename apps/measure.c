// wend measure: numbers and curves from a recording of any format.
#include "base/angle.h"
#include "commands.h"
#include "measure_curves.h"
#include "measure_table.h"
#include "options.h"
#include "places.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct measure_command {
    option_list words, curve_texts;
    const char *line, *area, *pair, *like, *match;
    double reach, from, axis;
    uint64_t seed, watch;
    bool json;
    wi_measure_options options;
    wi_like_options like_options;
    curves curves;
} measure_command;

#define NOT_GIVEN (-1.0)
#define NO_SEED UINT64_MAX
#define NOBODY UINT64_MAX

static option_answer read_options(int argc, char **argv, measure_command *asked) {
    wi_measure_options *measure = &asked->options;
    const option_row options[] = {
        {"--line", OPTION_TEXT, &asked->line, 0, 0, "X0,Y0,X1,Y1", "measure the flow over this line, m"},
        {"--area", OPTION_TEXT, &asked->area, 0, 0, "X0,Y0,X1,Y1",
         "measure density and lanes here, m (the box around everything)"},
        {"--radius", OPTION_NUMBER, &measure->radius, 0.001, 100, "R",
         "of a body, m, where the file does not tell (0.25)"},
        {"--discs", OPTION_FLAG, &measure->discs, 0, 0, NULL,
         "overlaps of the discs around bodies, not of the outlines that the file tells"},
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
        {"--seed", OPTION_SEED, &asked->seed, 0, 0, "N", "of the shuffling that lanes are compared with (0)"},
        {"--pair", OPTION_TEXT, &asked->pair, 0, 0, "ID,ID",
         "minimum predicted distance of two agents, and its phases"},
        {"--from", OPTION_NUMBER, &asked->from, 0, 1e9, "S", "the pair interacts from so long after both are seen (0)"},
        {"--watch", OPTION_SEED, &asked->watch, 0, 0, "ID", "largest turn of this agent's shoulders"},
        {"--like", OPTION_TEXT, &asked->like, 0, 0, "FILE", "distance to the same agents in another recording"},
        {"--match", OPTION_TEXT, &asked->match, 0, 0, "ID,ID", "with --like: only this agent here with that one there"},
        {"--curve", OPTION_LIST, &asked->curve_texts, 0, 0, "KIND=FILE.csv",
         "density, diagram, lanes, like, mpd, n-t or ttc as a table; may be repeated"},
        {"--json", OPTION_FLAG, &asked->json, 0, 0, NULL, "print the numbers as JSON and nothing else"},
    };
    const option_table table = {
        .usage = "wend measure FILE [options]: numbers from the trajectories in a file of any format",
        .examples = "examples\n"
                    "  wend measure demo.h5\n"
                    "  wend measure corridor.sqlite --line 0,-2,0,2 --radius 0.2 --curve n-t=crossed.csv\n"
                    "  wend measure corridor.h5 --area 0,-2,1.8,0 --voronoi --curve diagram=diagram.csv\n"
                    "  wend measure two.h5 --pair 1,2 --curve mpd=mpd.csv --like people.txt\n"
                    "  wend measure demo.h5 --json | jq .collisions\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &asked->words,
        .least_words = 1,
        .most_words = 1,
        .word = "FILE",
    };
    return options_read(&table, argc, argv);
}

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

// An option that says how something is measured needs that something.
static bool belongs(bool given, const char *option, bool to, const char *what) {
    if (!given || to) return true;
    fprintf(stderr, "wend: %s says nothing without %s.\n", option, what);
    return false;
}

static bool check_together(const measure_command *asked) {
    const wi_measure_options *measure = &asked->options;
    if (measure->voronoi && !asked->area) {
        fprintf(stderr, "wend: --voronoi needs --area: where density is measured.\n");
        return false;
    }
    return belongs(measure->walkable != NULL, "--walkable", measure->voronoi, "--voronoi") &&
           belongs(asked->reach >= 0.0, "--reach", measure->voronoi, "--voronoi") &&
           belongs(asked->seed != NO_SEED, "--seed", measure->lane_width > 0.0, "--lanes") &&
           belongs(!isnan(asked->axis), "--axis", measure->lane_width > 0.0, "--lanes") &&
           belongs(asked->from >= 0.0, "--from", measure->pair, "--pair") &&
           belongs(asked->match != NULL, "--match", asked->like != NULL, "--like");
}

static bool take_options(measure_command *asked) {
    wi_measure_options *measure = &asked->options;
    uint64_t match[2] = {0};
    if (!read_line(asked->line, measure->line) || !read_area(asked->area, measure->area)) return false;
    if (!read_ids("--pair", asked->pair, measure->pair_id) || !read_ids("--match", asked->match, match)) return false;
    measure->pair = asked->pair != NULL;
    measure->watch = asked->watch != NOBODY;
    measure->watch_id = asked->watch;
    if (!curves_read(&asked->curves, &asked->curve_texts, asked->like != NULL, measure)) return false;
    if (!check_together(asked)) return false;
    if (asked->reach >= 0.0) measure->cell_reach = asked->reach;
    if (asked->from >= 0.0) measure->pair_start = asked->from;
    if (asked->seed != NO_SEED) measure->seed = asked->seed;
    measure->lane_axis = asked->axis * WI_DEGREE;
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

static wend_result measure(measure_command *asked, wi_measures *found, wi_likeness *like, wend_error *error) {
    const char *file = asked->words.item[0];
    const wi_measure_watch watch = {.host = &asked->curves, .frame = curves_frame, .end = curves_end};
    wend_result result = curves_open(&asked->curves, error);
    if (result == WEND_OK) result = wi_measure_watched(file, &asked->options, &watch, found, error);
    if (result == WEND_OK && asked->like) result = wi_like(file, asked->like, &asked->like_options, like, error);
    if (result == WEND_OK) result = curves_finish(&asked->curves, error);
    curves_abandon(&asked->curves);
    return result;
}

static void report(const measure_command *asked, const wi_measures *found, const wi_likeness *like) {
    if (!asked->json) {
        measures_print(found, &asked->options);
        if (asked->like) likeness_print(like, asked->like);
        return;
    }
    wi_json_object object = wi_json_begin(stdout, 0);
    wi_json_put_text(&object, "file", asked->words.item[0]);
    measures_put_json(&object, found, &asked->options);
    if (asked->like) likeness_put_json(&object, like, asked->like);
    wi_json_end(&object);
    printf("\n");
}

int cmd_measure(int argc, char **argv) {
    measure_command asked = {
        .options = wi_measure_options_default(),
        .reach = NOT_GIVEN,
        .from = NOT_GIVEN,
        .axis = (double)NAN,
        .seed = NO_SEED,
        .watch = NOBODY,
    };
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (!take_options(&asked)) return 2;
    wi_measures found;
    wi_likeness like = {0};
    wend_error error = {0};
    wend_result result = measure(&asked, &found, &like, &error);
    if (result) return command_fail(&error);
    report(&asked, &found, &like);
    return 0;
}
