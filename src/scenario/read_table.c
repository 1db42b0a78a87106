// The table of a source: a CSV file with the columns time (s) and count.
#include "scenario/expression.h"
#include "scenario/files.h"
#include "scenario/sections.h"

#include <math.h>
#include <string.h>

// Takes a cell off the line: without spaces, ending at a comma or at the end.
static char *take_cell(char **line) {
    char *cell = *line + strspn(*line, " \t"), *end = cell + strcspn(cell, ",");
    *line = *end ? end + 1 : end;
    *end = '\0';
    while (end > cell && strchr(" \t\r", end[-1])) *--end = '\0';
    return cell;
}

// False if the line is no row: empty, a comment, or the names of the columns before the first row.
static bool is_row(const char *line, const wi_group *group) {
    line += strspn(line, " \t\r");
    if (*line == '\0' || *line == '#') return false;
    return group->schedule_count > 0 || strncmp(line, "time", 4) != 0;
}

static void read_row(wi_key_reader *reader, char *line, wi_place place, wi_group *group, uint32_t *capacity) {
    double time, count;
    const char *first = take_cell(&line), *second = take_cell(&line);
    if (!wi_number_parse(first, &time) || !wi_number_parse(second, &count) || *line) {
        wi_problem_add(reader->problems, place, "a row must be a time and a count, as in `10, 5`");
        return;
    }
    double before = group->schedule_count ? group->schedule[group->schedule_count - 1].time : 0.0;
    if (!(time >= before && time <= 1e9)) {
        wi_problem_add(reader->problems, place, "the time is %g s, must be at least %g (ascending) and at most 1e9",
                       time, before);
    } else if (!(count >= 0.0 && count <= 1e7 && floor(count) == count)) {
        wi_problem_add(reader->problems, place, "the count is %g, must be a whole number from 0 to 10 million", count);
    } else {
        group->schedule =
            wi_arena_grow(reader->arena, group->schedule, group->schedule_count, capacity, sizeof *group->schedule);
        group->schedule[group->schedule_count++] = (wi_time_count){time, (uint32_t)count};
    }
}

void wi_read_source_table(wi_key_reader *reader, const wi_node *node, const wi_key *key, void *into) {
    const char *path, *why;
    size_t size;
    if (!wi_value_file(reader, node, key->name, &path)) return;
    char *text = wi_text_file_read(reader->arena, path, WI_FILE_SIZE_MAX, &size, &why);
    if (!text) {
        wi_problem_add(reader->problems, node->place, "cannot read the file `%.200s`: %s", path, why);
        return;
    }
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0) text += 3; // some programs write a mark first
    uint32_t capacity = 0, number = 1;
    for (char *line = text, *next; line; line = next, number++) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        if (is_row(line, into)) read_row(reader, line, (wi_place){path, number, 1}, into, &capacity);
    }
    if (((wi_group *)into)->schedule_count == 0)
        wi_problem_add(reader->problems, node->place, "the file `%.200s` has no rows", path);
}
