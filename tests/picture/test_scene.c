// Pictures of a room: which colour is where, at which time, on which level; what is refused; and that SVG is well formed.
#include "room.h"

#define WIDTH 900u

static const wi_colour walker = 0x3b76d4ff, cart = 0xe8793aff; // the first two categories

static wi_picture_options plain(void) {
    wi_picture_options options = wi_picture_options_default();
    options.width = WIDTH;
    return options;
}

static room_image draw(const char *recording, const wi_picture_options *options) {
    wi_picture_done done;
    wend_error error = {0};
    const char *path = sample_path("drawn.png");
    must(wi_picture_write(recording, path, options, &done, &error), &error);
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    assert_int_equal(cairo_surface_status(surface), CAIRO_STATUS_SUCCESS);
    room_image image = {.width = (uint32_t)cairo_image_surface_get_width(surface),
                        .height = (uint32_t)cairo_image_surface_get_height(surface)};
    assert_int_equal(image.width, done.width);
    assert_int_equal(image.height, done.height);
    image.pixel = malloc((size_t)image.width * image.height * sizeof *image.pixel);
    assert_non_null(image.pixel);
    for (uint32_t y = 0; y < image.height; y++)
        memcpy(image.pixel + (size_t)y * image.width,
               cairo_image_surface_get_data(surface) + (size_t)y * (size_t)cairo_image_surface_get_stride(surface),
               image.width * sizeof *image.pixel);
    cairo_surface_destroy(surface);
    room_locate(&image, options->theme, 2);
    return image;
}

static uint32_t count_colour(const room_image *image, wi_colour colour) {
    uint32_t count = 0;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++) count += alike(image->pixel[i], colour, 2);
    return count;
}

#define assert_colour(image, x, y, colour) assert_true(alike(room_pixel(image, x, y), colour, 3))

static void look_at(wi_theme theme) {
    wi_picture_options options = plain();
    options.at = 2.0;
    options.theme = theme;
    room_image image = draw(room_record("room.h5", false), &options);
    assert_colour(&image, 3.0, 1.0, walker);
    assert_colour(&image, 3.0, 3.6, cart); // it looks north: long from south to north
    assert_colour(&image, 2.87, 4.0, cart);
    assert_colour(&image, 3.37, 4.13, wi_palette_colour(theme, "floor"));
    assert_colour(&image, 3.13, 5.13, wi_palette_colour(theme, "floor")); // where the walker is if north is down
    assert_colour(&image, 7.6, 3.6, wi_palette_colour(theme, "solid"));
    assert_colour(&image, 5.0, 6.0, wi_palette_colour(theme, "wall"));
    assert_colour(&image, -0.15, 3.0, wi_palette_colour(theme, "background"));
    assert_colour(&image, 8.5, 4.0, wi_palette_colour(theme, "door")); // swung westwards from its hinge at (9, 4)
    free(image.pixel);
}

// It stands until 4 s and again from 6 s on.
static void test_barriers_come_and_go(void **state) {
    (void)state;
    static const double times[] = {0.0, 3.9, 4.0, 5.9, 6.0, 8.0};
    for (uint32_t i = 0; i < WEND_COUNT(times); i++) {
        wi_picture_options options = plain();
        options.at = times[i];
        room_image image = draw(room_record("room.h5", false), &options);
        wi_colour door = wi_palette_colour(options.theme, "door");
        uint32_t covered = 0;
        for (uint32_t k = 0; k < 50; k++) covered += alike(room_pixel(&image, 1.5 + 0.04 * k, 5.0), door, 3) ? 1 : 0;
        bool gone = times[i] >= 4.0 && times[i] < 6.0;
        if (covered != (gone ? 0 : 50)) fail_msg("at %g s %u of 50 places are covered", times[i], covered);
        free(image.pixel);
    }
}

static void test_what_is_where(void **state) {
    (void)state;
    look_at(WI_LIGHT);
    look_at(WI_DARK);
}

// The middle of the walker on the row where it walks.
static double walker_place(const room_image *image) {
    double first = 100.0, last = -1.0;
    for (double x = 0.3; x < 9.0; x += 0.005) {
        if (!alike(room_pixel(image, x, 0.87), walker, 3)) continue;
        first = fmin(first, x), last = fmax(last, x);
    }
    return (first + last) / 2.0;
}

static void test_between_frames(void **state) {
    (void)state;
    static const double times[] = {0.0, 0.05, 0.1, 1.13, 2.0, 2.19};
    char path[300];
    strcpy(path, room_record("room.h5", true)); // the bystander would be in the row too
    for (uint32_t i = 0; i < WEND_COUNT(times); i++) {
        wi_picture_options options = plain();
        options.at = times[i];
        options.level = "ground";
        room_image image = draw(path, &options);
        assert_near(walker_place(&image), 1.0 + times[i], 0.03);
        free(image.pixel);
    }
}

static void test_overlaps_are_ringed(void **state) {
    (void)state;
    const wi_colour ring = wi_palette_colour(WI_LIGHT, "collision");
    const char *path = room_record("room.h5", false);
    for (double at = 1.0; at <= 4.0; at += 3.0) {
        wi_picture_options options = plain();
        options.at = at;
        room_image image = draw(path, &options);
        assert_int_equal(count_colour(&image, ring) > 50, at == 4.0);
        free(image.pixel);
    }
}

static void test_levels(void **state) {
    (void)state;
    const char *path = room_record("levels.h5", true);
    wi_picture_options options = plain();
    options.at = 4.0;
    options.level = "ground";
    options.no_legend = true;
    room_image image = draw(path, &options);
    uint32_t alone = count_colour(&image, walker);
    assert_int_equal(count_colour(&image, wi_palette_colour(WI_LIGHT, "collision")), 0); // he is upstairs
    free(image.pixel);
    options.level = NULL;
    image = draw(path, &options);
    assert_true(count_colour(&image, walker) > alone / 8); // both, but smaller
    free(image.pixel);
    wi_picture_done done;
    options.level = "cellar";
    assert_refused(wi_picture_write(path, sample_path("x.png"), &options, &done, &why), WEND_BAD_ARGUMENT, "upper");
}

// Everybody is where he was at each of the times, and the last is the strongest.
static void test_time_lapse(void **state) {
    (void)state;
    wi_picture_options options = plain();
    options.time_lapse = 4;
    options.from = 0.0;
    options.until = 3.0;
    room_image image = draw(room_record("room.h5", false), &options);
    wi_colour floor = wi_palette_colour(WI_LIGHT, "floor");
    for (uint32_t i = 0; i < 4; i++) assert_false(alike(room_pixel(&image, 0.95 + i, 0.87), floor, 3));
    assert_colour(&image, 4.0, 0.87, walker);
    assert_false(alike(room_pixel(&image, 0.95, 0.87), walker, 60));
    assert_false(alike(room_pixel(&image, 1.5, 1.0), floor, 3)); // the way
    assert_colour(&image, 4.6, 1.13, floor);
    free(image.pixel);
}

static void test_density(void **state) {
    (void)state;
    wi_picture_options options = plain();
    options.density = true;
    options.at = 0.0;
    room_image image = draw(room_record("room.h5", false), &options);
    wi_colour floor = wi_palette_colour(WI_LIGHT, "floor");
    assert_colour(&image, 9.13, 5.63, floor);
    assert_false(alike(room_pixel(&image, 3.37, 4.13), floor, 30)); // beside the cart, which never moves
    free(image.pixel);
}

// SVG -----------------------------------------------------------------------------------------------------------------

// Every element that begins ends, inside the one it began in; no stray < or & in what is between.
static void check_xml(const char *at) {
    char open[64][40];
    uint32_t depth = 0, elements = 0;
    while ((at = strchr(at, '<'))) {
        const char *end = strchr(at, '>');
        assert_non_null(end);
        assert_null(memchr(at + 1, '<', (size_t)(end - at - 1)));
        char name[40] = "";
        (void)sscanf(at + 1 + (at[1] == '/'), "%39[a-zA-Z:]", name);
        if (at[1] == '/')
            assert_true(depth > 0 && strcmp(open[--depth], name) == 0);
        else if (at[1] != '?' && at[1] != '!' && end[-1] != '/')
            strcpy(open[depth++], name);
        assert_true(depth < 60);
        elements++;
        at = end;
    }
    assert_int_equal(depth, 0);
    assert_true(elements > 20);
}

static void test_svg(void **state) {
    (void)state;
    for (uint32_t lapse = 0; lapse <= 3; lapse += 3) {
        wi_picture_options options = plain();
        options.time_lapse = lapse;
        options.density = true;
        options.velocity = true;
        wi_picture_done done;
        wend_error error = {0};
        const char *path = sample_path("room.svg");
        must(wi_picture_write(room_record("room.h5", false), path, &options, &done, &error), &error);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        static char text[4 << 20];
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        assert_non_null(strstr(text, "<svg"));
        check_xml(text);
    }
}

// What is refused -----------------------------------------------------------------------------------------------------

static bool stop_at_once(void) { return true; }

static void test_refused(void **state) {
    (void)state;
    char path[300];
    strcpy(path, room_record("room.h5", false));
    wi_picture_done done;
    wi_picture_options options = plain();
    assert_refused(wi_picture_write(path, sample_path("x.jpg"), &options, &done, &why), WEND_BAD_ARGUMENT, ".png");
    assert_refused(wi_picture_write(path, sample_path("png"), &options, &done, &why), WEND_BAD_ARGUMENT, ".png");
    assert_refused(wi_picture_write(path, "/nowhere/x.png", &options, &done, &why), WEND_FILE_ERROR, "nowhere");
    assert_refused(wi_picture_write("nothing.h5", sample_path("x.png"), &options, &done, &why), WEND_NOT_FOUND,
                   "nothing");
    options.at = 9.0;
    assert_refused(wi_picture_write(path, sample_path("x.png"), &options, &done, &why), WEND_BAD_ARGUMENT, "8 s");
    assert_refused(wi_picture_write(path, sample_path("x.mp4"), &options, &done, &why), WEND_BAD_ARGUMENT, "video");
    options = plain();
    options.from = 9.0;
    assert_refused(wi_picture_write(path, sample_path("x.png"), &options, &done, &why), WEND_BAD_ARGUMENT, "8 s");
    options = plain();
    options.speed = 2.0;
    assert_refused(wi_picture_write(path, sample_path("x.png"), &options, &done, &why), WEND_BAD_ARGUMENT, "move");
    options = plain();
    options.time_lapse = 3;
    options.trail = 1.0;
    assert_refused(wi_picture_write(path, sample_path("x.png"), &options, &done, &why), WEND_BAD_ARGUMENT, "trail");
    options = plain();
    options.stopped = stop_at_once;
    assert_refused(wi_picture_write(path, sample_path("x.png"), &options, &done, &why), WEND_BUSY, "stopped");
    assert_int_not_equal(access(sample_path("x.png"), F_OK), 0);
}

// No walls, no bodies, no names, no frames, one agent that never moves, text that is no text.
static void test_bare_recordings(void **state) {
    (void)state;
    wi_picture_options options = plain();
    wi_picture_done done;
    wend_error error = {0};
    char path[300];
    strcpy(path, sample_text("bare.txt", "# framerate: 5 fps\n1 0 2 2\n1 1 2 2\n"));
    static const char *const kinds[] = {"bare.png", "bare.svg", "bare.pdf", "bare.gif"};
    for (uint32_t i = 0; i < WEND_COUNT(kinds); i++)
        must(wi_picture_write(path, sample_path(kinds[i]), &options, &done, &error), &error);
    assert_int_equal(done.width, WIDTH);
    for (uint32_t by = 0; by < WI_COLOUR_BY_COUNT; by++) {
        options.colour = (wi_colour_by)by;
        options.density = options.velocity = true;
        must(wi_picture_write(path, sample_path("bare.png"), &options, &done, &error), &error);
    }
    strcpy(path, sample_text("\xff\xfe<&\x01.txt", "# framerate: 5 fps\n1 0 2 2\n1 1 1e8 2\n"));
    must(wi_picture_write(path, sample_path("bare.svg"), &options, &done, &error), &error);
    strcpy(path, sample_text("far.txt", "# framerate: 5 fps\n1 0 2 2\n1 1 1e300 2\n"));
    assert_refused(wi_picture_write(path, sample_path("x.png"), &options, &done, &why), WEND_BAD_FILE, "metres");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_where),
        cmocka_unit_test(test_barriers_come_and_go),
        cmocka_unit_test(test_between_frames),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_overlaps_are_ringed),
        cmocka_unit_test(test_time_lapse),
        cmocka_unit_test(test_density),
        cmocka_unit_test(test_svg),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_bare_recordings),
    };
    return cmocka_run_group_tests(tests, sample_setup, sample_teardown);
}
