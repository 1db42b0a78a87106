// The room that bodies fit into, many at once, against its definition for one at a time.
#include "support/turn_cast.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static void cast_throng(cast *c, uint64_t seed) {
    for (uint32_t i = 0; i < CAST_MOST; i++) {
        wend_shape shape = wend_ellipse((float)draw(seed, 9 * i, 0.05, 0.4), (float)draw(seed, 9 * i + 1, 0.05, 0.4));
        if (i % 5 == 2) shape = wend_disc(0.2f);
        if (i % 16 == 7 && seed % 4 == 0) shape.kind = WEND_BOX;
        wend_vec v = {(float)draw(seed, 9 * i + 5, -1.5, 1.5), (float)draw(seed, 9 * i + 6, -1.5, 1.5)};
        uint32_t row = cast_add(c, shape, draw(seed, 9 * i + 2, -2, 2), draw(seed, 9 * i + 3, -2, 2),
                                draw(seed, 9 * i + 4, -4, 4), v);
        if (i % 9 == 4) c->role[row].flags = WEND_FLAG_DRIVEN;
    }
}

static float room_by_definition(const wi_turner *t, const wi_look *asked) {
    if (asked->clearance >= asked->least) return asked->clearance;
    wi_turner reckons = *t;
    reckons.they_turn = true;
    float room = wi_turn_clearance(&reckons, asked->least, asked->enough);
    if (room >= asked->least) return room;
    reckons.others.count = 0;
    return wi_turn_clearance(&reckons, asked->least, asked->enough);
}

static void is_what_each_would_find(void **state) {
    (void)state;
    wend_point south[2] = {{-3, -0.2}, {3, -0.1}}, north[2] = {{-3, 0.1}, {3, 0.3}};
    wend_obstacle walls[] = {{WEND_WALL, 0, south, 2}, {WEND_WALL, 0, north, 2}};
    int narrow = 0, helped = 0, between_walls = 0;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        cast c;
        cast_open(&c, walls, seed % 3 == 0 ? 2 : 0);
        cast_throng(&c, seed);
        int32_t others[CAST_MOST][CAST_MOST];
        wi_turner turners[CAST_MOST];
        const wi_turner *who[CAST_MOST];
        wi_look looks[CAST_MOST], asked[CAST_MOST];
        for (uint32_t row = 0; row < CAST_MOST; row++) {
            uint32_t count = 0;
            for (uint32_t other = 0; other < CAST_MOST; other++)
                if (other != row && (other + row) % 3 != 0) others[row][count++] = (int32_t)other;
            turners[row] =
                wi_turner_of(&c.view, row, &c.set, (wi_others){others[row], 1, count}, c.motion[row].velocity);
            who[row] = &turners[row];
            looks[row] = wi_turn_look_of(&turners[row], (float)draw(seed, 400 + row, 0.1, 0.5),
                                         (float)draw(seed, 500 + row, 0.5, 1.0));
        }
        wi_turn_clearances(who, looks, CAST_MOST);
        for (uint32_t row = 0; row < CAST_MOST; row++) asked[row] = looks[row];
        wi_turn_rooms(who, looks, CAST_MOST);
        for (uint32_t row = 0; row < CAST_MOST; row++) {
            float wanted = room_by_definition(&turners[row], &asked[row]), got = looks[row].clearance;
            bool was_narrow = asked[row].clearance < asked[row].least;
            if (got != wanted)
                fail_msg("seed %d, row %d: %g, must be %g", (int)seed, (int)row, (double)got, (double)wanted);
            narrow += was_narrow;
            helped += was_narrow && got >= asked[row].least && got < asked[row].enough;
            between_walls += was_narrow && got < asked[row].least;
        }
        cast_close(&c);
    }
    assert_true(narrow > 1000 && helped > 100 && between_walls > 50);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_what_each_would_find)};
    return cmocka_run_group_tests_name("steer/turn_room", tests, NULL, NULL);
}
