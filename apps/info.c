// wend info: what is in a recording.
#include "base/json_write.h"
#include "commands.h"
#include "info_plan.h"
#include "options.h"
#include "record/convert.h"

#include "base/error.h"
#include "base/hash.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ids that were seen: open addressing, at most half full.
typedef struct id_set {
    uint64_t *id; // + 1, so that 0 is free
    size_t count, room;
} id_set;

typedef struct file_info {
    const wi_reader *reader;
    id_set agents;
    uint64_t frames, spots;
    uint32_t most; // agents in one frame
    int64_t first, last;
    double xmin, xmax, ymin, ymax, zmin, zmax;
    uint32_t holds;
} file_info;

typedef struct info_command {
    option_list words;
    bool quiet, json;
    double fps; // 0: what the file says
} info_command;

// Looking -------------------------------------------------------------------------------------------------------------

static void put_id(id_set *set, uint64_t key) {
    size_t at = wi_hash_word(0, key) & (set->room - 1);
    while (set->id[at] != 0 && set->id[at] != key) at = (at + 1) & (set->room - 1);
    if (set->id[at] == 0) set->count++;
    set->id[at] = key;
}

static bool grow(id_set *set) {
    id_set larger = {.room = set->room ? 2 * set->room : 1024};
    larger.id = calloc(larger.room, sizeof *larger.id);
    if (!larger.id) return false;
    for (size_t i = 0; i < set->room; i++)
        if (set->id[i]) put_id(&larger, set->id[i]);
    free(set->id);
    *set = larger;
    return true;
}

static bool note_id(id_set *set, uint64_t id) {
    if (2 * (set->count + 1) > set->room && !grow(set)) return false;
    put_id(set, id + 1);
    return true;
}

static bool note_frame(file_info *info, const wi_frame *frame) {
    if (info->frames++ == 0) info->first = frame->number;
    info->last = frame->number;
    info->spots += frame->count;
    if (frame->count > info->most) info->most = frame->count;
    info->holds |= wi_frame_holds(frame);
    for (uint32_t i = 0; i < frame->count; i++) {
        const wi_spot *spot = &frame->spot[i];
        info->xmin = fmin(info->xmin, spot->x), info->xmax = fmax(info->xmax, spot->x);
        info->ymin = fmin(info->ymin, spot->y), info->ymax = fmax(info->ymax, spot->y);
        info->zmin = fmin(info->zmin, spot->z), info->zmax = fmax(info->zmax, spot->z); // passes over NAN
        if (!note_id(&info->agents, spot->id)) return false;
    }
    return true;
}

static wend_result look(wi_reader *reader, file_info *info, wend_error *error) {
    *info = (file_info){.reader = reader,
                        .xmin = (double)NAN,
                        .xmax = (double)NAN,
                        .ymin = (double)NAN,
                        .ymax = (double)NAN,
                        .zmin = (double)NAN,
                        .zmax = (double)NAN};
    info->holds = wi_recording_holds(&reader->about);
    for (;;) {
        wi_frame frame = {0};
        bool more = false;
        wend_result result = reader->next(reader, &frame, &more, error);
        if (result || !more) return result;
        if (note_frame(info, &frame)) continue;
        return wi_fail(error, WEND_NO_MEMORY, "no memory for the ids of %zu agents", info->agents.count);
    }
}

// Telling -------------------------------------------------------------------------------------------------------------

static double duration(const file_info *info) {
    return info->frames ? ((double)info->last - (double)info->first) / info->reader->about.fps : 0.0;
}

static void print_columns(const file_info *info) {
    info_row("columns");
    printf("id, frame, x, y");
    for (uint32_t bit = WI_HOLDS_Z; bit <= WI_HOLDS_GROUP; bit *= 2)
        if (info->holds & bit) printf(", %s", wi_holds_name(bit));
    printf("\n");
}

static void print_profiles(const wi_recording *about) {
    if (about->profile_count == 0) return;
    info_row("profiles");
    for (uint32_t i = 0; i < about->profile_count; i++) printf("%s%s", i ? ", " : "", about->profiles[i]);
    printf("\n");
}

static void print_about(const wi_recording *about) {
    if (about->plan)
        info_print_plan(about);
    else
        print_profiles(about);
    if (about->has_seed) info_row("seed"), printf("%llu\n", (unsigned long long)about->seed);
    if (about->version) info_row("version"), printf("wend %s\n", about->version);
    if (about->geometry) info_row("geometry"), printf("%zu bytes of WKT\n", strlen(about->geometry));
    if (about->scenario) info_row("scenario"), printf("%zu bytes\n", strlen(about->scenario));
    if (about->note[0]) info_row("note"), printf("%s\n", about->note);
}

static void print_info(const char *path, const file_info *info) {
    const wi_recording *about = &info->reader->about;
    printf("%s: %s, %s\n", path, info->reader->format->name,
           about->whole ? "whole" : "cut short; this is what can be read");
    info_row("agents"), printf("%zu, at most %u at a time\n", info->agents.count, info->most);
    info_row("frames");
    if (info->frames)
        printf("%llu, %lld to %lld\n", (unsigned long long)info->frames, (long long)info->first, (long long)info->last);
    else
        printf("0\n");
    info_row("rows"), printf("%llu\n", (unsigned long long)info->spots);
    info_row("rate"), printf("%g frames a second\n", about->fps);
    info_row("duration"), printf("%.6g s\n", duration(info));
    if (info->spots) {
        info_row("x"), printf("%.3f to %.3f m\n", info->xmin, info->xmax);
        info_row("y"), printf("%.3f to %.3f m\n", info->ymin, info->ymax);
    }
    if (info->holds & WI_HOLDS_Z) info_row("z"), printf("%.3f to %.3f m\n", info->zmin, info->zmax);
    print_columns(info);
    print_about(about);
}

static void print_profiles_json(wi_json_object *object, const wi_recording *about) {
    wi_json_put_name(object, "profiles");
    printf("[");
    for (uint32_t i = 0; i < about->profile_count; i++) {
        if (i) printf(", ");
        wi_json_print_text(stdout, about->profiles[i]);
    }
    printf("]");
}

static void print_columns_json(wi_json_object *object, const file_info *info) {
    wi_json_put_name(object, "columns");
    printf("[\"id\", \"frame\", \"x\", \"y\"");
    for (uint32_t bit = WI_HOLDS_Z; bit <= WI_HOLDS_GROUP; bit *= 2) {
        if (!(info->holds & bit)) continue;
        printf(", ");
        wi_json_print_text(stdout, wi_holds_name(bit));
    }
    printf("]");
}

static void print_about_json(wi_json_object *object, const wi_recording *about) {
    print_profiles_json(object, about);
    if (about->has_seed)
        wi_json_put_count(object, "seed", about->seed);
    else
        wi_json_put_text(object, "seed", NULL);
    wi_json_put_text(object, "version", about->version);
    wi_json_put_count(object, "geometry_bytes", about->geometry ? strlen(about->geometry) : 0);
    wi_json_put_count(object, "scenario_bytes", about->scenario ? strlen(about->scenario) : 0);
    info_print_plan_json(object, about);
    wi_json_put_text(object, "note", about->note[0] ? about->note : NULL);
}

static void print_json(const char *path, const file_info *info) {
    const wi_recording *about = &info->reader->about;
    wi_json_object object = wi_json_begin(stdout, 0);
    wi_json_put_text(&object, "file", path);
    wi_json_put_text(&object, "format", info->reader->format->name);
    wi_json_put_flag(&object, "whole", about->whole);
    wi_json_put_count(&object, "agents", info->agents.count);
    wi_json_put_count(&object, "agents_at_a_time", info->most);
    wi_json_put_count(&object, "frames", info->frames);
    wi_json_put_number(&object, "first_frame", info->frames ? (double)info->first : (double)NAN, 0);
    wi_json_put_number(&object, "last_frame", info->frames ? (double)info->last : (double)NAN, 0);
    wi_json_put_count(&object, "rows", info->spots);
    wi_json_put_number(&object, "fps", about->fps, 6);
    wi_json_put_number(&object, "duration_s", duration(info), 6);
    wi_json_put_number(&object, "xmin_m", info->xmin, 6);
    wi_json_put_number(&object, "xmax_m", info->xmax, 6);
    wi_json_put_number(&object, "ymin_m", info->ymin, 6);
    wi_json_put_number(&object, "ymax_m", info->ymax, 6);
    wi_json_put_number(&object, "zmin_m", info->zmin, 6);
    wi_json_put_number(&object, "zmax_m", info->zmax, 6);
    print_columns_json(&object, info);
    print_about_json(&object, about);
    wi_json_end(&object);
    printf("\n");
}

static int describe(const info_command *asked, wi_reader *reader) {
    const char *path = asked->words.item[0];
    wend_error error = {0};
    file_info info;
    wend_result result = look(reader, &info, &error);
    int status = result ? command_fail(&error) : 0;
    if (!result && asked->json)
        print_json(path, &info);
    else if (!result && !asked->quiet)
        print_info(path, &info);
    free(info.agents.id);
    return status;
}

static void take_rate(wi_recording *about, double fps) {
    size_t used = strlen(about->note);
    about->fps = fps;
    if (used) snprintf(about->note + used, sizeof about->note - used, " (--fps goes before what is assumed)");
}

static option_answer read_options(int argc, char **argv, info_command *asked) {
    const option_row options[] = {
        {"--fps", OPTION_NUMBER, &asked->fps, 1e-6, 1e6, "N",
         "frames a second, where the file says none or a wrong one"},
        {"--quiet", OPTION_FLAG, &asked->quiet, 0, 0, NULL, "print nothing; the exit status says if it can be read"},
        {"--json", OPTION_FLAG, &asked->json, 0, 0, NULL, "print it as JSON and nothing else"},
    };
    const option_table table = {
        .usage = "wend info FILE [options]: what is in a recording",
        .examples = "examples\n"
                    "  wend info demo.h5\n"
                    "  wend info demo.h5.part\n"
                    "  wend info demo.sqlite --json | jq .agents\n",
        .options = options,
        .count = WEND_COUNT(options),
        .words = &asked->words,
        .least_words = 1,
        .most_words = 1,
        .word = "FILE",
    };
    return options_read(&table, argc, argv);
}

int cmd_info(int argc, char **argv) {
    info_command asked = {0};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    wi_reader *reader;
    wend_error error = {0};
    wend_result result = wi_reader_open(asked.words.item[0], &reader, &error);
    if (result) return command_fail(&error);
    if (asked.fps > 0.0) take_rate(&reader->about, asked.fps);
    int status = describe(&asked, reader);
    wi_reader_close(reader);
    return status;
}
