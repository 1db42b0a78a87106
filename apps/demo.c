// wend demo: walks a scenario to its end, records it, draws it and says what happened.
#include "commands.h"
#include "drawing.h"
#include "interrupt.h"
#include "journey.h"
#include "options.h"
#include "view.h"

#include "base/clock.h"
#include "base/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES_PER_SECOND 25.0
#define SHOW_SECONDS 6.0
#define PATHS_SHOWN 7u
#define DEMO_PAGE_MB 200.0

typedef struct demo_options {
    journey_options journey;
    uint32_t agents;  // 0: as the scenario has it
    const char *page; // the replay
    bool no_page, quiet, json;
} demo_options;

// What a sweep along x looks at.
typedef struct disc {
    wend_vec at;
    float radius;
    wend_serial serial;
} disc;

typedef struct approach {
    float gap; // m between two bodies; negative if they overlap
    wend_serial a, b;
    double time;
} approach;

typedef struct demo_show {
    journey journey;
    terminal terminal;
    bool animate;
    wend_vec middle; // of the scene, relative to its origin
    float extent;    // m from there to each side
    float straight;  // s: how long the longest walk takes when nobody is in the way; 0: not known
    disc *discs;
    uint32_t disc_room;
    approach closest;
    canvas live, start, crowd, paths;
    float crowd_distance; // m, mean distance to the middle at its least
    double crowd_time;
} demo_show;

static const wend_world *world_of(const demo_show *demo) { return demo->journey.run->world; }

// What is seen ---------------------------------------------------------------------------------------------------------

static int by_x(const void *a, const void *b) {
    float x = ((const disc *)a)->at.x, y = ((const disc *)b)->at.x;
    return (x > y) - (x < y);
}

static bool make_disc_room(demo_show *demo, uint32_t count) {
    if (count <= demo->disc_room) return true;
    disc *grown = realloc(demo->discs, (size_t)count * sizeof *grown);
    if (!grown) return false;
    demo->discs = grown;
    demo->disc_room = count;
    return true;
}

// The closest two bodies: along x, only those can be closer than the best so far that are near in x.
static void measure_approach(demo_show *demo, const wend_view *view) {
    if (!make_disc_room(demo, view->count)) return;
    float widest = 0.0f;
    for (uint32_t i = 0; i < view->count; i++) {
        demo->discs[i] = (disc){{view->x[i], view->y[i]}, view->form[i].radius, view->serial[i]};
        widest = wi_max(widest, view->form[i].radius);
    }
    qsort(demo->discs, view->count, sizeof *demo->discs, by_x);
    for (uint32_t i = 0; i < view->count; i++) {
        const disc *a = &demo->discs[i];
        for (uint32_t j = i + 1; j < view->count; j++) {
            const disc *b = &demo->discs[j];
            if (b->at.x - a->at.x > demo->closest.gap + a->radius + widest) break;
            float gap = wi_length(wi_sub(b->at, a->at)) - a->radius - b->radius;
            if (gap < demo->closest.gap)
                demo->closest = (approach){gap, a->serial, b->serial, (double)view->tick * (double)view->step};
        }
    }
}

static wend_vec on_canvas(const demo_show *demo, wend_vec at) { return wi_sub(at, demo->middle); }

static void draw_walls(const demo_show *demo, canvas *on) {
    const wend_scene *scene = demo->journey.run->scene;
    for (uint32_t i = 0; i < wend_scene_wall_count(scene); i++) {
        const wend_wall *wall = wend_scene_wall(scene, i);
        canvas_line(on, on_canvas(demo, wall->a), on_canvas(demo, wall->b), INK_WALL);
    }
}

static void draw_agents(const demo_show *demo, const wend_view *view, canvas *on) {
    canvas_clear(on);
    draw_walls(demo, on);
    for (uint32_t i = 0; i < view->count; i++) {
        uint64_t of = (uint64_t)demo->journey.run->traveller_count + 1;
        uint32_t colour = (uint32_t)(view->serial[i] * INK_COLOURS / of) % INK_COLOURS;
        canvas_dot(on, on_canvas(demo, wi_vec(view->x[i], view->y[i])), INK_AGENT + colour);
    }
}

// The thickest moment is drawn again whenever a thicker one comes.
static void draw_crowd(demo_show *demo, const wend_view *view) {
    float distance = 0.0f;
    for (uint32_t i = 0; i < view->count; i++) distance += wi_length(on_canvas(demo, wi_vec(view->x[i], view->y[i])));
    distance /= (float)(view->count ? view->count : 1);
    if (view->count == 0 || distance >= demo->crowd_distance) return;
    demo->crowd_distance = distance;
    demo->crowd_time = (double)view->tick * (double)view->step;
    draw_agents(demo, view, &demo->crowd);
}

// Of a few only: all of them would fill the picture.
static void draw_paths(demo_show *demo, const wend_view *view) {
    uint32_t every = (demo->journey.run->traveller_count + PATHS_SHOWN - 1) / PATHS_SHOWN;
    for (uint32_t i = 0; every && i < view->count; i++) {
        if (view->serial[i] % every == 0)
            canvas_dot(&demo->paths, on_canvas(demo, wi_vec(view->x[i], view->y[i])), INK_PATH);
    }
}

static wend_result look(demo_show *demo, wend_error *error) {
    wend_view view;
    wend_result result = wend_world_view(demo->journey.run->world, &view, error);
    if (result) return result;
    if (view.tick == 0) draw_agents(demo, &view, &demo->start);
    measure_approach(demo, &view);
    draw_crowd(demo, &view);
    draw_paths(demo, &view);
    if (demo->animate) draw_agents(demo, &view, &demo->live);
    return WEND_OK;
}

// The moving picture ---------------------------------------------------------------------------------------------------

static void show_frame(const demo_show *demo, bool first) {
    if (!first) printf("\033[%uA", demo->live.rows + 1);
    for (uint32_t row = 0; row < demo->live.rows; row++) {
        canvas_print_row(&demo->live, row, &demo->terminal, stdout);
        printf("\n");
    }
    wend_stats stats = wend_world_stats(world_of(demo));
    printf("%6.1f s   %u of %u have arrived\033[K\n", stats.time, journey_arrived(&demo->journey),
           demo->journey.run->traveller_count);
    fflush(stdout);
}

static void hide_cursor(void) { printf("\033[?25l"); }

// Wipes the picture and gives the terminal back as it was.
static void end_show(const demo_show *demo) {
    printf("\033[%uA\033[J\033[0m\033[?25h", demo->live.rows + 1);
    fflush(stdout);
}

// Steps between two frames, so that a walk without hindrance takes SHOW_SECONDS.
static uint64_t stride_of(const demo_show *demo) {
    double seconds = demo->straight > 0.0f ? (double)demo->straight : 0.25 * demo->journey.scenario->limit;
    return (uint64_t)fmax(1.0, ceil(seconds / demo->journey.scenario->step / (SHOW_SECONDS * FRAMES_PER_SECOND)));
}

// The walk -------------------------------------------------------------------------------------------------------------

// Real time spent in steps goes to *seconds: pictures are not counted.
static wend_result walk_to_the_end(demo_show *demo, double *seconds, wend_error *error) {
    double next_frame = wi_clock_seconds();
    uint64_t stride = stride_of(demo);
    wend_result result = look(demo, error);
    if (demo->animate) hide_cursor(), show_frame(demo, true);
    while (!result && !interrupt_asked() && demo->journey.end == WI_RUN_GOES_ON) {
        double before = wi_clock_seconds();
        result = journey_step(&demo->journey, error);
        *seconds += wi_clock_seconds() - before;
        if (!result) result = look(demo, error);
        if (!demo->animate || wend_world_stats(world_of(demo)).tick % stride) continue;
        show_frame(demo, false);
        next_frame += 1.0 / FRAMES_PER_SECOND;
        wi_clock_sleep(next_frame - wi_clock_seconds());
    }
    if (demo->animate) end_show(demo);
    return result;
}

// What happened --------------------------------------------------------------------------------------------------------

static void print_title(const canvas *on, const char *text, double seconds) {
    char title[64];
    if (seconds >= 0.0)
        snprintf(title, sizeof title, "%s, %.1f s", text, seconds);
    else
        snprintf(title, sizeof title, "%s", text);
    printf("%-*.*s", (int)on->columns + 1, (int)on->columns, title);
}

static void print_pictures(const demo_show *demo) {
    const canvas *pictures[] = {&demo->start, &demo->crowd, &demo->paths};
    for (uint32_t row = 0; row < demo->start.rows; row++) {
        for (uint32_t i = 0; i < WEND_COUNT(pictures); i++) {
            canvas_print_row(pictures[i], row, &demo->terminal, stdout);
            printf(" ");
        }
        printf("\n");
    }
    print_title(&demo->start, "at the start", -1.0);
    print_title(&demo->crowd, "at the thickest", demo->crowd_time);
    print_title(&demo->paths, "some of the paths", -1.0);
    printf("\n\n");
}

static void print_report(const demo_show *demo, const run_summary *summary) {
    const char *title = demo->journey.scenario->title;
    printf("%s: %u agents\n\n", title ? title : "Demo", summary->agents);
    print_pictures(demo);
    if (demo->straight > 0.0f) printf("  %-14s%.1f s for the longest walk\n", "alone", (double)demo->straight);
    double gap = 1000.0 * (double)demo->closest.gap;
    if (gap < (double)INFINITY)
        printf("  %-14s%.1f mm between two bodies, %.1f s after the start\n", "closest", fabs(gap) < 0.05 ? 0.0 : gap,
               demo->closest.time);
    summary_print(summary);
}

static void print_json(const demo_show *demo, const char *scenario, const run_summary *summary) {
    wi_json_object object = wi_json_begin(stdout, 0);
    wi_json_put_text(&object, "scenario", scenario);
    wi_json_put_text(&object, "title", demo->journey.scenario->title);
    summary_print_json(summary, &object);
    wi_json_put_number(&object, "straight_walk_s", demo->straight > 0.0f ? (double)demo->straight : (double)NAN, 1);
    wi_json_put_number(&object, "closest_approach_m", (double)demo->closest.gap, 6);
    wi_json_end(&object);
    printf("\n");
}

// The command ----------------------------------------------------------------------------------------------------------

typedef struct box {
    float left, right, below, above;
} box;

static void widen(box *around, wend_vec at) {
    around->left = wi_min(around->left, at.x);
    around->right = wi_max(around->right, at.x);
    around->below = wi_min(around->below, at.y);
    around->above = wi_max(around->above, at.y);
}

// Each goes to one goal, and straight.
static bool walks_are_simple(const wi_scenario *scenario) {
    for (uint32_t i = 0; i < scenario->group_count; i++) {
        if (scenario->group[i].goal.way_count > 1 || scenario->group[i].goal.again) return false;
    }
    return true;
}

// Where things are: around walls, agents and their goals.
static wend_result survey(demo_show *demo, wend_error *error) {
    const wend_scene *scene = demo->journey.run->scene;
    box around = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    wend_view view;
    wend_result result = wend_world_view(demo->journey.run->world, &view, error);
    if (result) return result;
    for (uint32_t i = 0; i < wend_scene_wall_count(scene); i++) {
        widen(&around, wend_scene_wall(scene, i)->a);
        widen(&around, wend_scene_wall(scene, i)->b);
    }
    for (uint32_t i = 0; i < view.count; i++) {
        wend_vec at = {view.x[i], view.y[i]}, goal = view.goal[i].at;
        widen(&around, at);
        widen(&around, goal);
        if (walks_are_simple(demo->journey.scenario))
            demo->straight = wi_max(demo->straight, wi_length(wi_sub(goal, at)) / view.pace[i].preferred_speed);
    }
    if (!(around.left <= around.right)) around = (box){-10.0f, 10.0f, -10.0f, 10.0f};
    demo->middle = wi_vec(0.5f * (around.left + around.right), 0.5f * (around.below + around.above));
    demo->extent = 0.5f * wi_max(around.right - around.left, around.above - around.below) + 0.5f;
    return WEND_OK;
}

static bool make_canvases(demo_show *demo) {
    uint32_t width = demo->terminal.columns > 120 ? 120 : demo->terminal.columns;
    uint32_t third = width < 36 ? 11 : (width - 3) / 3;
    uint32_t lines = demo->terminal.rows > 8 ? demo->terminal.rows - 3 : 5;
    uint32_t wide = 2 * lines < width ? 2 * lines : width - 1;
    float extent = 1.05f * demo->extent;
    return canvas_create(&demo->live, wide, extent) && canvas_create(&demo->start, third, extent) &&
           canvas_create(&demo->crowd, third, extent) && canvas_create(&demo->paths, third, extent);
}

static void end_demo(demo_show *demo) {
    canvas_destroy(&demo->live);
    canvas_destroy(&demo->start);
    canvas_destroy(&demo->crowd);
    canvas_destroy(&demo->paths);
    free(demo->discs);
    journey_close(&demo->journey);
}

static wend_result prepare(demo_show *demo, wend_error *error) {
    wend_result result = survey(demo, error);
    if (result) return result;
    if (!make_canvases(demo)) {
        snprintf(error->text, sizeof error->text, "no memory for the drawing");
        return WEND_NO_MEMORY;
    }
    draw_walls(demo, &demo->paths);
    return WEND_OK;
}

static option_answer read_options(int argc, char **argv, demo_options *asked) {
    journey_options *travel = &asked->journey;
    const option_row options[] = {
        {"--agents", OPTION_COUNT, &asked->agents, 1, 100000, "N", "how many walk (the scenario's variable 'agents')"},
        {"--scene", OPTION_TEXT, &travel->file, 0, 0, "FILE", "a scenario file or a shipped one (circle-walls)"},
        {"--model", OPTION_TEXT, &travel->model, 0, 0, "NAME", "of steering for everyone, see 'wend models'"},
        {"--out", OPTION_TEXT, &travel->record, 0, 0, "FILE", "where the trajectories go (demo.h5)"},
        {"--no-record", OPTION_FLAG, &travel->no_record, 0, 0, NULL, "record nothing, and make no page"},
        {"--page", OPTION_TEXT, &asked->page, 0, 0, "FILE", "where the replay for the browser goes (demo.html)"},
        {"--no-page", OPTION_FLAG, &asked->no_page, 0, 0, NULL, "make no page"},
        {"--seed", OPTION_SEED, &travel->seed, 0, 0, "N", "of the random numbers (the scenario's)"},
        {"--threads", OPTION_COUNT, &travel->threads, 1, 256, "N", "of the simulation (1)"},
        {"--quiet", OPTION_FLAG, &asked->quiet, 0, 0, NULL, "no moving picture"},
        {"--json", OPTION_FLAG, &asked->json, 0, 0, NULL, "print what happened as JSON and nothing else"},
    };
    const option_table table = {
        .usage = "wend demo [options]: walk 100 agents across a circle with walls in it and say what happened",
        .examples = "examples\n"
                    "  wend demo\n"
                    "  wend demo --scene four-blocks --threads 2 --out blocks.h5\n"
                    "  wend demo --json | jq .last_arrival_s\n",
        .options = options,
        .count = WEND_COUNT(options),
    };
    return options_read(&table, argc, argv);
}

static bool check_files(const demo_options *asked) {
    return options_agree(asked->journey.record, "--out", asked->journey.no_record, "--no-record") &&
           options_agree(asked->page, "--page", asked->journey.no_record, "--no-record") &&
           options_agree(asked->page, "--page", asked->no_page, "--no-page");
}

// A page that replays the walk, for a person to open; without the viewer there is none, and that is all.
static void make_page(const demo_options *asked, const char *recording) {
    view_runs runs = {.count = 1};
    wend_error error = {0};
    wend_result result = wi_replay_open(recording, NULL, &runs.run[0], &error);
    if (!result) result = wi_replay_wait(runs.run[0], &error);
    int status =
        result ? command_fail(&error) : view_page(&runs, &(view_page_options){asked->page, DEMO_PAGE_MB, true});
    wi_replay_close(runs.run[0]);
    if (status == 0 && !asked->json) printf("\nTo see it again, open %s in a browser.\n", asked->page);
}

// The walk, the recording's end and the report; the exit status.
static int show_walk(const demo_options *asked, demo_show *demo) {
    wend_error error = {0};
    run_summary summary;
    double seconds = 0.0;
    wend_result result = prepare(demo, &error);
    interrupt_watch();
    if (!result) result = walk_to_the_end(demo, &seconds, &error);
    journey *walked = &demo->journey;
    if (!result) result = summary_make(walked->run, &walked->tally, walked->end, seconds, &summary, &error);
    if (!result) result = journey_finish(walked, walked->end != WI_RUN_GOES_ON, &error);
    if (result) return command_fail(&error);
    summary.interrupted = walked->end == WI_RUN_GOES_ON;
    journey_tell_file(walked, &summary);
    if (asked->json)
        print_json(demo, asked->journey.file, &summary);
    else
        print_report(demo, &summary);
    if (interrupt_asked()) return 130;
    if (!asked->no_page && walked->record) make_page(asked, walked->record);
    return 0;
}

int cmd_demo(int argc, char **argv) {
    demo_options asked = {.journey = {.file = "circle-walls", .seed = JOURNEY_OWN_SEED}};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (!check_files(&asked)) return 2;
    if (!asked.journey.record) asked.journey.record = "demo.h5";
    if (!asked.page) asked.page = "demo.html";
    if (!option_spares("--page", asked.page, asked.journey.record)) return 2;

    char agents[16];
    const wi_variable set = {.name = "agents", .value = agents};
    snprintf(agents, sizeof agents, "%u", asked.agents);
    asked.journey.set = &set;
    asked.journey.set_count = asked.agents ? 1 : 0;

    demo_show demo = {.terminal = terminal_look(), .closest = {.gap = INFINITY}, .crowd_distance = INFINITY};
    demo.animate = demo.terminal.live && !asked.quiet && !asked.json;
    int status = journey_open(&asked.journey, &demo.journey);
    if (status == 0) status = show_walk(&asked, &demo);
    end_demo(&demo);
    return status;
}
