// Geometry from own points, WKT, GeoJSON and what is wrong with them; what recordings say of it; where the origin goes.
#include "scenario/by_hand.h"
#include "scenario/geometry.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static uint32_t count_kind(const wi_geometry *geometry, wend_obstacle_kind kind) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < geometry->count; i++) count += geometry->obstacle[i].kind == kind;
    return count;
}

// Reads a WKT and counts what it became.
static void expect_wkt(wend_obstacle_kind kind, const char *wkt, uint32_t walls, uint32_t solids, uint32_t rooms) {
    hand h;
    hand_init(&h);
    hand_shape(&h, kind)->wkt = wkt;
    wi_geometry geometry;
    assert_true(wi_geometry_read(&geometry, &h.scenario, &h.problems));
    if (h.problems.count > 0) fail_msg("%s: %s", wkt, h.problems.problem[0].text);
    assert_int_equal(count_kind(&geometry, WEND_WALL), walls);
    assert_int_equal(count_kind(&geometry, WEND_SOLID), solids);
    assert_int_equal(count_kind(&geometry, WEND_ROOM), rooms);
    wi_geometry_free(&geometry);
    hand_done(&h);
}

static void kinds_of_wkt(void **state) {
    (void)state;
    expect_wkt(WEND_ROOM, "POLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,2 1,2 2,1 1),(4 4,5 4,5 5,4 4))", 0, 2, 1);
    expect_wkt(WEND_SOLID, "POLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,2 1,2 2,1 1))", 0, 1, 0);
    expect_wkt(WEND_WALL, "POLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,2 1,2 2,1 1))", 2, 0, 0);
    expect_wkt(WEND_SOLID, "LINESTRING(0 0,1 0,2 1)", 1, 0, 0);
    expect_wkt(WEND_SOLID, "MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))", 0, 2, 0);
    expect_wkt(WEND_ROOM, "GEOMETRYCOLLECTION(POLYGON((0 0,9 0,9 9,0 0)),MULTILINESTRING((1 1,2 2),(3 3,4 4)))", 2, 0,
               1);
    expect_wkt(WEND_SOLID, "POLYGON((0 0,1 0,1 1,0 0))\nLINESTRING(5 5,6 6)\n POLYGON EMPTY\n", 1, 1, 0);
}

static void refuses(wend_obstacle_kind kind, const char *wkt, const char *part) {
    hand h;
    hand_init(&h);
    hand_shape(&h, WEND_WALL)->wkt = "LINESTRING(0 0,1 1)";
    hand_shape(&h, kind)->wkt = wkt;
    assert_int_equal(hand_refused(&h, part), 21);
    hand_done(&h);
}

static void wrong_wkt(void **state) {
    (void)state;
    refuses(WEND_SOLID, "POLYGON((0 0,4 4,4 0,0 4,0 0))", "Self-intersection at (2, 2)");
    refuses(WEND_SOLID, "POLYGON((0 0,4 4,4 0))", "closed");
    refuses(WEND_SOLID, "POLIGON((0 0,4 4,4 0,0 0))", "POLIGON");
    refuses(WEND_SOLID, "POLYGON((0 0,4 4,4 0,0 0)", "Expected");
    refuses(WEND_SOLID, "POINT(1 1)", "POINT is neither");
    refuses(WEND_SOLID, "", "nothing in it");
    refuses(WEND_SOLID, "POLYGON EMPTY", "no polygons and no lines");
    refuses(WEND_SOLID, "POLYGON((0 0,1e300 0,1 1,0 0))", "within");
    refuses(WEND_ROOM, "POLYGON((0 0,9 0,9 9,0 9,0 0),(20 20,21 20,21 21,20 20))", "Hole lies outside shell");
}

static void wrong_ring(wend_obstacle_kind kind, const wend_point *point, uint32_t count, const char *part) {
    hand h;
    hand_init(&h);
    wi_shape_source *shape = hand_shape(&h, kind);
    shape->ring = &h.ring[0];
    shape->ring_count = 1;
    h.ring[0] = hand_ring(&h, point, count);
    assert_int_equal(hand_refused(&h, part), 20);
    hand_done(&h);
}

static void wrong_own_points(void **state) {
    (void)state;
    wend_point bow[] = {{0, 0}, {4, 4}, {4, 0}, {0, 4}}, two[] = {{0, 0}, {1, 1}, {0, 0}}, one[] = {{2, 2}, {2, 2}};
    wend_point flat[] = {{0, 0}, {1, 0}, {2, 0}}, nowhere[] = {{0, 0}, {1, 0}, {NAN, 1}};
    wrong_ring(WEND_SOLID, bow, 4, "Self-intersection at (2, 2)");
    wrong_ring(WEND_ROOM, two, 3, "at least 3 different points, this has 2");
    wrong_ring(WEND_WALL, one, 2, "at least 2 different points, this has 1");
    wrong_ring(WEND_SOLID, flat, 3, "not valid");
    wrong_ring(WEND_SOLID, nowhere, 3, "point 3 is");
}

// A ring may repeat its first point or not; scale and shift apply.
static void own_points(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    wend_point closed[] = {{0, 0}, {2, 0}, {2, 1}, {0, 1}, {0, 0}};
    h.ring[0] = hand_ring(&h, closed, 5);
    h.ring[1] = hand_ring(&h, closed, 4);
    for (uint32_t i = 0; i < 2; i++) {
        wi_shape_source *shape = hand_shape(&h, WEND_SOLID);
        shape->ring = &h.ring[i];
        shape->ring_count = 1;
        shape->scale = 0.5;
        shape->shift = (wend_point){10.0, 20.0};
    }
    wi_geometry geometry;
    assert_true(wi_geometry_read(&geometry, &h.scenario, &h.problems));
    assert_int_equal(h.problems.count, 0);
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(geometry.obstacle[i].point_count, 4);
        assert_true(geometry.obstacle[i].points[2].x == 11.0 && geometry.obstacle[i].points[2].y == 20.5);
    }
    assert_true(geometry.min.x == 10.0 && geometry.max.y == 20.5);
    wi_geometry_free(&geometry);
    hand_done(&h);
}

static void expect_file(const char *ending, const char *text, uint32_t walls, uint32_t solids, const char *refused) {
    hand h;
    char path[64];
    hand_init(&h);
    hand_file(path, ending, text);
    hand_shape(&h, WEND_SOLID)->file = path;
    wi_geometry geometry;
    assert_true(wi_geometry_read(&geometry, &h.scenario, &h.problems));
    if (refused != NULL) {
        assert_int_equal(h.problems.count, 1);
        if (strstr(h.problems.problem[0].text, refused) == NULL) fail_msg("%s", h.problems.problem[0].text);
        assert_non_null(strstr(h.problems.problem[0].text, path));
    } else {
        if (h.problems.count > 0) fail_msg("%s", h.problems.problem[0].text);
        assert_int_equal(count_kind(&geometry, WEND_WALL), walls);
        assert_int_equal(count_kind(&geometry, WEND_SOLID), solids);
    }
    unlink(path);
    wi_geometry_free(&geometry);
    hand_done(&h);
}

static void files(void **state) {
    (void)state;
    const char *collection = "{\"type\":\"FeatureCollection\",\"features\":["
                             "{\"type\":\"Feature\",\"properties\":{\"a\":1},\"geometry\":{\"type\":\"Polygon\","
                             "\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}},"
                             "{\"type\":\"Feature\",\"properties\":null,\"geometry\":{\"type\":\"LineString\","
                             "\"coordinates\":[[5,5],[6,6]]}}]}";
    expect_file(".wkt", "POLYGON((0 0,1 0,1 1,0 0))\n", 0, 1, NULL);
    expect_file(".geojson", collection, 1, 1, NULL);
    expect_file(".JSON", collection, 1, 1, NULL);
    expect_file(".geojson", "{\"type\": ", 0, 0, "arse");
    expect_file(".wkt", "hello", 0, 0, "HELLO");
    expect_file(".shp", "", 0, 0, "must end in");
    setenv("WEND_DXF", "", 1); // as where the component is missing
    expect_file(".dxf", "0\nEOF\n", 0, 0, "./wend component dxf");
}

// Another program is asked; here one that knows only one drawing. DXF has no polygons, so closed lines are areas.
static void drawings(void **state) {
    (void)state;
    char folder[] = "/tmp/wend_dxf_XXXXXX", helper[64];
    assert_non_null(mkdtemp(folder));
    snprintf(helper, sizeof helper, "%s/wend-dxf", folder);
    FILE *script = fopen(helper, "w");
    fputs("#!/bin/sh\ncase $(head -c 3 \"$1\") in bad) exit 1;; esac\n"
          "echo 'LINESTRING (0 0,4 0,4 4,0 0)'\necho 'LINESTRING (8 8,9 9)'\n",
          script);
    fclose(script);
    assert_int_equal(chmod(helper, 0755), 0);
    setenv("WEND_DXF", helper, 1);
    expect_file(".dxf", "good", 1, 1, NULL);
    expect_file(".dxf", "bad", 0, 0, "could not read the drawing");
    unlink(helper);
    rmdir(folder);
}

static void no_file(void **state) {
    (void)state;
    hand h;
    hand_init(&h);
    hand_shape(&h, WEND_SOLID)->file = "/nonexistent/plan.wkt";
    assert_int_equal(hand_refused(&h, "cannot be opened"), 20);
    hand_done(&h);
}

static void expect_text(const char *room, const char *solid, const char *wall, const char *text) {
    hand h;
    hand_init(&h);
    if (room != NULL) hand_shape(&h, WEND_ROOM)->wkt = room;
    if (solid != NULL) hand_shape(&h, WEND_SOLID)->wkt = solid;
    if (wall != NULL) hand_shape(&h, WEND_WALL)->wkt = wall;
    wi_geometry geometry;
    assert_true(wi_geometry_read(&geometry, &h.scenario, &h.problems));
    char *wkt = wi_geometry_wkt(&geometry);
    assert_non_null(wkt);
    wi_geos geos;
    assert_true(wi_geos_open(&geos));
    GEOSGeometry *got = wi_geos_from_wkt(&geos, wkt), *want = wi_geos_from_wkt(&geos, text);
    assert_non_null(got);
    if (GEOSGeomTypeId_r(geos.handle, got) == GEOS_GEOMETRYCOLLECTION)
        assert_string_equal(wkt, text);
    else if (GEOSEquals_r(geos.handle, got, want) != 1)
        fail_msg("got %s", wkt);
    GEOSGeom_destroy_r(geos.handle, got);
    GEOSGeom_destroy_r(geos.handle, want);
    wi_geos_close(&geos);
    free(wkt);
    wi_geometry_free(&geometry);
    hand_done(&h);
}

// Polygons are where one can walk; without a room there are only lines.
static void text_for_recordings(void **state) {
    (void)state;
    const char *room = "POLYGON((0 0,9 0,9 9,0 9,0 0),(1 1,2 1,2 2,1 2,1 1))";
    expect_text(room, NULL, NULL, room);
    expect_text(room, "POLYGON((8 8,20 8,20 20,8 20,8 8))", NULL,
                "POLYGON((0 0,9 0,9 8,8 8,8 9,0 9,0 0),(1 1,2 1,2 2,1 2,1 1))");
    expect_text(NULL, "POLYGON((0 0,1 0,1 1,0 0))", "LINESTRING(4 4,5 5)",
                "GEOMETRYCOLLECTION (LINESTRING (0 0, 1 0, 1 1, 0 0), LINESTRING (4 4, 5 5))");
    expect_text("POLYGON((0 0,9 0,9 9,0 0))", NULL, "LINESTRING(4 4,5 4)",
                "GEOMETRYCOLLECTION (POLYGON ((0 0, 9 0, 9 9, 0 0)), LINESTRING (4 4, 5 4))");
    expect_text(NULL, NULL, NULL, "GEOMETRYCOLLECTION EMPTY");
}

static void origin(void **state) {
    (void)state;
    wi_scenario scenario = {0};
    wend_point near = wi_geometry_origin(&scenario, (wend_point){-5000, 0}, (wend_point){9999, 10});
    assert_true(near.x == 0.0 && near.y == 0.0);
    wend_point far = wi_geometry_origin(&scenario, (wend_point){450000, 5400000}, (wend_point){450100, 5400200});
    assert_true(far.x == 450050.0 && far.y == 5400100.0);
    wend_point none =
        wi_geometry_origin(&scenario, (wend_point){INFINITY, INFINITY}, (wend_point){-INFINITY, -INFINITY});
    assert_true(none.x == 0.0);
    scenario.origin_given = true;
    scenario.origin = (wend_point){1.0, 2.0};
    assert_true(wi_geometry_origin(&scenario, (wend_point){450000, 0}, (wend_point){450100, 1}).x == 1.0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_of_wkt),
        cmocka_unit_test(wrong_wkt),
        cmocka_unit_test(wrong_own_points),
        cmocka_unit_test(own_points),
        cmocka_unit_test(files),
        cmocka_unit_test(drawings),
        cmocka_unit_test(no_file),
        cmocka_unit_test(text_for_recordings),
        cmocka_unit_test(origin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
