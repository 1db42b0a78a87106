#include "pool.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
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

struct pool {
    pool_def is;
    uint32_t busy;
    struct pollfd *watched; // of the same order as workers
    pool_share *share;      // likewise, in memory that all processes have
    worker workers[];
};

uint32_t pool_jobs_default(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > 256 ? 256 : (uint32_t)count;
}

static pool_share *make_shares(uint32_t count) {
    void *made = mmap(NULL, count * sizeof(pool_share), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return made == MAP_FAILED ? NULL : made;
}

pool *pool_create(const pool_def *def) {
    pool *made = calloc(1, sizeof *made + def->jobs * sizeof(worker));
    if (!made) return NULL;
    made->is = *def;
    made->watched = calloc(def->jobs, sizeof *made->watched);
    made->share = make_shares(def->jobs);
    if (made->watched && made->share) return made;
    pool_destroy(made);
    return NULL;
}

uint32_t pool_busy(const pool *on) { return on->busy; }

double pool_under_way(const pool *on) {
    double sum = 0.0;
    for (uint32_t i = 0; i < on->is.jobs; i++)
        if (on->workers[i].process) sum += (double)atomic_load_explicit(&on->share[i], memory_order_relaxed);
    return sum;
}

// In the child. The terminal's Ctrl-C is the parent's business, which ends its children itself.
static _Noreturn void work(const pool *on, const worker *self, int answer, pid_t parent) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
#if defined(__linux__)
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) _exit(1);
    close(on->is.close_in_child);
    for (uint32_t i = 0; i < on->is.jobs; i++) {
        if (on->workers[i].process) close(on->workers[i].answer);
    }
    dup2(fileno(self->said), STDERR_FILENO);
    _Alignas(max_align_t) unsigned char result[POOL_RESULT_MAX];
    int status = on->is.work(on->is.host, self->run, &on->share[self - on->workers], result);
    // Smaller than PIPE_BUF, so it arrives whole or not at all.
    size_t size = on->is.result_size;
    if (status == 0 && write(answer, result, size) != (ssize_t)size) status = 1;
    fflush(stderr);
    _exit(status);
}

static bool start_process(pool *on, worker *free_worker) {
    int ends[2];
    if (pipe(ends) != 0) return false;
    fflush(NULL); // or the child would print it again
    pid_t parent = getpid(), child = fork();
    if (child == 0) {
        close(ends[0]);
        work(on, free_worker, ends[1], parent);
    }
    int reason = errno;
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        errno = reason;
        return false;
    }
    free_worker->process = child;
    free_worker->answer = ends[0];
    return true;
}

bool pool_start(pool *on, uint32_t run) {
    worker *free_worker = NULL;
    for (uint32_t i = 0; i < on->is.jobs && !free_worker; i++) {
        if (on->workers[i].process == 0) free_worker = &on->workers[i];
    }
    if (!free_worker) return false;
    free_worker->run = run;
    atomic_store_explicit(&on->share[free_worker - on->workers], 0.0f, memory_order_relaxed);
    free_worker->said = tmpfile();
    if (free_worker->said && start_process(on, free_worker)) {
        on->busy++;
        return true;
    }
    int reason = errno;
    if (free_worker->said) fclose(free_worker->said);
    errno = reason;
    return false; // no more processes for now: others will end
}

static void free_up(pool *on, worker *ended) {
    close(ended->answer);
    fclose(ended->said);
    ended->process = 0;
    on->busy--;
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

static void collect(pool *on, worker *ended, void *result, char text[1024]) {
    ssize_t got, size = (ssize_t)on->is.result_size;
    do got = read(ended->answer, result, (size_t)size);
    while (got < 0 && errno == EINTR);
    int status = 0;
    while (waitpid(ended->process, &status, 0) < 0 && errno == EINTR) {
    }
    if (got != size) {
        memset(result, 0, (size_t)size);
        explain(ended, status, text);
    }
    free_up(on, ended);
}

bool pool_wait(pool *on, uint32_t *run, void *result, char text[1024]) {
    for (uint32_t i = 0; i < on->is.jobs; i++)
        on->watched[i] = (struct pollfd){.fd = on->workers[i].process ? on->workers[i].answer : -1, .events = POLLIN};
    if (poll(on->watched, on->is.jobs, WAIT_MILLISECONDS) <= 0) return false;
    for (uint32_t i = 0; i < on->is.jobs; i++) {
        if (on->watched[i].fd < 0 || !on->watched[i].revents) continue;
        *run = on->workers[i].run;
        collect(on, &on->workers[i], result, text);
        return true;
    }
    return false;
}

void pool_destroy(pool *on) {
    if (!on) return;
    for (uint32_t i = 0; i < on->is.jobs; i++) {
        worker *busy = &on->workers[i];
        if (!busy->process) continue;
        kill(busy->process, SIGKILL);
        while (waitpid(busy->process, NULL, 0) < 0 && errno == EINTR) {
        }
        free_up(on, busy);
    }
    if (on->share) munmap(on->share, on->is.jobs * sizeof(pool_share));
    free(on->watched);
    free(on);
}
