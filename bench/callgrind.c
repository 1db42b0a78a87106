// Instructions an agent-step: the one figure of speed that is the same on every run. Callgrind counts a short and a long
// run of this very program; what the long one does more is steps and nothing else.
#include "bench.h"

#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define AGENTS 10000u
#define SHORT_RUN 20u
#define LONG_RUN 40u

int bench_count_target(uint32_t steps, double density) {
    scene_options options = scene_default_options();
    options.agents = AGENTS;
    options.density = (float)density;
    options.isa = WEND_ISA_AVX2; // the widest that valgrind knows
    scene_run run;
    wend_error error;
    wend_result result = scene_open("box", &options, &run, &error);
    if (!result) {
        for (uint32_t i = 0; i < steps && !result; i++) result = wend_world_step(run.world, &error);
        scene_close(&run);
    }
    if (result) fprintf(stderr, "wend: %s\n", error.text);
    return result ? 1 : 0;
}

static void become_valgrind(uint32_t steps, float density, int output) {
    char self[4096], steps_text[16], density_text[32];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0) _exit(126);
    self[length] = '\0';
    snprintf(steps_text, sizeof steps_text, "%u", steps);
    snprintf(density_text, sizeof density_text, "%g", (double)density);
    dup2(output, STDERR_FILENO);
    dup2(output, STDOUT_FILENO);
    execlp("valgrind", "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self, "bench",
           "--callgrind-target", steps_text, "--callgrind-density", density_text, (char *)NULL);
    _exit(127);
}

// The number after "Collected :" in what valgrind prints; NAN if it never comes.
static double read_count(FILE *output) {
    char line[512];
    double count = NAN;
    while (fgets(line, sizeof line, output)) {
        const char *found = strstr(line, "Collected :");
        if (found) count = strtod(found + strlen("Collected :"), NULL);
    }
    return count;
}

// All instructions of a run of that many steps; *status is how the program ended.
static double count_run(uint32_t steps, float density, int *status) {
    int ends[2];
    *status = 126;
    if (pipe(ends) != 0) return NAN;
    fflush(NULL); // or the child would print it again
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        become_valgrind(steps, density, ends[1]);
    }
    close(ends[1]);
    FILE *output = fdopen(ends[0], "r");
    double count = output ? read_count(output) : NAN;
    if (output)
        fclose(output);
    else
        close(ends[0]);
    int how = 0;
    if (child > 0 && waitpid(child, &how, 0) == child && WIFEXITED(how)) *status = WEXITSTATUS(how);
    return count;
}

bench_count bench_count_instructions(float density) {
    bench_count count = {.density = density, .instructions = NAN};
    if (!wend_isa_available(WEND_ISA_AVX2)) {
        snprintf(count.why, sizeof count.why, "this machine has no AVX2");
        return count;
    }
    int status;
    double few = count_run(SHORT_RUN, density, &status);
    if (status == 127) {
        snprintf(count.why, sizeof count.why, "valgrind is not installed");
        return count;
    }
    double many = status == 0 ? count_run(LONG_RUN, density, &status) : NAN;
    count.instructions = (many - few) / ((double)(LONG_RUN - SHORT_RUN) * AGENTS);
    if (isnan(count.instructions)) snprintf(count.why, sizeof count.why, "valgrind failed with status %d", status);
    return count;
}
