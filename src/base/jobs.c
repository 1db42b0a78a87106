#include "base/jobs.h"

static void run_inline(uint32_t count, wend_job *job, void *work) {
    for (uint32_t i = 0; i < count; i++) job(work, i, 0);
}

void wi_jobs_run(const wend_jobs *jobs, uint32_t count, wend_job *job, void *work) {
    if (count == 0) return;
    if (!jobs->run || jobs->workers <= 1 || count == 1)
        run_inline(count, job, work);
    else
        jobs->run(jobs->user, count, job, work);
}

#if defined(WI_NO_THREADS)

struct wi_pool {
    uint32_t threads;
};

wi_pool *wi_pool_create(wi_memory *memory, uint32_t threads) {
    (void)threads;
    wi_pool *pool = wi_memory_take(memory, 1, sizeof *pool);
    if (pool) pool->threads = 1;
    return pool;
}

void wi_pool_destroy(wi_memory *memory, wi_pool *pool) { wi_memory_give(memory, pool, 1, sizeof *pool); }

wend_jobs wi_pool_jobs(wi_pool *pool) { return (wend_jobs){.user = pool, .workers = pool->threads}; }

#else

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdalign.h>
#include <stdatomic.h>

// A step is a dozen loops of 20 to 500 microseconds with little between them. Waking a sleeping thread costs as much as
// a short loop, so whoever waits looks around for a while before it sleeps. It offers its core to others every now and
// then: with more threads than cores the work it waits for may need just that core.
#define LOOKS 4096
#define LOOKS_PER_YIELD 64

#define CACHE_LINE 64

static inline void pause_briefly(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

// A number that only goes up, and a way to wait until it has.
typedef struct wait_gate {
    alignas(CACHE_LINE) atomic_uint passed;
    atomic_uint sleepers;
    pthread_mutex_t mutex;
    pthread_cond_t cond;
} wait_gate;

static bool gate_init(wait_gate *gate) {
    atomic_init(&gate->passed, 0);
    atomic_init(&gate->sleepers, 0);
    if (pthread_mutex_init(&gate->mutex, NULL) != 0) return false;
    if (pthread_cond_init(&gate->cond, NULL) == 0) return true;
    pthread_mutex_destroy(&gate->mutex);
    return false;
}

static void gate_end(wait_gate *gate) {
    pthread_cond_destroy(&gate->cond);
    pthread_mutex_destroy(&gate->mutex);
}

// Sequentially consistent on both sides: either we see the sleeper, or the sleeper sees the new number before it
// sleeps. Taking the mutex waits for one that has looked but is not asleep yet.
static void gate_open(wait_gate *gate) {
    atomic_fetch_add(&gate->passed, 1);
    if (atomic_load(&gate->sleepers) == 0) return;
    pthread_mutex_lock(&gate->mutex);
    pthread_mutex_unlock(&gate->mutex);
    pthread_cond_broadcast(&gate->cond);
}

static void gate_sleep(wait_gate *gate, unsigned seen) {
    pthread_mutex_lock(&gate->mutex);
    atomic_fetch_add(&gate->sleepers, 1);
    while (atomic_load(&gate->passed) == seen) pthread_cond_wait(&gate->cond, &gate->mutex);
    atomic_fetch_sub(&gate->sleepers, 1);
    pthread_mutex_unlock(&gate->mutex);
}

// Returns the number once it is not `seen` any more.
static unsigned gate_wait(wait_gate *gate, unsigned seen) {
    for (unsigned look = 1; look <= LOOKS; look++) {
        unsigned passed = atomic_load_explicit(&gate->passed, memory_order_acquire);
        if (passed != seen) return passed;
        if (look % LOOKS_PER_YIELD == 0)
            sched_yield();
        else
            pause_briefly();
    }
    gate_sleep(gate, seen);
    return atomic_load(&gate->passed);
}

typedef struct pool_thread {
    pthread_t thread;
    wi_pool *pool;
    uint32_t worker;
} pool_thread;

// One loop at a time. A piece is claimed by counting `unclaimed` down; whoever has a claim may read job, work and
// count, because the loop cannot end before the piece is reported in `unfinished`. So nobody waits for a thread that
// has no piece: one that comes late finds nothing to claim, or a piece of the next loop, and both are right.
struct wi_pool {
    wait_gate begin, end;
    alignas(CACHE_LINE) atomic_uint unclaimed;
    alignas(CACHE_LINE) atomic_uint unfinished;
    alignas(CACHE_LINE) wend_job *job;
    void *work;
    uint32_t count;
    uint32_t threads; // with the caller
    atomic_bool closing;
    pool_thread helpers[]; // threads - 1
};

static bool claim_piece(wi_pool *pool, uint32_t *index) {
    unsigned left = atomic_load_explicit(&pool->unclaimed, memory_order_relaxed);
    while (left > 0)
        if (atomic_compare_exchange_weak_explicit(&pool->unclaimed, &left, left - 1, memory_order_acquire,
                                                  memory_order_relaxed)) {
            *index = pool->count - left;
            return true;
        }
    return false;
}

// Does pieces until none is left; true for the one who finishes the loop.
static bool do_pieces(wi_pool *pool, uint32_t worker) {
    unsigned done = 0;
    for (uint32_t index; claim_piece(pool, &index); done++) pool->job(pool->work, index, worker);
    return done > 0 && atomic_fetch_sub_explicit(&pool->unfinished, done, memory_order_acq_rel) == done;
}

static void *help(void *argument) {
    const pool_thread *me = argument;
    wi_pool *pool = me->pool;
    for (unsigned seen = 0;;) {
        seen = gate_wait(&pool->begin, seen);
        if (atomic_load(&pool->closing)) return NULL;
        if (do_pieces(pool, me->worker)) gate_open(&pool->end);
    }
}

static void pool_run(void *user, uint32_t count, wend_job *job, void *work) {
    wi_pool *pool = user;
    if (count == 0) return;
    pool->job = job;
    pool->work = work;
    pool->count = count;
    unsigned seen = atomic_load_explicit(&pool->end.passed, memory_order_relaxed);
    atomic_store_explicit(&pool->unfinished, count, memory_order_relaxed);
    atomic_store_explicit(&pool->unclaimed, count, memory_order_release);
    gate_open(&pool->begin);
    if (!do_pieces(pool, 0)) gate_wait(&pool->end, seen);
}

static size_t pool_size(uint32_t threads) { return sizeof(wi_pool) + (threads - 1) * sizeof(pool_thread); }

static void give_pool(wi_memory *memory, wi_pool *pool, uint32_t threads) {
    wi_memory_give(memory, pool, 1, pool_size(threads));
}

static wi_pool *take_pool(wi_memory *memory, uint32_t threads) {
    wi_pool *pool = wi_memory_take(memory, 1, pool_size(threads));
    if (!pool) return NULL;
    atomic_init(&pool->unclaimed, 0);
    atomic_init(&pool->unfinished, 0);
    atomic_init(&pool->closing, false);
    pool->threads = threads;
    if (gate_init(&pool->begin)) {
        if (gate_init(&pool->end)) return pool;
        gate_end(&pool->begin);
    }
    give_pool(memory, pool, threads);
    return NULL;
}

// Some systems give threads less stack than a step takes.
#define STACK ((size_t)1 << 20)

static bool start_thread(pool_thread *helper) {
    pthread_attr_t attributes;
    size_t size;
    if (pthread_attr_init(&attributes) != 0) return false;
    if (pthread_attr_getstacksize(&attributes, &size) == 0 && size < STACK)
        pthread_attr_setstacksize(&attributes, STACK);
    bool started = pthread_create(&helper->thread, &attributes, help, helper) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

// Starts helpers until all run or one cannot; returns how many run. Signals are left to the host's own threads.
static uint32_t start_helpers(wi_pool *pool) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    uint32_t started = 0;
    for (; started + 1 < pool->threads; started++) {
        pool_thread *helper = &pool->helpers[started];
        helper->pool = pool;
        helper->worker = started + 1;
        if (!start_thread(helper)) break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

static void end_pool(wi_memory *memory, wi_pool *pool, uint32_t started) {
    atomic_store(&pool->closing, true);
    gate_open(&pool->begin);
    for (uint32_t i = 0; i < started; i++) pthread_join(pool->helpers[i].thread, NULL);
    gate_end(&pool->begin);
    gate_end(&pool->end);
    give_pool(memory, pool, pool->threads);
}

wi_pool *wi_pool_create(wi_memory *memory, uint32_t threads) {
    wi_pool *pool = take_pool(memory, threads > 1 ? threads : 1);
    if (!pool) return NULL;
    uint32_t started = start_helpers(pool);
    if (started + 1 == pool->threads) return pool;
    end_pool(memory, pool, started);
    return NULL;
}

void wi_pool_destroy(wi_memory *memory, wi_pool *pool) {
    if (pool) end_pool(memory, pool, pool->threads - 1);
}

wend_jobs wi_pool_jobs(wi_pool *pool) { return (wend_jobs){.run = pool_run, .user = pool, .workers = pool->threads}; }

#endif
