// A recording for tests of pictures: a room of 10 m by 6 m far from the origin, in which somebody walks east past a cart,
// and what its picture shows where.
#ifndef ROOM_H
#define ROOM_H

#include "picture/picture.h"
#include "record/samples.h"
#include "support/expect.h"

#include <cairo.h>

// fontconfig keeps what it has read for as long as the program runs.
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libfontconfig\n"; }

#define ROOM_FPS 5
#define ROOM_FRAMES 41 // 8 s
#define ROOM_X 1000.0
#define ROOM_Y -2000.0

#define ROOM_PLAN                                                                                                   \
    "{\"format\": 1, \"title\": \"A <room> & \\u00fcmlaut\", \"origin\": [1000, -2000], \"bounds\": [0, 0, 10, 6]," \
    "\"levels\": [{\"name\": \"ground\", \"height\": 0}%s],"                                                        \
    "\"walls\": [{\"level\": 0, \"kind\": \"room\", \"rings\": [[[0, 0], [10, 0], [10, 6], [0, 6]]]},"              \
    "{\"level\": 0, \"kind\": \"solid\", \"rings\": [[[7, 3], [8, 3], [8, 4], [7, 4]]]}],"                          \
    "\"doors\": [{\"name\": \"d\", \"level\": 0, \"points\": [[9, 4], [9, 5]], \"open\": true},"                    \
    "{\"name\": \"b\", \"points\": [[1, 5], [4, 5]], \"barrier\": 1, \"switches\": [20, 30]}],"                     \
    "\"goals\": [{\"name\": \"exit\", \"level\": 0, \"at\": [9.5, 1], \"half\": [0, 0.5], \"radius\": 0.2}],"       \
    "\"lines\": [{\"name\": \"l\", \"points\": [[6, 0.5], [6, 2]]}],"                                               \
    "\"groups\": [\"walkers\", \"carts\"],"                                                                         \
    "\"profiles\": [{\"name\": \"walker\", \"model\": \"orca\", \"shape\": \"disc\", \"half_length\": 0.25,"        \
    " \"half_width\": 0.25, \"preferred_speed\": 1, \"max_speed\": 2}, {\"name\": \"cart\", \"model\": \"rvo\","    \
    " \"shape\": \"box\", \"half_length\": 0.5, \"half_width\": 0.2, \"preferred_speed\": 1, \"max_speed\": 2}]}"

static inline wi_spot room_spot(uint64_t id, double x, double y, uint32_t kind, float heading) {
    wi_spot spot = wi_spot_at(id, ROOM_X + x, ROOM_Y + y);
    spot.profile = spot.group = kind;
    spot.heading = heading;
    spot.half_length = kind ? 0.5f : 0.25f;
    spot.half_width = kind ? 0.2f : 0.25f;
    spot.vx = id == 1 ? 1.0f : 0.0f;
    spot.vy = 0.0f;
    spot.z = 0.0;
    return spot;
}

// The walker is at (1 + t, 1), the cart at (3, 4) looking north; a bystander at (5.3, 1) is in the way at 4 s. With two
// levels he stands on the upper one.
static inline const char *room_record(const char *name, bool two_levels) {
    const char *path = sample_path(name);
    char plan[4000], *names[] = {(char *)"walker", (char *)"cart"};
    (void)snprintf(plan, sizeof plan, ROOM_PLAN, two_levels ? ", {\"name\": \"upper\", \"height\": 3}" : "");
    wi_recording about = {.fps = ROOM_FPS, .plan = plan, .profiles = names, .profile_count = 2, .whole = true};
    wi_writer *writer = NULL;
    wend_error error = {0};
    must(wi_writer_create(path, &about, &(wi_write_options){0}, &writer, &error), &error);
    for (int i = 0; i < ROOM_FRAMES; i++) {
        wi_spot spots[] = {room_spot(1, 1.0 + (double)i / ROOM_FPS, 1.0, 0, 0.0f),
                           room_spot(2, 3.0, 4.0, 1, 1.5707964f), room_spot(3, 5.3, 1.0, 0, 0.0f)};
        if (two_levels) spots[2].z = 3.0;
        must(writer->frame(writer, &(wi_frame){i, spots, WEND_COUNT(spots)}, &error), &error);
    }
    must(writer->finish(writer, &error), &error);
    return path;
}

// Pixels --------------------------------------------------------------------------------------------------------------

typedef struct room_image {
    uint32_t width, height;
    uint32_t *pixel; // 0x00rrggbb
    // Where the outline of the room is: x at 0 m and 10 m, y at 6 m and 0 m.
    double west, east, north, south;
} room_image;

static inline bool alike(uint32_t pixel, wi_colour colour, int tolerance) {
    for (unsigned shift = 0; shift <= 16; shift += 8)
        if (abs((int)(pixel >> shift & 0xff) - (int)(colour >> (shift + 8) & 0xff)) > tolerance) return false;
    return true;
}

static inline uint32_t wall_pixels(const room_image *image, wi_colour wall, int tolerance, uint32_t line, bool row) {
    uint32_t count = 0, length = row ? image->width : image->height;
    for (uint32_t i = 0; i < length; i++)
        count += alike(image->pixel[row ? line * image->width + i : i * image->width + line], wall, tolerance);
    return count;
}

// The room is found by its long straight lines in the colour of walls alone, so that nothing here trusts the layout.
static inline void room_locate(room_image *image, wi_theme theme, int tolerance) {
    wi_colour wall = wi_palette_colour(theme, "wall");
    uint32_t x0 = image->width, x1 = 0, y0 = image->height, y1 = 0;
    for (uint32_t y = 0; y < image->height; y++)
        if (wall_pixels(image, wall, tolerance, y, true) > image->width / 3) y0 = y < y0 ? y : y0, y1 = y > y1 ? y : y1;
    for (uint32_t x = 0; x < image->width; x++)
        if (wall_pixels(image, wall, tolerance, x, false) > image->height / 3)
            x0 = x < x0 ? x : x0, x1 = x > x1 ? x : x1;
    assert_true(x0 < x1 && y0 < y1);
    image->west = x0 + 0.5, image->east = x1 + 0.5, image->north = y0 + 0.5, image->south = y1 + 0.5;
    assert_near((image->east - image->west) / (image->south - image->north), 10.0 / 6.0, 0.02);
}

static inline uint32_t room_pixel(const room_image *image, double x, double y) {
    double right = image->west + x / 10.0 * (image->east - image->west);
    double down = image->south - y / 6.0 * (image->south - image->north);
    assert_true(right >= 0.0 && down >= 0.0 && right < image->width && down < image->height);
    return image->pixel[(uint32_t)down * image->width + (uint32_t)right];
}

#endif
