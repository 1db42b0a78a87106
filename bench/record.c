// What recording costs a run: 100,000 agents ten times a second.
//
// In real time a step may take as long as it stands for; what matters is the share of that which taking a frame costs
// the run, with the writer at work at the same time. At full speed blocks of steps with and without recording are timed
// by turns, so that other work on the machine shows in both; processor time shows it less.
#include "record.h"

#include "base/clock.h"
#include "options.h"
#include "record/recorder.h"
#include "scenes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define RATE 10.0 // frames a second
#define GOAL 0.05 // of the real-time budget
#define BLOCK 10u // steps with, then steps without

typedef struct record_options {
    uint32_t agents, threads, steps;
    double density;
    const char *directory;
} record_options;

// Seconds of the clock and of the processor.
typedef struct spent {
    double clock, processor;
} spent;

typedef struct cost {
    spent take;             // copying frames in real time, on the thread of the run
    double take_worst;      // s
    uint32_t paced;         // frames in real time
    spent with, without;    // steps at full speed; the processor's with the writer's
    double waited;          // s: for the disk
    double finish;          // s: making the finished file
    double bytes, finished; // an agent-second: of the part file, of the finished file
    uint32_t frames;
} cost;

static wend_result take_frame(wi_recorder *recorder, scene_run *run, cost *to, wend_error *error) {
    wend_view view;
    wend_result result = wend_world_view(run->world, &view, error);
    return result ? result : wi_recorder_take(recorder, &view, to->frames++, error);
}

// Until everything is written, so that what follows has the machine to itself.
static void let_writer_finish(const wi_recorder *recorder, const cost *so_far) {
    while (wi_recorder_get_stats(recorder).frames < so_far->frames) wi_clock_sleep(0.001);
}

// Real time: a frame is due every 1 / RATE seconds.
static wend_result run_paced(const record_options *asked, scene_run *run, wi_recorder *recorder, cost *to,
                             wend_error *error) {
    wend_result result = WEND_OK;
    double begin = wi_clock_seconds();
    for (; to->paced < asked->steps && !result; to->paced++) {
        result = scene_step(run, error);
        if (result) break;
        double start = wi_clock_seconds(), processor = wi_clock_thread_seconds();
        result = take_frame(recorder, run, to, error);
        double seconds = wi_clock_seconds() - start;
        to->take.clock += seconds;
        to->take.processor += wi_clock_thread_seconds() - processor;
        to->take_worst = fmax(to->take_worst, seconds);
        wi_clock_sleep(begin + (to->paced + 1) / RATE - wi_clock_seconds());
    }
    return result;
}

// A block of steps, each with a frame if there is a recorder.
static wend_result run_block(scene_run *run, wi_recorder *recorder, cost *to, spent *on, wend_error *error) {
    wend_result result = WEND_OK;
    double start = wi_clock_seconds(), processor = wi_clock_processor_seconds();
    for (uint32_t i = 0; i < BLOCK && !result; i++) {
        result = scene_step(run, error);
        if (!result && recorder) result = take_frame(recorder, run, to, error);
    }
    on->clock += wi_clock_seconds() - start;
    if (recorder && !result) let_writer_finish(recorder, to);
    on->processor += wi_clock_processor_seconds() - processor;
    return result;
}

static wend_result run_blocks(const record_options *asked, scene_run *run, wi_recorder *recorder, cost *to,
                              wend_error *error) {
    wend_result result = run_paced(asked, run, recorder, to, error);
    if (!result) let_writer_finish(recorder, to);
    for (uint32_t i = 0; i < asked->steps / BLOCK && !result; i++) {
        result = run_block(run, recorder, to, &to->with, error);
        if (!result) result = run_block(run, NULL, to, &to->without, error);
    }
    return result;
}

static double size_of(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 ? (double)status.st_size : NAN;
}

static wend_result measure(const record_options *asked, const char *path, cost *to, wend_error *error) {
    scene_options options = scene_default_options();
    options.agents = asked->agents;
    options.density = (float)asked->density;
    options.threads = asked->threads;
    options.step = (float)(1.0 / RATE);
    scene_run run;
    wend_result result = scene_open("box", &options, &run, error);
    if (result) return result;
    wi_recording about = {.fps = RATE};
    wi_recorder_def def = {.path = path, .about = &about, .options = {.precision = 0.001}};
    wi_recorder *recorder = NULL;
    for (uint32_t i = 0; i < 20 && !result; i++) result = scene_step(&run, error);
    if (!result) result = wi_recorder_start(&def, &recorder, error);
    if (!result) result = run_blocks(asked, &run, recorder, to, error);
    if (recorder) {
        wi_recorder_stats stats = wi_recorder_get_stats(recorder);
        to->waited = stats.waited;
        to->bytes = (double)stats.bytes / ((double)stats.spots / RATE);
        double start = wi_clock_seconds();
        wend_error ignored;
        wend_result ended = wi_recorder_finish(recorder, true, result ? &ignored : error);
        if (!result) result = ended;
        to->finish = wi_clock_seconds() - start;
        to->finished = size_of(path) / ((double)stats.spots / RATE);
    }
    scene_close(&run);
    return result;
}

static bool print_cost(const record_options *asked, const cost *found) {
    double steps = asked->steps / BLOCK * BLOCK, paced = found->paced, frames = found->frames;
    double share = found->take.clock * RATE / paced;
    double more = (found->with.processor - found->without.processor) / steps;
    printf("%u agents, %g per m2, %u threads, %g frames a second, precision 1 mm\n\n", asked->agents, asked->density,
           asked->threads, RATE);
    printf("in real time     a frame is taken in %.2f ms (processor %.2f ms, at worst %.2f ms)\n",
           1e3 * found->take.clock / paced, 1e3 * found->take.processor / paced, 1e3 * found->take_worst);
    printf("                 = %.2f %% of the %.0f ms of a step; goal: below %.0f %%: %s\n", 100.0 * share, 1e3 / RATE,
           100.0 * GOAL, share < GOAL ? "met" : "MISSED");
    printf("at full speed    a step takes %.2f ms with recording, %.2f ms without: %.1f %% slower\n",
           1e3 * found->with.clock / steps, 1e3 * found->without.clock / steps,
           100.0 * (found->with.clock / found->without.clock - 1.0));
    printf("processor        taking and writing a frame costs %.2f ms on all threads together\n", 1e3 * more);
    printf("disk             waited for %.2f ms a frame\n", 1e3 * found->waited / frames);
    printf("size             %.1f bytes an agent-second in the part file, %.1f in the finished HDF5 file\n",
           found->bytes, found->finished);
    printf("at the end       the finished file took %.2f s, %.1f million rows a second\n", found->finish,
           1e-6 * asked->agents * frames / found->finish);
    return share < GOAL;
}

static int run_record(const record_options *asked) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/wend-bench-%ld.h5", asked->directory, (long)getpid()) >= (int)sizeof path) {
        fprintf(stderr, "wend: the name of the directory is too long.\n");
        return 2;
    }
    cost found = {0};
    wend_error error;
    wend_result result = measure(asked, path, &found, &error);
    if (result) fprintf(stderr, "wend: %s\n", error.text);
    bool met = !result && print_cost(asked, &found);
    (void)unlink(path);
    return met ? 0 : 1;
}

int bench_record(int argc, char **argv) {
    const char *temporary = getenv("TMPDIR");
    record_options asked = {
        .agents = 100000, .threads = 1, .steps = 50, .density = 0.5, .directory = temporary ? temporary : "/tmp"};
    const option_row options[] = {
        {"--agents", OPTION_COUNT, &asked.agents, 10, 10000000, "N", "that many (100000)"},
        {"--threads", OPTION_COUNT, &asked.threads, 1, 256, "N", "of the world (1)"},
        {"--steps", OPTION_COUNT, &asked.steps, 10, 100000, "N",
         "in real time, then at full speed with and without recording (50)"},
        {"--density", OPTION_NUMBER, &asked.density, 0.001, 3, "D", "agents per m2 (0.5)"},
        {"--directory", OPTION_TEXT, &asked.directory, 0, 0, "DIR", "where to record to (that of temporary files)"},
    };
    const option_table table = {
        .usage = "wend bench --record [options]: what recording costs a run",
        .examples = "examples\n  wend bench --record\n  wend bench --record --threads 2 --directory /mnt/slow\n",
        .options = options,
        .count = WEND_COUNT(options),
    };
    option_answer answer = options_read(&table, argc, argv);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    return run_record(&asked);
}
