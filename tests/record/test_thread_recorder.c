// The recorder: what the run hands over is in the file at the end; whatever happens to run, process or disk, no file looks
// whole that is not, and what was there before survives.
#include "record/walkers.h"

#include "record/recorder.h"
#include "scenes.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

// The disk --------------------------------------------------------------------------------------------------------------

// Stands before the C library's: a disk that is slow or full at will.
static atomic_long disk_room = -1; // bytes; -1: endless
static atomic_long disk_delay;     // us a write

static bool is_plain(int file) {
    struct stat status;
    return fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

static bool disk_has(size_t size) {
    long room = atomic_load(&disk_room);
    if (room < 0) return true;
    if ((size_t)room < size) return false;
    atomic_store(&disk_room, room - (long)size);
    return true;
}

ssize_t write(int file, const void *bytes, size_t size) {
    if (is_plain(file)) {
        long delay = atomic_load(&disk_delay);
        if (delay > 0) (void)nanosleep(&(struct timespec){.tv_nsec = 1000 * delay}, NULL);
        if (!disk_has(size)) {
            errno = ENOSPC;
            return -1;
        }
    }
    return syscall(SYS_write, file, bytes, size);
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t at) {
    if (is_plain(file) && !disk_has(size)) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, file, bytes, size, at);
}

// Unlike sample_path's, it stays.
typedef struct kept_path {
    char text[400];
} kept_path;

static kept_path keep_path(const char *name) {
    kept_path kept;
    (void)snprintf(kept.text, sizeof kept.text, "%s", sample_path(name));
    return kept;
}

static int setup(void **state) {
    atomic_store(&disk_room, -1);
    atomic_store(&disk_delay, 0);
    return sample_setup(state);
}

static int teardown(void **state) {
    atomic_store(&disk_room, -1);
    atomic_store(&disk_delay, 0);
    return sample_teardown(state);
}

// A made-up world -------------------------------------------------------------------------------------------------------

// Walkers as columns in the reverse order of their ids, on levels 0 and 1, relative to an origin.
#define MOST 3000u
static const wend_point origin = {500000.0, -2000.0};
static const float heights[] = {0.0f, 3.5f};

typedef struct columns {
    uint64_t serial[MOST];
    float x[MOST], y[MOST];
    wend_motion motion[MOST];
    wend_role role[MOST];
    wend_goal goal[MOST];
    wend_pace pace[MOST];
    wend_form form[MOST];
    wi_spots spots;
} columns;

// Every eleventh agent belongs to no group.
static bool told_of(uint64_t serial) { return serial % 11 != 0; }

static void tell_groups(wi_recorder *recorder, const walkers *all) {
    for (uint64_t id = 0; id < all->agents; id++) {
        wi_spot spot = walker_at(all, id, 0);
        if (told_of(spot.id)) assert_int_equal(wi_recorder_tell_group(recorder, spot.id, spot.group, NULL), WEND_OK);
    }
}

static wend_view view_of(columns *to, const walkers *all, int64_t number) {
    wi_frame frame = walkers_frame(all, number, &to->spots);
    for (uint32_t i = 0; i < frame.count; i++) {
        const wi_spot *spot = &frame.spot[frame.count - 1 - i];
        to->serial[i] = spot->id;
        to->x[i] = (float)(spot->x - origin.x);
        to->y[i] = (float)(spot->y - origin.y);
        to->motion[i].velocity = (wend_vec){spot->vx, spot->vy};
        to->motion[i].heading = (wend_vec){wend_cos(spot->heading), wend_sin(spot->heading)};
        to->role[i] = (wend_role){.profile = spot->profile, .level = spot->z > 0.0};
        // The goal lies far off in the preferred direction.
        to->goal[i].at = (wend_vec){to->x[i] + 100.0f * spot->preferred_x, to->y[i] + 100.0f * spot->preferred_y};
        to->pace[i] = (wend_pace){.preferred_speed = 1.4f, .max_speed = 2.0f, .max_acceleration = INFINITY};
        to->form[i] = (wend_form){.half_length = spot->half_length, .half_width = spot->half_width};
    }
    return (wend_view){.count = frame.count,
                       .step = 0.1f,
                       .serial = to->serial,
                       .x = to->x,
                       .y = to->y,
                       .motion = to->motion,
                       .goal = to->goal,
                       .pace = to->pace,
                       .form = to->form,
                       .role = to->role};
}

// CSV has no place for these.
static void assert_rest(const wi_spot *got, const wi_spot *want, bool kept) {
    assert_int_equal(got->group, kept && told_of(want->id) ? want->group : WI_NO_GROUP);
    assert_true(isnan(got->preferred_x) == !kept && isnan(got->half_length) == !kept);
    if (!kept) return;
    assert_true(got->half_length == want->half_length && got->half_width == want->half_width);
    assert_close((double)got->preferred_x, (double)want->preferred_x, 0.0006);
    assert_close((double)got->preferred_y, (double)want->preferred_y, 0.0006);
}

static void assert_recorded(const walkers *all, const wi_frame *frame, bool keeps_all) {
    wi_spots spots = {0};
    wi_frame want = walkers_frame(all, frame->number, &spots);
    assert_int_equal(frame->count, want.count);
    for (uint32_t i = 0; i < want.count; i++) {
        const wi_spot *a = &frame->spot[i], *b = &want.spot[i];
        assert_int_equal(a->id, b->id);
        assert_int_equal(a->profile, b->profile);
        // Half a millimetre and what a float cannot tell apart at 1 km.
        assert_true(fabs(a->x - b->x) < 0.00057 && fabs(a->y - b->y) < 0.00057 && a->z == b->z);
        assert_true(fabs((double)(a->vx - b->vx)) < 0.00051 && fabs((double)(a->vy - b->vy)) < 0.00051);
        assert_true(fabs((double)(a->heading - b->heading)) < 0.00051);
        assert_rest(a, b, keeps_all);
    }
    wi_spots_free(&spots);
}

static wi_recorder *start(const char *path, size_t most_bytes) {
    wi_recording about = walkers_about();
    wi_recorder_def def = {.path = path,
                           .about = &about,
                           .options = {.precision = 0.001},
                           .origin = origin,
                           .level_heights = heights,
                           .most_bytes = most_bytes};
    wi_recorder *recorder;
    wend_error error = {0};
    if (wi_recorder_start(&def, &recorder, &error)) fail_msg("%s", error.text);
    return recorder;
}

static wend_result take(wi_recorder *recorder, columns *space, const walkers *all, int64_t number, wend_error *error) {
    wend_view view = view_of(space, all, number);
    if (number == 0) tell_groups(recorder, all);
    return wi_recorder_take(recorder, &view, number, error);
}

static void take_all(wi_recorder *recorder, const walkers *all, int64_t frames) {
    columns *space = calloc(1, sizeof *space);
    wend_error error = {0};
    assert_non_null(space);
    for (int64_t number = 0; number < frames; number++)
        if (take(recorder, space, all, number, &error)) fail_msg("%s", error.text);
    wi_spots_free(&space->spots);
    free(space);
}

// All frames of a file are those of the walkers, from 0 on; returns how many.
static int64_t count_right_frames(const char *path, const walkers *all, bool *whole) {
    wi_reader *reader = sample_open(path);
    int64_t count = 0;
    wi_frame frame;
    for (; sample_next(reader, &frame); count++) {
        assert_int_equal(frame.number, count);
        assert_recorded(all, &frame, reader->format != &wi_format_csv);
    }
    if (whole) *whole = reader->about.whole;
    if (whole && *whole) assert_string_equal(reader->about.note, "");
    wi_reader_close(reader);
    return count;
}

static void finish(wi_recorder *recorder, bool whole) {
    wend_error error = {0};
    if (wi_recorder_finish(recorder, whole, &error)) fail_msg("%s", error.text);
}

// Tests -----------------------------------------------------------------------------------------------------------------

static void recordings_hold_the_run(void **state) {
    (void)state;
    const char *const names[] = {"run.h5", "run.part", "run.csv"};
    const walkers crowd = {.agents = 500, .seed = 1, .stay = true};
    for (uint32_t i = 0; i < WEND_COUNT(names); i++) {
        const kept_path kept = keep_path(names[i]);
        const char *path = kept.text;
        wi_recorder *recorder = start(path, 0);
        take_all(recorder, &crowd, 150);
        finish(recorder, true);
        bool whole;
        assert_int_equal(count_right_frames(path, &crowd, &whole), 150);
        assert_true(whole);
        assert_int_equal(files_in_directory(), i + 1); // no part file is left
    }
}

static void agents_come_and_go(void **state) {
    (void)state;
    const walkers crowd = {.agents = 200, .seed = 2};
    const kept_path kept = keep_path("run.part");
    const char *path = kept.text;
    wi_recorder *recorder = start(path, 20000); // the ring wraps all the time
    take_all(recorder, &crowd, 140);
    finish(recorder, true);
    assert_int_equal(count_right_frames(path, &crowd, NULL), 140);
}

// Towards the goal, at the preferred speed unless the goal is near.
static void assert_wish(const wi_spot *spot, const wend_agent *agent) {
    double x = agent->goal.at.x - agent->position.x, y = agent->goal.at.y - agent->position.y, far = hypot(x, y);
    if (far < 2.0) return;
    assert_close((double)spot->preferred_x, (double)agent->preferred_speed * x / far, 0.001);
    assert_close((double)spot->preferred_y, (double)agent->preferred_speed * y / far, 0.001);
}

static void a_world_is_recorded(void **state) {
    (void)state;
    scene_options options = scene_default_options();
    options.agents = 300;
    options.origin = (wend_point){1000.0, 2000.0};
    scene_run run;
    wend_error error = {0};
    if (scene_open("circle", &options, &run, &error)) fail_msg("%s", error.text);
    wi_recording about = {.fps = 10.0, .whole = true};
    wi_recorder_def def = {
        .path = sample_path("world.h5"), .about = &about, .options = {0.001}, .origin = options.origin};
    wi_recorder *recorder;
    if (wi_recorder_start(&def, &recorder, &error)) fail_msg("%s", error.text);
    wend_view view;
    for (int64_t number = 0; number < 50; number++) {
        assert_int_equal(wend_world_view(run.world, &view, &error), WEND_OK);
        if (wi_recorder_take(recorder, &view, number, &error)) fail_msg("%s", error.text);
        if (number < 49) assert_int_equal(scene_step(&run, &error), WEND_OK);
    }
    finish(recorder, true);
    wi_reader *reader = sample_open(sample_path("world.h5"));
    wi_frame frame;
    for (int64_t number = 0; number < 50; number++) assert_true(sample_next(reader, &frame));
    assert_int_equal(frame.count, view.count); // the last one, agent by agent
    for (uint32_t i = 0; i < frame.count; i++) {
        wend_agent agent;
        assert_int_equal(wend_world_get(run.world, frame.spot[i].id, &agent, &error), WEND_OK);
        assert_close(frame.spot[i].x, agent.position.x, 0.00051);
        assert_close(frame.spot[i].y, agent.position.y, 0.00051);
        assert_close((double)frame.spot[i].vx, (double)agent.velocity.x, 0.00051);
        assert_int_equal(frame.spot[i].profile, agent.profile);
        assert_int_equal(frame.spot[i].group, WI_NO_GROUP);
        assert_true(frame.spot[i].half_length == agent.shape.half_length);
        assert_wish(&frame.spot[i], &agent);
    }
    wi_reader_close(reader);
    scene_close(&run);
}

static void an_interrupted_run_says_so(void **state) {
    (void)state;
    const walkers crowd = {.agents = 50, .seed = 3, .stay = true};
    const char *const names[] = {"run.h5", "run.part"};
    for (uint32_t i = 0; i < WEND_COUNT(names); i++) {
        const kept_path kept = keep_path(names[i]);
        const char *path = kept.text;
        wi_recorder *recorder = start(path, 0);
        take_all(recorder, &crowd, 30);
        finish(recorder, false);
        bool whole;
        assert_int_equal(count_right_frames(path, &crowd, &whole), 30);
        assert_false(whole);
        wi_reader *reader = sample_open(path);
        assert_string_equal(reader->about.note, "the run was interrupted after frame 29");
        wi_reader_close(reader);
    }
    assert_int_equal(files_in_directory(), 2);
}

static void a_run_without_frames_is_a_file(void **state) {
    (void)state;
    const walkers nobody = {.stay = true};
    wi_recorder *recorder = start(sample_path("none.h5"), 0);
    finish(recorder, true);
    assert_int_equal(count_right_frames(sample_path("none.h5"), &nobody, NULL), 0);
    recorder = start(sample_path("none.part"), 0);
    take_all(recorder, &nobody, 5);
    finish(recorder, true);
    assert_int_equal(count_right_frames(sample_path("none.part"), &nobody, NULL), 5);
}

static void impossible_targets_are_refused_at_once(void **state) {
    (void)state;
    wi_recording about = walkers_about();
    wi_recorder_def def = {.about = &about};
    wi_recorder *recorder;
    wend_error error = {0};
    def.path = sample_path("run.docx");
    assert_int_equal(wi_recorder_start(&def, &recorder, &error), WEND_BAD_ARGUMENT);
    def.path = sample_path("no/such/run.h5");
    assert_int_equal(wi_recorder_start(&def, &recorder, &error), WEND_FILE_ERROR);
    assert_non_null(strstr(error.text, strerror(ENOENT)));
    def.path = sample_path("folder.h5");
    assert_int_equal(mkdir(def.path, 0777), 0);
    assert_int_equal(wi_recorder_start(&def, &recorder, &error), WEND_FILE_ERROR);
    assert_null(recorder);

    const walkers crowd = {.agents = 3, .seed = 3, .stay = true};
    recorder = start(sample_path("run.h5"), 0);
    def.path = sample_path("run.h5");
    wi_recorder *second;
    assert_int_equal(wi_recorder_start(&def, &second, &error), WEND_FILE_ERROR);
    assert_non_null(strstr(error.text, "another run is recording"));
    take_all(recorder, &crowd, 3);
    columns *space = calloc(1, sizeof *space);
    assert_int_equal(take(recorder, space, &crowd, 2, &error), WEND_BAD_ARGUMENT);
    assert_non_null(strstr(error.text, "rising"));
    finish(recorder, true);
    wi_spots_free(&space->spots);
    free(space);
    assert_int_equal(count_right_frames(sample_path("run.h5"), &crowd, NULL), 3);
}

// Memory stays what it was promised to be: the run waits for the disk, and loses nothing.
static void a_slow_disk_holds_the_run_up(void **state) {
    (void)state;
    const walkers crowd = {.agents = 1000, .seed = 4, .stay = true}; // 38 kB a frame
    const kept_path kept = keep_path("slow.part");
    const char *path = kept.text;
    wi_recorder *recorder = start(path, 200000);
    atomic_store(&disk_delay, 5000);
    take_all(recorder, &crowd, 60);
    wi_recorder_stats stats = wi_recorder_get_stats(recorder);
    assert_true(stats.frames >= 60 - 6); // no more than the ring holds is on its way
    assert_true(stats.waited > 0.1);
    atomic_store(&disk_delay, 0);
    finish(recorder, true);
    assert_int_equal(count_right_frames(path, &crowd, NULL), 60);
}

static void a_frame_larger_than_the_memory_is_taken_alone(void **state) {
    (void)state;
    const walkers crowd = {.agents = 1000, .seed = 5, .stay = true};
    wi_recorder *recorder = start(sample_path("big.part"), 1000);
    take_all(recorder, &crowd, 20);
    finish(recorder, true);
    assert_int_equal(count_right_frames(sample_path("big.part"), &crowd, NULL), 20);
}

// The old file, the message, and what is in the part file, when the disk fills up while recording.
static void a_full_disk_is_told(void **state) {
    (void)state;
    const walkers crowd = {.agents = 200, .seed = 6, .stay = true};
    const kept_path kept = keep_path("full.h5");
    const char *path = kept.text;
    wi_recorder *recorder = start(path, 0);
    take_all(recorder, &crowd, 7);
    finish(recorder, true);
    for (long room = 10; room < 60000; room = room * 3 / 2) {
        recorder = start(path, 0);
        atomic_store(&disk_room, room);
        wend_error error = {0}, last = {0};
        columns *space = calloc(1, sizeof *space);
        wend_result result = WEND_OK;
        for (int64_t number = 0; number < 300 && !result; number++)
            result = take(recorder, space, &crowd, number, &error);
        assert_int_equal(wi_recorder_finish(recorder, true, &last), WEND_FILE_ERROR);
        atomic_store(&disk_room, -1);
        wi_spots_free(&space->spots);
        free(space);
        assert_true(!result || strstr(error.text, "full.h5.part"));
        assert_non_null(strstr(last.text, "full.h5.part"));
        assert_non_null(strstr(last.text, strerror(ENOSPC)));
        assert_int_equal(count_right_frames(path, &crowd, NULL), 7);
        bool whole;
        int64_t saved = count_right_frames(sample_path("full.h5.part"), &crowd, &whole);
        assert_false(whole);
        assert_true(saved < 300);
        assert_int_equal(unlink(sample_path("full.h5.part")), 0);
        assert_int_equal(files_in_directory(), 1);
    }
}

// The same when it fills up while the finished file is made: the part file is there, whole.
static void a_disk_full_at_the_end_leaves_the_part_file(void **state) {
    (void)state;
    const walkers crowd = {.agents = 2000, .seed = 7, .stay = true};
    const char *const names[] = {"late.h5", "late.part"};
    for (uint32_t i = 0; i < WEND_COUNT(names); i++) {
        for (long room = 50; room < 600000; room *= 3) {
            const kept_path kept = keep_path(names[i]);
            const char *path = kept.text;
            wi_recorder *recorder = start(path, 0);
            take_all(recorder, &crowd, 30);
            while (wi_recorder_get_stats(recorder).frames < 30)
                (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
            atomic_store(&disk_room, room);
            wend_error error = {0};
            wend_result result = wi_recorder_finish(recorder, true, &error);
            atomic_store(&disk_room, -1);
            assert_int_equal(result, WEND_FILE_ERROR);
            assert_non_null(strstr(error.text, strerror(ENOSPC)));
            assert_non_null(strstr(error.text, "30 frames are in its part file"));
            assert_false(file_exists(path));
            char part[500];
            (void)snprintf(part, sizeof part, "%s.part", path);
            bool whole;
            assert_int_equal(count_right_frames(part, &crowd, &whole), 30);
            assert_true(whole);
            assert_int_equal(unlink(part), 0);
            assert_int_equal(files_in_directory(), 0);
        }
    }
}

// A limit of the system on the size of files, in a process of its own.
static void a_limit_on_files_is_told(void **state) {
    (void)state;
    const walkers crowd = {.agents = 200, .seed = 8, .stay = true};
    const kept_path kept = keep_path("limit.h5");
    const char *path = kept.text;
    wi_recorder *recorder = start(path, 0);
    take_all(recorder, &crowd, 2);
    finish(recorder, true);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const struct rlimit limit = {20000, 20000};
        columns *space = calloc(1, sizeof *space);
        wend_error error = {0};
        wend_result result = WEND_OK;
        if (setrlimit(RLIMIT_FSIZE, &limit) != 0) _exit(2);
        recorder = start(path, 0);
        for (int64_t number = 0; number < 200 && !result; number++)
            result = take(recorder, space, &crowd, number, &error);
        result = wi_recorder_finish(recorder, true, &error);
        _exit(result == WEND_FILE_ERROR && strstr(error.text, strerror(EFBIG)) ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_int_equal(count_right_frames(path, &crowd, NULL), 2);
    assert_true(count_right_frames(sample_path("limit.h5.part"), &crowd, NULL) > 0);
}

// Records until it is killed.
static void record_for_ever(const char *path, const walkers *all) {
    columns *space = calloc(1, sizeof *space);
    wi_recorder *recorder = start(path, 0);
    for (int64_t number = 0;; number++)
        if (take(recorder, space, all, number, NULL)) _exit(1);
}

static void a_killed_run_can_be_recovered(void **state) {
    (void)state;
    const walkers crowd = {.agents = 300, .seed = 9};
    const kept_path kept = keep_path("killed.h5");
    const char *path = kept.text;
    char part[500];
    (void)snprintf(part, sizeof part, "%s.part", path);
    int64_t most = 0;
    for (uint32_t i = 0; i < 25; i++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) record_for_ever(path, &crowd);
        long wait = (long)(40e6f * wend_random(10, i, 0, 0, 0));
        (void)nanosleep(&(struct timespec){.tv_nsec = wait}, NULL);
        assert_int_equal(kill(child, SIGKILL), 0);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        assert_false(file_exists(path));
        wi_reader *reader;
        wend_error error = {0};
        if (wi_reader_open(part, &reader, &error)) continue; // killed before it had said what it records
        wi_reader_close(reader);
        bool whole;
        int64_t frames = count_right_frames(part, &crowd, &whole);
        assert_false(whole);
        if (frames > most) most = frames;
    }
    print_message("the longest run that was killed left %lld frames\n", (long long)most);
    assert_true(most > 0);
}

// The part file of a killed run is kept when the run is started again.
static void a_new_run_keeps_the_old_part_file(void **state) {
    (void)state;
    const walkers crowd = {.agents = 30, .seed = 11, .stay = true};
    const kept_path kept = keep_path("again.h5");
    const char *path = kept.text;
    for (int64_t i = 1; i <= 3; i++) {
        wi_recorder *recorder = start(path, 0);
        take_all(recorder, &crowd, 10 * i);
        while (wi_recorder_get_stats(recorder).frames < (uint64_t)(10 * i))
            (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        if (i == 1) assert_null(wi_recorder_kept(recorder));
        if (i == 3) assert_string_equal(wi_recorder_kept(recorder), "again.h5.2.part");
        wi_reader *reader = sample_open(sample_path("again.h5.part")); // one may look while it grows
        assert_non_null(strstr(reader->about.note, "still going on"));
        wi_reader_close(reader);
        wi_recorder_abandon(recorder);
    }
    assert_int_equal(count_right_frames(sample_path("again.h5.1.part"), &crowd, NULL), 10);
    assert_int_equal(count_right_frames(sample_path("again.h5.2.part"), &crowd, NULL), 20);
    assert_int_equal(count_right_frames(sample_path("again.h5.part"), &crowd, NULL), 30);
    assert_false(file_exists(path));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(recordings_hold_the_run, setup, teardown),
        cmocka_unit_test_setup_teardown(agents_come_and_go, setup, teardown),
        cmocka_unit_test_setup_teardown(a_world_is_recorded, setup, teardown),
        cmocka_unit_test_setup_teardown(an_interrupted_run_says_so, setup, teardown),
        cmocka_unit_test_setup_teardown(a_run_without_frames_is_a_file, setup, teardown),
        cmocka_unit_test_setup_teardown(impossible_targets_are_refused_at_once, setup, teardown),
        cmocka_unit_test_setup_teardown(a_slow_disk_holds_the_run_up, setup, teardown),
        cmocka_unit_test_setup_teardown(a_frame_larger_than_the_memory_is_taken_alone, setup, teardown),
        cmocka_unit_test_setup_teardown(a_full_disk_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(a_disk_full_at_the_end_leaves_the_part_file, setup, teardown),
        cmocka_unit_test_setup_teardown(a_limit_on_files_is_told, setup, teardown),
        cmocka_unit_test_setup_teardown(a_killed_run_can_be_recovered, setup, teardown),
        cmocka_unit_test_setup_teardown(a_new_run_keeps_the_old_part_file, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
