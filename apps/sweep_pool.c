// Runs of a sweep, several at a time, each in a process of its own.
#include "sweep.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#endif

#define WAIT_MILLISECONDS 100

typedef struct worker {
    pid_t process; // 0: free
    int answer;    // the end of a pipe from which the result comes
    FILE *said;    // what it wrote on stderr
    uint32_t run;
} worker;

struct sweep_pool {
    const sweep_setting *setting;
    const sweep_plan *plan;
    int close_in_child; // the journal: its lock must not live on in a process left behind
    uint32_t jobs, busy;
    struct pollfd *watched; // of the same order as workers
    worker workers[];
};

sweep_pool *sweep_pool_create(uint32_t jobs, const sweep_setting *setting, const sweep_plan *plan, int close_in_child) {
    sweep_pool *pool = calloc(1, sizeof *pool + jobs * sizeof(worker));
    if (!pool) return NULL;
    *pool = (sweep_pool){.setting = setting, .plan = plan, .close_in_child = close_in_child, .jobs = jobs};
    pool->watched = calloc(jobs, sizeof *pool->watched);
    if (pool->watched) return pool;
    free(pool);
    return NULL;
}

uint32_t sweep_pool_busy(const sweep_pool *pool) { return pool->busy; }

// In the child. The terminal's Ctrl-C is the parent's business, which ends its children itself.
static _Noreturn void work(const sweep_pool *pool, const worker *self, int answer, pid_t parent) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) _exit(1);
    close(pool->close_in_child);
    for (uint32_t i = 0; i < pool->jobs; i++) {
        if (pool->workers[i].process) close(pool->workers[i].answer);
    }
    dup2(fileno(self->said), STDERR_FILENO);
    sweep_result result;
    int status = sweep_run(pool->setting, pool->plan, self->run, &result);
    // Smaller than PIPE_BUF, so it arrives whole or not at all.
    if (status == 0 && write(answer, &result, sizeof result) != (ssize_t)sizeof result) status = 1;
    fflush(stderr);
    _exit(status);
}

static bool start_process(sweep_pool *pool, worker *free_worker) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    fflush(NULL); // or the child would print it again
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        close(ends[0]);
        work(pool, free_worker, ends[1], parent);
    }
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return false;
    }
    free_worker->process = child;
    free_worker->answer = ends[0];
    return true;
}

bool sweep_pool_start(sweep_pool *pool, uint32_t run) {
    worker *free_worker = NULL;
    for (uint32_t i = 0; i < pool->jobs && !free_worker; i++) {
        if (pool->workers[i].process == 0) free_worker = &pool->workers[i];
    }
    if (!free_worker) return false;
    free_worker->run = run;
    free_worker->said = tmpfile();
    if (free_worker->said && start_process(pool, free_worker)) {
        pool->busy++;
        return true;
    }
    if (free_worker->said) fclose(free_worker->said);
    return false; // no more processes for now: others will end
}

static void free_up(sweep_pool *pool, worker *ended) {
    close(ended->answer);
    fclose(ended->said);
    ended->process = 0;
    pool->busy--;
}

// What it said, or how it ended.
static void explain(const worker *ended, int status, char text[1024]) {
    rewind(ended->said);
    size_t length = fread(text, 1, 1023, ended->said);
    text[length] = '\0';
    if (length) return;
    if (WIFSIGNALED(status))
        snprintf(text, 1024, "wend: the run was ended by signal %d (%s).\n", WTERMSIG(status),
                 strsignal(WTERMSIG(status)));
    else
        snprintf(text, 1024, "wend: the run ended with status %d.\n", WEXITSTATUS(status));
}

static void collect(sweep_pool *pool, worker *ended, sweep_result *result, char text[1024]) {
    ssize_t got;
    do got = read(ended->answer, result, sizeof *result);
    while (got < 0 && errno == EINTR);
    int status = 0;
    while (waitpid(ended->process, &status, 0) < 0 && errno == EINTR) {
    }
    if (got != (ssize_t)sizeof *result) {
        *result = (sweep_result){0};
        explain(ended, status, text);
    }
    free_up(pool, ended);
}

bool sweep_pool_wait(sweep_pool *pool, uint32_t *run, sweep_result *result, char text[1024]) {
    for (uint32_t i = 0; i < pool->jobs; i++)
        pool->watched[i] =
            (struct pollfd){.fd = pool->workers[i].process ? pool->workers[i].answer : -1, .events = POLLIN};
    if (poll(pool->watched, pool->jobs, WAIT_MILLISECONDS) <= 0) return false;
    for (uint32_t i = 0; i < pool->jobs; i++) {
        if (pool->watched[i].fd < 0 || !pool->watched[i].revents) continue;
        *run = pool->workers[i].run;
        collect(pool, &pool->workers[i], result, text);
        return true;
    }
    return false;
}

void sweep_pool_destroy(sweep_pool *pool) {
    if (!pool) return;
    for (uint32_t i = 0; i < pool->jobs; i++) {
        worker *busy = &pool->workers[i];
        if (!busy->process) continue;
        kill(busy->process, SIGKILL);
        while (waitpid(busy->process, NULL, 0) < 0 && errno == EINTR) {
        }
        free_up(pool, busy);
    }
    free(pool->watched);
    free(pool);
}
