// wend explain: how two agents avoid each other, as a drawing.
#include "commands.h"
#include "options.h"

#include "base/angle.h"
#include "picture/obstacle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The texts of the options of one agent; NULL where nobody says.
typedef struct avoider_options {
    const char *size, *at, *velocity;
    double heading; // degrees
} avoider_options;

typedef struct explain_options {
    option_list words;
    avoider_options a, b;
    double horizon, step;
    bool no_table;
} explain_options;

static bool read_pair(const char *option, const char *text, float *x, float *y) {
    if (!text) return true;
    char *end = NULL, *last = NULL;
    double first = strtod(text, &end);
    double second = *end == ',' ? strtod(end + 1, &last) : NAN;
    if (end != text && last && last != end + 1 && !*last && isfinite(first) && isfinite(second)) {
        *x = (float)first;
        *y = (float)second;
        return true;
    }
    fprintf(stderr, "wend: %s is '%s', must be two numbers with a comma between them, such as 0.15,0.23.\n", option,
            text);
    return false;
}

static bool read_avoider(const char *const names[3], const avoider_options *from, wi_avoider *to) {
    if (!isnan(from->heading)) to->heading = (float)(from->heading * WI_DEGREE);
    return read_pair(names[0], from->size, &to->along, &to->across) &&
           read_pair(names[1], from->at, &to->at.x, &to->at.y) &&
           read_pair(names[2], from->velocity, &to->velocity.x, &to->velocity.y);
}

static option_answer read_options(int argc, char **argv, explain_options *asked) {
    avoider_options *a = &asked->a, *b = &asked->b;
    const option_row options[] = {
        {"--a-size", OPTION_TEXT, &a->size, 0, 0, "X,Y", "half of a's depth and of its width, m (0.149,0.2286)"},
        {"--a-heading", OPTION_NUMBER, &a->heading, -360, 360, "DEG", "the way a faces, degrees (28.6)"},
        {"--a-at", OPTION_TEXT, &a->at, 0, 0, "X,Y", "where a is, m (0,0)"},
        {"--a-velocity", OPTION_TEXT, &a->velocity, 0, 0, "X,Y", "how fast a goes, m/s (0.6,0.2)"},
        {"--b-size", OPTION_TEXT, &b->size, 0, 0, "X,Y", "the same for b (0.149,0.2286)"},
        {"--b-heading", OPTION_NUMBER, &b->heading, -360, 360, "DEG", "the way b faces, degrees (149)"},
        {"--b-at", OPTION_TEXT, &b->at, 0, 0, "X,Y", "where b is, m (1.4,0.5)"},
        {"--b-velocity", OPTION_TEXT, &b->velocity, 0, 0, "X,Y", "how fast b goes, m/s (-0.1,-0.05)"},
        {"--horizon", OPTION_NUMBER, &asked->horizon, 0.05, 30, "S", "how far ahead they look, s (2)"},
        {"--step", OPTION_NUMBER, &asked->step, 0.001, 1, "S", "in which bodies that overlap are to part, s (0.1)"},
        {"--no-table", OPTION_FLAG, &asked->no_table, 0, 0, NULL, "leave out what the table of polygons makes of it"},
    };
    const option_table table = {
        .usage = "wend explain PICTURE [options]: draw how two elliptical agents avoid each other, as an SVG",
        .examples = "examples\n"
                    "  wend explain avoid.svg\n"
                    "  wend explain overtaking.svg --a-velocity 1.4,0 --b-velocity 0.6,0 --b-at 1.2,0.2\n"
                    "  wend explain shoulders.svg --b-heading 90 --horizon 1 --no-table\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &asked->words,
        .least_words = 1,
        .most_words = 1,
        .word = "PICTURE",
    };
    return options_read(&table, argc, argv);
}

int cmd_explain(int argc, char **argv) {
    wi_encounter of = wi_encounter_default();
    explain_options asked = {.a.heading = NAN, .b.heading = NAN, .horizon = (double)of.horizon, .step = 0.1};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (!read_avoider((const char *const[]){"--a-size", "--a-at", "--a-velocity"}, &asked.a, &of.a)) return 2;
    if (!read_avoider((const char *const[]){"--b-size", "--b-at", "--b-velocity"}, &asked.b, &of.b)) return 2;
    of.horizon = (float)asked.horizon;
    of.step = (float)asked.step;
    of.table = !asked.no_table;
    wend_error error = {0};
    wend_result result = wi_encounter_draw(&of, asked.words.item[0], &error);
    return result == WEND_OK ? 0 : command_fail(&error);
}
