#define _GNU_SOURCE // for the size of stacks
#include "base/jobs.h"
#include "support/sanitized.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/resource.h>
#include <time.h>

#include <cmocka.h>

#define PIECES_MAX 1000
#define WORKERS_MAX 8

static const uint32_t thread_counts[] = {1, 2, 3, 8};

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void sleep_ms(long ms) { nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL); }

// A pool of threads with memory of its own.
typedef struct crew {
    wi_memory memory;
    wi_pool *pool;
    wend_jobs jobs;
} crew;

static bool crew_open(crew *on, uint32_t threads) {
    on->memory = wi_memory_from((wend_allocator){0});
    on->pool = wi_pool_create(&on->memory, threads);
    if (on->pool) on->jobs = wi_pool_jobs(on->pool);
    return on->pool != NULL;
}

static void crew_close(crew *on) { wi_pool_destroy(&on->memory, on->pool); }

// A loop that keeps account. Pieces are marked without atomics: if the pool does not order them before its return, or
// gives one to two threads, the thread sanitizer sees it.
typedef struct visit_account {
    uint32_t visits[PIECES_MAX];
    atomic_bool busy[WORKERS_MAX];
    uint32_t workers;
    atomic_uint shared, out_of_range;
} visit_account;

static void visit(void *work, uint32_t index, uint32_t worker) {
    visit_account *account = work;
    if (index >= PIECES_MAX || worker >= account->workers) {
        atomic_fetch_add(&account->out_of_range, 1);
        return;
    }
    if (atomic_exchange(&account->busy[worker], true)) atomic_fetch_add(&account->shared, 1);
    account->visits[index]++;
    atomic_store(&account->busy[worker], false);
}

// True if every index below count was visited `times` times and no other one ever.
static bool is_fair(const visit_account *account, uint32_t count, uint32_t times) {
    if (account->shared || account->out_of_range) return false;
    for (uint32_t i = 0; i < PIECES_MAX; i++)
        if (account->visits[i] != (i < count ? times : 0)) return false;
    return true;
}

static void test_each_piece_once(void **state) {
    (void)state;
    for (uint32_t t = 0; t < WEND_COUNT(thread_counts); t++) {
        crew on;
        assert_true(crew_open(&on, thread_counts[t]));
        assert_true(on.jobs.workers >= 1 && on.jobs.workers <= thread_counts[t]);
        static const uint32_t counts[] = {0, 1, 2, 3, 7, 8, 9, 64, PIECES_MAX};
        for (uint32_t c = 0; c < WEND_COUNT(counts); c++) {
            visit_account account = {.workers = on.jobs.workers};
            for (uint32_t round = 0; round < 50; round++) wi_jobs_run(&on.jobs, counts[c], visit, &account);
            assert_true(is_fair(&account, counts[c], 50));
        }
        crew_close(&on);
        assert_int_equal(on.memory.bytes, 0);
    }
}

static void test_without_a_job_system_runs_inline_in_order(void **state) {
    (void)state;
    visit_account account = {.workers = 1};
    wi_jobs_run(&(wend_jobs){0}, 10, visit, &account);
    assert_true(is_fair(&account, 10, 1));
}

typedef struct host_calls {
    uint32_t runs;
} host_calls;

static void host_run(void *user, uint32_t count, wend_job *job, void *work) {
    ((host_calls *)user)->runs++;
    for (uint32_t i = count; i-- > 0;) job(work, i, i % 2);
}

static void test_host_job_system_is_used_only_where_it_helps(void **state) {
    (void)state;
    host_calls calls = {0};
    visit_account account = {.workers = 2};
    wend_jobs jobs = {host_run, &calls, 2};
    wi_jobs_run(&jobs, 0, visit, &account);
    wi_jobs_run(&jobs, 1, visit, &account);
    assert_int_equal(calls.runs, 0);
    account.visits[0] = 0;
    wi_jobs_run(&jobs, 5, visit, &account);
    assert_int_equal(calls.runs, 1);
    assert_true(is_fair(&account, 5, 1));
    jobs.workers = 1;
    wi_jobs_run(&jobs, 5, visit, &account);
    assert_int_equal(calls.runs, 1);
    assert_true(is_fair(&account, 5, 2));
}

// 20,000 loops take some 20 milliseconds. A pool that waits for a sleeping thread in each of them takes
// seconds; the bound leaves room for sanitizers and a busy machine.
static void test_many_tiny_loops(void **state) {
    (void)state;
    for (uint32_t t = 0; t < WEND_COUNT(thread_counts); t++) {
        crew on;
        assert_true(crew_open(&on, thread_counts[t]));
        visit_account account = {.workers = on.jobs.workers};
        double begin = seconds(CLOCK_MONOTONIC);
        for (uint32_t i = 0; i < 20000; i++) wi_jobs_run(&on.jobs, 16, visit, &account);
        double took = seconds(CLOCK_MONOTONIC) - begin;
        print_message("%u threads: %.0f ns per loop of 16 tiny pieces\n", thread_counts[t], took / 20000 * 1e9);
        assert_true(is_fair(&account, 16, 20000));
        assert_true(took < 20.0);
        crew_close(&on);
    }
}

// Pauses between the loops let the threads fall asleep, so that each loop has to wake them.
static void test_wakes_sleeping_threads(void **state) {
    (void)state;
    crew on;
    assert_true(crew_open(&on, 3));
    visit_account account = {.workers = on.jobs.workers};
    for (uint32_t i = 0; i < 60; i++) {
        sleep_ms(i % 6);
        wi_jobs_run(&on.jobs, 9, visit, &account);
    }
    assert_true(is_fair(&account, 9, 60));
    crew_close(&on);
}

// All pieces wait until each has begun: that takes as many threads at the same time as there are pieces.
typedef struct thread_meeting {
    atomic_uint here;
    uint32_t expected;
    atomic_uint missed;
} thread_meeting;

static void meet(void *work, uint32_t index, uint32_t worker) {
    (void)index, (void)worker;
    thread_meeting *meeting = work;
    atomic_fetch_add(&meeting->here, 1);
    double deadline = seconds(CLOCK_MONOTONIC) + 20.0;
    while (atomic_load(&meeting->here) < meeting->expected)
        if (seconds(CLOCK_MONOTONIC) > deadline) {
            atomic_fetch_add(&meeting->missed, 1);
            return;
        }
}

static void test_pieces_really_run_at_the_same_time(void **state) {
    (void)state;
    for (uint32_t t = 0; t < WEND_COUNT(thread_counts); t++) {
        crew on;
        assert_true(crew_open(&on, thread_counts[t]));
        thread_meeting meeting = {.expected = on.jobs.workers};
        wi_jobs_run(&on.jobs, on.jobs.workers, meet, &meeting);
        assert_int_equal(meeting.missed, 0);
        crew_close(&on);
    }
}

// The caller gets the short pieces and has to sleep until the long ones of the others are done.
static void dawdle(void *work, uint32_t index, uint32_t worker) {
    if (worker > 0) sleep_ms(20);
    visit(work, index, worker);
}

static void test_waits_for_long_pieces(void **state) {
    (void)state;
    crew on;
    assert_true(crew_open(&on, 3));
    visit_account account = {.workers = on.jobs.workers};
    for (uint32_t i = 0; i < 10; i++) wi_jobs_run(&on.jobs, PIECES_MAX, dawdle, &account);
    assert_true(is_fair(&account, PIECES_MAX, 10));
    crew_close(&on);
}

static void test_idle_pool_leaves_the_processor_alone(void **state) {
    (void)state;
    crew on;
    assert_true(crew_open(&on, 3));
    visit_account account = {.workers = on.jobs.workers};
    wi_jobs_run(&on.jobs, 16, visit, &account);
    sleep_ms(100);
    double begin = seconds(CLOCK_PROCESS_CPUTIME_ID);
    sleep_ms(200);
    assert_true(seconds(CLOCK_PROCESS_CPUTIME_ID) - begin < 0.1);
    crew_close(&on);
}

// A host thread with a world of its own.
static void *run_own_pool(void *argument) {
    bool *fair = argument;
    wi_memory memory = wi_memory_from((wend_allocator){0});
    for (uint32_t t = 0; t < WEND_COUNT(thread_counts); t++) {
        wi_pool *pool = wi_pool_create(&memory, thread_counts[t]);
        if (!pool) return NULL;
        wend_jobs jobs = wi_pool_jobs(pool);
        visit_account account = {.workers = jobs.workers};
        for (uint32_t i = 0; i < 500; i++) wi_jobs_run(&jobs, 33, visit, &account);
        wi_pool_destroy(&memory, pool);
        if (!is_fair(&account, 33, 500)) return NULL;
    }
    *fair = memory.bytes == 0;
    return NULL;
}

static void test_several_pools_at_once(void **state) {
    (void)state;
    pthread_t hosts[4];
    bool fair[4] = {false};
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(pthread_create(&hosts[i], NULL, run_own_pool, &fair[i]), 0);
    for (uint32_t i = 0; i < 4; i++) pthread_join(hosts[i], NULL);
    for (uint32_t i = 0; i < 4; i++) assert_true(fair[i]);
}

static void test_create_and_destroy_often(void **state) {
    (void)state;
    wi_memory memory = wi_memory_from((wend_allocator){0});
    for (uint32_t i = 0; i < 200; i++) {
        wi_pool *pool = wi_pool_create(&memory, i % 5); // 0 counts as 1
        assert_non_null(pool);
        wi_pool_destroy(&memory, pool);
    }
    wi_pool_destroy(&memory, NULL);
    assert_int_equal(memory.bytes, 0);
}

static void *no_resize(void *user, void *block, size_t old_size, size_t new_size) {
    (void)user, (void)block, (void)old_size, (void)new_size;
    return NULL;
}

static void test_no_memory_no_pool(void **state) {
    (void)state;
    wi_memory memory = wi_memory_from((wend_allocator){.resize = no_resize});
    assert_null(wi_pool_create(&memory, 4));
    assert_int_equal(memory.bytes, 0);
}

// Without address space for 250 stacks some threads start and one does not. Sanitizers need that space themselves.
static void test_no_threads_no_pool(void **state) {
    (void)state;
#if defined(SANITIZED)
    skip();
#else
    struct rlimit before, tight;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    tight = before;
    tight.rlim_cur = (rlim_t)512 << 20;
    if (setrlimit(RLIMIT_AS, &tight) != 0) skip();
    wi_memory memory = wi_memory_from((wend_allocator){0});
    wi_pool *pool = wi_pool_create(&memory, 250);
    setrlimit(RLIMIT_AS, &before);
    if (pool && wi_pool_jobs(pool).workers == 1) { // a build without threads
        wi_pool_destroy(&memory, pool);
        skip();
    }
    assert_null(pool);
    assert_int_equal(memory.bytes, 0);
#endif
}

enum { DEEP = 600 << 10 }; // bytes: as much stack as wend/base.h says that a job takes

static void go_deep(void *work, uint32_t index, uint32_t worker) {
    (void)worker;
    volatile unsigned char page[DEEP];
    for (uint32_t i = 0; i < DEEP; i += 4096) page[i] = (unsigned char)index;
    sleep_ms(1); // so that every thread gets some
    atomic_fetch_add((atomic_uint *)work, page[0] == (unsigned char)index);
}

// However small the stacks are that threads get from the system.
static void test_threads_have_stack_enough(void **state) {
    (void)state;
#if defined(SANITIZED) || !defined(__GLIBC__)
    skip();
#else
    pthread_attr_t before, small;
    assert_int_equal(pthread_getattr_default_np(&before), 0);
    assert_int_equal(pthread_attr_init(&small), 0);
    assert_int_equal(pthread_attr_setstacksize(&small, 128 << 10), 0);
    assert_int_equal(pthread_setattr_default_np(&small), 0);
    crew on;
    assert_true(crew_open(&on, 4));
    assert_int_equal(pthread_setattr_default_np(&before), 0);
    atomic_uint done = 0;
    on.jobs.run(on.jobs.user, 200, go_deep, &done);
    assert_int_equal(done, 200);
    crew_close(&on);
    pthread_attr_destroy(&small);
    pthread_attr_destroy(&before);
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_piece_once),
        cmocka_unit_test(test_without_a_job_system_runs_inline_in_order),
        cmocka_unit_test(test_host_job_system_is_used_only_where_it_helps),
        cmocka_unit_test(test_many_tiny_loops),
        cmocka_unit_test(test_wakes_sleeping_threads),
        cmocka_unit_test(test_pieces_really_run_at_the_same_time),
        cmocka_unit_test(test_waits_for_long_pieces),
        cmocka_unit_test(test_idle_pool_leaves_the_processor_alone),
        cmocka_unit_test(test_several_pools_at_once),
        cmocka_unit_test(test_create_and_destroy_often),
        cmocka_unit_test(test_no_memory_no_pool),
        cmocka_unit_test(test_no_threads_no_pool),
        cmocka_unit_test(test_threads_have_stack_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
