// wend demo: walks a scene to its end, draws it and says what happened.
#include "clock.h"
#include "commands.h"
#include "drawing.h"
#include "options.h"
#include "scenes.h"

#include "base/vec.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define FRAMES_PER_SECOND 25.0
#define SHOW_SECONDS 6.0
#define PATHS_SHOWN 7u

typedef struct demo_options {
    const char *scene, *model;
    uint32_t agents, threads;
    uint64_t seed;
    bool quiet, json;
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
    scene_run run;
    terminal terminal;
    bool animate;
    double *arrivals; // s, in the order they happened
    uint32_t arrived;
    disc *discs;
    approach closest;
    double step_seconds; // real time spent in steps
    canvas live, start, crowd, paths;
    float crowd_distance; // m, mean distance to the middle at its least
    double crowd_time;
    wend_stats stats;
} demo_show;

// A signal has nowhere else to say it.
static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal) {
    (void)signal;
    interrupted = 1;
}

// What is seen ---------------------------------------------------------------------------------------------------------

static int by_x(const void *a, const void *b) {
    float x = ((const disc *)a)->at.x, y = ((const disc *)b)->at.x;
    return (x > y) - (x < y);
}

// The closest two bodies: along x, only those can be closer than the best so far that are near in x.
static void measure_approach(demo_show *demo, const wend_view *view) {
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

static void draw_walls(const demo_show *demo, canvas *on) {
    for (uint32_t i = 0; i < wend_scene_wall_count(demo->run.scene); i++) {
        const wend_wall *wall = wend_scene_wall(demo->run.scene, i);
        canvas_line(on, wall->a, wall->b, INK_WALL);
    }
}

static void draw_agents(const demo_show *demo, const wend_view *view, canvas *on) {
    canvas_clear(on);
    draw_walls(demo, on);
    for (uint32_t i = 0; i < view->count; i++) {
        uint32_t colour = (uint32_t)(view->serial[i] * INK_COLOURS / (demo->run.options.agents + 1)) % INK_COLOURS;
        canvas_dot(on, wi_vec(view->x[i], view->y[i]), INK_AGENT + colour);
    }
}

// The thickest moment is drawn again whenever a thicker one comes.
static void draw_crowd(demo_show *demo, const wend_view *view) {
    float distance = 0.0f;
    for (uint32_t i = 0; i < view->count; i++) distance += wi_length(wi_vec(view->x[i], view->y[i]));
    distance /= (float)(view->count ? view->count : 1);
    if (distance >= demo->crowd_distance) return;
    demo->crowd_distance = distance;
    demo->crowd_time = (double)view->tick * (double)view->step;
    draw_agents(demo, view, &demo->crowd);
}

// Of a few only: all of them would fill the picture.
static void draw_paths(demo_show *demo, const wend_view *view) {
    uint32_t every = (demo->run.options.agents + PATHS_SHOWN - 1) / PATHS_SHOWN;
    for (uint32_t i = 0; i < view->count; i++) {
        if (view->serial[i] % every == 0) canvas_dot(&demo->paths, wi_vec(view->x[i], view->y[i]), INK_PATH);
    }
}

static wend_result look(demo_show *demo, wend_error *error) {
    wend_view view;
    wend_result result = wend_world_view(demo->run.world, &view, error);
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
    wend_stats stats = wend_world_stats(demo->run.world);
    printf("%6.1f s   %u of %u have arrived\033[K\n", stats.time, demo->arrived, demo->run.options.agents);
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
    double steps = (double)demo->run.straight / (double)demo->run.options.step;
    return (uint64_t)fmax(1.0, ceil(steps / (SHOW_SECONDS * FRAMES_PER_SECOND)));
}

// The walk -------------------------------------------------------------------------------------------------------------

static wend_result walk_one_step(demo_show *demo, wend_error *error) {
    double before = clock_seconds();
    wend_result result = wend_world_step(demo->run.world, error);
    demo->step_seconds += clock_seconds() - before;
    if (result) return result;
    wend_events events = wend_world_events(demo->run.world);
    double time = wend_world_stats(demo->run.world).time;
    for (uint32_t i = 0; i < events.arrived_count && demo->arrived < demo->run.options.agents; i++)
        demo->arrivals[demo->arrived++] = time;
    return look(demo, error);
}

// Until all have arrived, or it takes far longer than it could.
static wend_result walk_to_the_end(demo_show *demo, wend_error *error) {
    double limit = 60.0 + 5.0 * (double)demo->run.straight, next_frame = clock_seconds();
    uint64_t stride = stride_of(demo);
    wend_result result = look(demo, error);
    if (demo->animate) hide_cursor(), show_frame(demo, true);
    while (!result && !interrupted && demo->arrived < demo->run.options.agents) {
        wend_stats stats = wend_world_stats(demo->run.world);
        if (stats.time >= limit) break;
        result = walk_one_step(demo, error);
        if (!demo->animate || stats.tick % stride) continue;
        show_frame(demo, false);
        next_frame += 1.0 / FRAMES_PER_SECOND;
        clock_sleep(next_frame - clock_seconds());
    }
    if (demo->animate) end_show(demo);
    demo->stats = wend_world_stats(demo->run.world);
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

static void print_arrivals(const demo_show *demo) {
    uint32_t all = demo->run.options.agents;
    printf("  arrived            %u of %u", demo->arrived, all);
    if (demo->arrived) printf(": the first after %.1f s", demo->arrivals[0]);
    if (demo->arrived > all / 2) printf(", half after %.1f s", demo->arrivals[(all - 1) / 2]);
    if (demo->arrived == all) printf(", the last after %.1f s", demo->arrivals[all - 1]);
    printf("\n  with nobody about  %.1f s\n", (double)demo->run.straight);
}

static double agent_steps_per_second(const demo_show *demo) {
    double steps = (double)demo->stats.tick * (double)demo->run.options.agents;
    return demo->step_seconds > 0.0 ? steps / demo->step_seconds : 0.0;
}

static double times_real_time(const demo_show *demo) {
    return demo->step_seconds > 0.0 ? demo->stats.time / demo->step_seconds : 0.0;
}

static void print_summary(const demo_show *demo) {
    const wend_stats *stats = &demo->stats;
    if (interrupted) printf("  interrupted        after %.1f s\n", stats->time);
    print_arrivals(demo);
    double gap = 1000.0 * (double)demo->closest.gap;
    if (gap < INFINITY)
        printf("  closest approach   %.1f mm between two bodies, %.1f s after the start\n",
               fabs(gap) < 0.05 ? 0.0 : gap, demo->closest.time);
    printf("  collisions         %llu\n", (unsigned long long)stats->collided);
    printf("  walls              %u pieces; %llu paths across them corrected\n", wend_scene_wall_count(demo->run.scene),
           (unsigned long long)stats->corrected_walls);
    printf("  speed              %.2f million agent-steps a second on %u thread%s: %.0f times real time\n",
           1e-6 * agent_steps_per_second(demo), demo->run.options.threads, demo->run.options.threads > 1 ? "s" : "",
           times_real_time(demo));
}

static void print_json_time(const char *name, const demo_show *demo, uint32_t index) {
    if (index < demo->arrived)
        printf("  \"%s\": %.1f,\n", name, demo->arrivals[index]);
    else
        printf("  \"%s\": null,\n", name);
}

static void print_json(const demo_show *demo) {
    const wend_stats *stats = &demo->stats;
    uint32_t all = demo->run.options.agents;
    printf("{\n  \"scene\": \"%s\",\n  \"model\": \"%s\",\n", demo->run.kind->name, demo->run.options.model->name);
    printf("  \"agents\": %u,\n  \"seed\": %llu,\n  \"threads\": %u,\n", all,
           (unsigned long long)demo->run.options.seed, demo->run.options.threads);
    printf("  \"arrived\": %u,\n", demo->arrived);
    print_json_time("first_arrival_s", demo, 0);
    print_json_time("median_arrival_s", demo, (all - 1) / 2);
    print_json_time("last_arrival_s", demo, all - 1);
    printf("  \"straight_walk_s\": %.1f,\n  \"simulated_s\": %.1f,\n", (double)demo->run.straight, stats->time);
    if (demo->closest.gap < INFINITY)
        printf("  \"closest_approach_m\": %.6f,\n", (double)demo->closest.gap);
    else
        printf("  \"closest_approach_m\": null,\n");
    printf("  \"collisions\": %llu,\n  \"wall_corrections\": %llu,\n", (unsigned long long)stats->collided,
           (unsigned long long)stats->corrected_walls);
    printf("  \"agent_steps_per_second\": %.0f,\n  \"times_real_time\": %.1f,\n", agent_steps_per_second(demo),
           times_real_time(demo));
    printf("  \"hash\": \"%016llx\"\n}\n", (unsigned long long)wend_world_hash(demo->run.world));
}

static void print_report(const demo_show *demo) {
    printf("%s: %u agents with %s. %c%s.\n\n", demo->run.kind->name, demo->run.options.agents,
           demo->run.options.model->name, demo->run.kind->summary[0] - 'a' + 'A', demo->run.kind->summary + 1);
    print_pictures(demo);
    print_summary(demo);
}

// The command ----------------------------------------------------------------------------------------------------------

static bool make_canvases(demo_show *demo) {
    uint32_t width = demo->terminal.columns > 120 ? 120 : demo->terminal.columns;
    uint32_t third = width < 36 ? 11 : (width - 3) / 3;
    uint32_t lines = demo->terminal.rows > 8 ? demo->terminal.rows - 3 : 5;
    uint32_t wide = 2 * lines < width ? 2 * lines : width - 1;
    float extent = 1.05f * demo->run.extent;
    return canvas_create(&demo->live, wide, extent) && canvas_create(&demo->start, third, extent) &&
           canvas_create(&demo->crowd, third, extent) && canvas_create(&demo->paths, third, extent);
}

static bool make_room(demo_show *demo) {
    uint32_t agents = demo->run.options.agents;
    demo->arrivals = calloc(agents, sizeof *demo->arrivals);
    demo->discs = calloc(agents, sizeof *demo->discs);
    if (!demo->arrivals || !demo->discs || !make_canvases(demo)) return false;
    draw_walls(demo, &demo->paths);
    return true;
}

static void end_demo(demo_show *demo) {
    canvas_destroy(&demo->live);
    canvas_destroy(&demo->start);
    canvas_destroy(&demo->crowd);
    canvas_destroy(&demo->paths);
    free(demo->arrivals);
    free(demo->discs);
    scene_close(&demo->run);
}

static wend_result open_demo(const demo_options *asked, demo_show *demo, wend_error *error) {
    scene_options options = scene_default_options();
    options.agents = asked->agents;
    options.seed = asked->seed;
    options.threads = asked->threads;
    options.model = wend_model_find(asked->model);
    if (!options.model) {
        snprintf(error->text, sizeof error->text, "there is no model '%s'. 'wend models' lists them.", asked->model);
        return WEND_NOT_FOUND;
    }
    wend_result result = scene_open(asked->scene, &options, &demo->run, error);
    if (result || make_room(demo)) return result;
    snprintf(error->text, sizeof error->text, "no memory for the drawing");
    return WEND_NO_MEMORY;
}

static void watch_for_interrupts(void) {
    struct sigaction action = {.sa_handler = note_interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static void list_scenes(char *text, size_t size) {
    uint32_t count;
    const scene_kind *kinds = scene_kinds(&count);
    size_t used = 0;
    for (uint32_t i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", kinds[i].name);
    if (used < size) snprintf(text + used, size - used, " (circle-walls)");
}

static option_answer read_options(int argc, char **argv, demo_options *asked) {
    char scenes[256];
    list_scenes(scenes, sizeof scenes);
    const option_row options[] = {
        {"--agents", OPTION_COUNT, &asked->agents, 1, 100000, "N", "how many walk; by itself the scene has 100"},
        {"--seed", OPTION_SEED, &asked->seed, 0, 0, "N", "of the random numbers (1)"},
        {"--threads", OPTION_COUNT, &asked->threads, 1, 256, "N", "of the simulation (1)"},
        {"--scene", OPTION_TEXT, &asked->scene, 0, 0, "NAME", scenes},
        {"--model", OPTION_TEXT, &asked->model, 0, 0, "NAME", "of steering, see 'wend models' (orca)"},
        {"--quiet", OPTION_FLAG, &asked->quiet, 0, 0, NULL, "no moving picture"},
        {"--json", OPTION_FLAG, &asked->json, 0, 0, NULL, "print what happened as JSON and nothing else"},
    };
    const option_table table = {
        .usage = "wend demo [options]: walk 100 agents across a circle with walls in it and say what happened",
        .examples = "examples\n"
                    "  wend demo\n"
                    "  wend demo --scene blocks --agents 400 --threads 2\n"
                    "  wend demo --json | jq .last_arrival_s\n",
        .options = options,
        .count = WEND_COUNT(options),
    };
    return options_read(&table, argc, argv);
}

int cmd_demo(int argc, char **argv) {
    demo_options asked = {.scene = "circle-walls", .model = "orca", .threads = 1, .seed = 1};
    option_answer answer = read_options(argc, argv, &asked);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;

    demo_show demo = {.terminal = terminal_look(), .closest = {.gap = INFINITY}, .crowd_distance = INFINITY};
    demo.animate = demo.terminal.live && !asked.quiet && !asked.json;
    wend_error error = {0};
    wend_result result = open_demo(&asked, &demo, &error);
    if (!result) {
        watch_for_interrupts();
        result = walk_to_the_end(&demo, &error);
    }
    if (result)
        fprintf(stderr, "wend: %s\n", error.text);
    else if (asked.json)
        print_json(&demo);
    else
        print_report(&demo);
    bool complete = !result && demo.arrived == demo.run.options.agents;
    end_demo(&demo);
    return interrupted ? 130 : complete ? 0 : 1;
}
