// wend bench --soak: a day in a hall that people cross from both sides. Shows that memory does not grow and speed does
// not drift while millions of agents come and go.
#include "bench.h"

#include "base/clock.h"
#include "options.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CROSSING_TIME 17.0 // s, about; sets the width of the hall
#define WALKING_SPEED 1.3  // m/s
#define GATE_PITCH 0.75    // m between the places where agents enter
#define BATCH 256u         // most that enter in one step
#define PILLARS_MAX 16u
#define STEP 0.1
#define HOURS_MAX 1000

typedef struct soak_options {
    double hours, spawns;
    uint32_t present, threads;
    uint64_t seed;
} soak_options;

// The state after one simulated hour.
typedef struct hour {
    uint32_t agents;
    uint64_t added;
    size_t bytes, resident;
    double rate; // agent-steps per second of processor time
} hour;

typedef struct soak_run {
    soak_options asked;
    double half_width, half_length; // m: from side to side, along the gates
    uint32_t gates;                 // on each side
    uint32_t pillars;
    uint64_t next_gate;
    wend_scene *scene;
    wend_world *world;
    uint64_t refused;                  // entries that were full
    double steps_seconds, agent_steps; // in this hour; processor time
    hour hours[HOURS_MAX];
    uint32_t hour_count;
} soak_run;

// A signal has nowhere else to say it.
static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal) {
    (void)signal;
    interrupted = 1;
}

// The hall -------------------------------------------------------------------------------------------------------------

// Gates enough that half of those who walk could be at 0.6 agents per m2 of hall.
static void plan_hall(soak_run *soak) {
    soak->half_width = 0.5 * CROSSING_TIME * WALKING_SPEED;
    double area = (double)soak->asked.present / 0.6;
    soak->half_length = fmax(5.0, 0.5 * area / (2.0 * soak->half_width));
    soak->gates = (uint32_t)(2.0 * soak->half_length / GATE_PITCH);
    soak->pillars = (uint32_t)fmin(PILLARS_MAX, soak->half_length / 4.5);
}

static void put_pillar(const soak_run *soak, uint32_t index, wend_point corners[4]) {
    double y = soak->half_length * (2.0 * ((double)index + 0.5) / soak->pillars - 1.0);
    double x = index % 2 ? 0.25 * soak->half_width : -0.25 * soak->half_width;
    corners[0] = (wend_point){x - 0.8, y};
    corners[1] = (wend_point){x, y - 0.5};
    corners[2] = (wend_point){x + 0.8, y};
    corners[3] = (wend_point){x, y + 0.5};
}

static wend_result build_hall(soak_run *soak, wend_error *error) {
    wend_point corners[PILLARS_MAX][4];
    wend_obstacle pillars[PILLARS_MAX];
    for (uint32_t i = 0; i < soak->pillars; i++) {
        put_pillar(soak, i, corners[i]);
        pillars[i] = (wend_obstacle){.kind = WEND_SOLID, .points = corners[i], .point_count = 4};
    }
    wend_profile walker = wend_profile_default();
    walker.preferred_speed = (float)WALKING_SPEED;
    wend_scene_def scene = wend_scene_default();
    scene.profiles = &walker;
    scene.profile_count = 1;
    scene.obstacles = pillars;
    scene.obstacle_count = soak->pillars;
    wend_result result = wend_scene_create(&scene, &soak->scene, error);
    if (result) return result;
    wend_world_def world = wend_world_default(soak->scene);
    world.step = (float)STEP;
    world.seed = soak->asked.seed;
    world.threads = soak->asked.threads;
    return wend_world_create(&world, &soak->world, error);
}

// Coming and going -----------------------------------------------------------------------------------------------------

// The gates are taken in turn with a stride that is coprime to their number, so that one is free again when it is next.
static wend_agent at_next_gate(soak_run *soak) {
    uint64_t turn = soak->next_gate++;
    uint64_t gate = turn / 2 * 1000003 % soak->gates; // a prime larger than any hall has gates
    double y = ((double)gate + 0.5) * GATE_PITCH - soak->half_length;
    double side = turn % 2 ? 1.0 : -1.0;
    wend_agent agent = wend_agent_default();
    agent.position = (wend_point){side * soak->half_width, y};
    agent.goal.at = (wend_point){-side * (soak->half_width - 1.5), y};
    agent.goal.half = (wend_vec){0.5f, (float)GATE_PITCH * 4.0f};
    agent.goal.radius = 0.3f;
    agent.leaves = true;
    return agent;
}

// One by one: who finds the entry full does not come in, and is counted.
static wend_result admit_singly(soak_run *soak, const wend_agent *agents, uint32_t count, wend_error *error) {
    for (uint32_t i = 0; i < count; i++) {
        wend_result result = wend_world_add(soak->world, &agents[i], NULL, error);
        if (result == WEND_NO_SPACE)
            soak->refused++;
        else if (result)
            return result;
    }
    return WEND_OK;
}

// As many as are due by now; those refused before are due again, at other gates.
static wend_result admit(soak_run *soak, wend_error *error) {
    wend_stats stats = wend_world_stats(soak->world);
    double rate = soak->asked.spawns / (soak->asked.hours * 3600.0);
    double due = floor(((double)stats.tick + 1.0) * STEP * rate) - (double)stats.added;
    uint32_t most = 2 * soak->gates < BATCH ? 2 * soak->gates : BATCH;
    uint32_t count = due <= 0.0 ? 0 : due < (double)most ? (uint32_t)due : most;
    if (count == 0) return WEND_OK;
    wend_agent agents[BATCH];
    for (uint32_t i = 0; i < count; i++) agents[i] = at_next_gate(soak);
    wend_result result = wend_world_add_many(soak->world, agents, count, NULL, error);
    return result == WEND_NO_SPACE ? admit_singly(soak, agents, count, error) : result;
}

// The run --------------------------------------------------------------------------------------------------------------

static size_t resident_bytes(void) {
    unsigned long long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    if (fscanf(file, "%*u %llu", &pages) != 1) pages = 0;
    fclose(file);
    return (size_t)pages * (size_t)sysconf(_SC_PAGESIZE);
}

static void end_hour(soak_run *soak) {
    wend_stats stats = wend_world_stats(soak->world);
    hour *now = &soak->hours[soak->hour_count++];
    *now = (hour){.agents = stats.agents, .added = stats.added, .bytes = stats.bytes, .resident = resident_bytes()};
    now->rate = soak->steps_seconds > 0.0 ? soak->agent_steps / soak->steps_seconds : 0.0;
    soak->steps_seconds = soak->agent_steps = 0.0;
    printf("%5.1f  %7u  %9llu  %8llu  %10.1f  %12.1f  %8.2f\n", stats.time / 3600.0, stats.agents,
           (unsigned long long)stats.added, (unsigned long long)soak->refused, (double)stats.bytes / 1024.0,
           (double)now->resident / 1024.0, 1e-6 * now->rate);
    fflush(stdout);
}

static wend_result run_hours(soak_run *soak, wend_error *error) {
    uint64_t steps = (uint64_t)(soak->asked.hours * 3600.0 / STEP + 0.5), hour_steps = (uint64_t)(3600.0 / STEP + 0.5);
    double start = wi_clock_seconds();
    wend_result result = WEND_OK;
    for (uint64_t i = 1; i <= steps && !result && !interrupted; i++) {
        result = admit(soak, error);
        if (result) break;
        double before = wi_clock_processor_seconds();
        result = wend_world_step(soak->world, error);
        soak->steps_seconds += wi_clock_processor_seconds() - before;
        soak->agent_steps += (double)wend_world_stats(soak->world).agents;
        if (i == 1000) {
            double left = (double)(steps - i) / 1000.0 * (wi_clock_seconds() - start) / 60.0;
            printf("About %.0f min from here. Ctrl-C ends it early with a summary.\n\n", fmax(1.0, left));
            printf("hours   agents    spawned   refused   world KiB  resident KiB   M/cpu s\n");
            fflush(stdout);
        }
        if (i % hour_steps == 0 || i == steps) end_hour(soak);
    }
    return result;
}

// The verdict ----------------------------------------------------------------------------------------------------------

static double mean_rate(const soak_run *soak, uint32_t first, uint32_t end) {
    double sum = 0.0;
    for (uint32_t i = first; i < end; i++) sum += soak->hours[i].rate;
    return sum / (double)(end - first);
}

// Compares the end with the state after a third, when everything has grown to its size. True if nothing grew or drifted.
static bool print_verdict(const soak_run *soak) {
    if (soak->hour_count < 3) {
        printf("\nToo short for a verdict: it takes three hours of simulated time.\n");
        return true;
    }
    uint32_t third = soak->hour_count / 3;
    const hour *first = &soak->hours[third - 1], *last = &soak->hours[soak->hour_count - 1];
    double world = ((double)last->bytes - (double)first->bytes) / 1024.0;
    double resident = ((double)last->resident - (double)first->resident) / 1024.0;
    double drift = mean_rate(soak, soak->hour_count - third, soak->hour_count) / mean_rate(soak, 0, third) - 1.0;
    bool grew = world > 0.0 || resident > 256.0, slowed = drift < -0.1;
    printf("\nmemory since the first third world %+.1f KiB, resident %+.1f KiB: %s\n", world, resident,
           grew ? "GREW" : "did not grow");
    printf("speed, last third over first %+.1f %%: %s\n", 100.0 * drift, slowed ? "SLOWED DOWN" : "did not drift");
    return !grew && !slowed;
}

static void print_totals(const soak_run *soak, double seconds) {
    wend_stats stats = wend_world_stats(soak->world);
    printf("\n%.2f hours simulated in %.1f minutes: %llu spawned, %llu left, %llu refused, %llu collisions, "
           "%llu paths across walls corrected\n",
           stats.time / 3600.0, seconds / 60.0, (unsigned long long)stats.added, (unsigned long long)stats.removed,
           (unsigned long long)soak->refused, (unsigned long long)stats.collided,
           (unsigned long long)stats.corrected_walls);
}

static int run_soak(soak_run *soak) {
    wend_error error = {0};
    plan_hall(soak);
    printf(
        "%g hours of simulated time, %.0f agents spawned in all, about %u at a time, in a hall of %.0f m x %.0f m.\n",
        soak->asked.hours, soak->asked.spawns, soak->asked.present, 2.0 * soak->half_width, 2.0 * soak->half_length);
    fflush(stdout);
    double start = wi_clock_seconds();
    wend_result result = build_hall(soak, &error);
    if (!result) result = run_hours(soak, &error);
    if (result) fprintf(stderr, "wend: %s\n", error.text);
    if (soak->world) print_totals(soak, wi_clock_seconds() - start);
    bool good = print_verdict(soak);
    wend_world_destroy(soak->world);
    wend_scene_destroy(soak->scene);
    return result ? 1 : interrupted ? 130 : good ? 0 : 1;
}

int bench_soak(int argc, char **argv) {
    soak_options asked = {.hours = 24.0, .spawns = 0.0, .present = 2000, .threads = 1, .seed = 1};
    const option_row options[] = {
        {"--hours", OPTION_NUMBER, &asked.hours, 0.01, HOURS_MAX - 1, "H", "of simulated time (24)"},
        {"--agents", OPTION_COUNT, &asked.present, 10, 100000, "N", "about this many at a time (2000)"},
        {"--spawns", OPTION_NUMBER, &asked.spawns, 1, 1e12, "N", "in all (10 million in 24 hours with 2000 agents)"},
        {"--threads", OPTION_COUNT, &asked.threads, 1, 256, "N", "of the world (1)"},
        {"--seed", OPTION_SEED, &asked.seed, 0, 0, "N", "of the world (1)"},
    };
    const option_table table = {
        .usage = "wend bench --soak [options]: a day of simulated time with agents coming and going",
        .examples = "examples\n  wend bench --soak\n  wend bench --soak --hours 3 --agents 500\n",
        .options = options,
        .count = WEND_COUNT(options),
    };
    option_answer answer = options_read(&table, argc, argv);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (asked.spawns == 0.0) asked.spawns = 1e7 * asked.hours / 24.0 * (double)asked.present / 2000.0;

    soak_run *soak = calloc(1, sizeof *soak);
    if (!soak) return 1;
    soak->asked = asked;
    struct sigaction action = {.sa_handler = note_interrupt};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    int status = run_soak(soak);
    free(soak);
    return status;
}
