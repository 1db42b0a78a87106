// Joins pieces that lie in one line, also across obstacles: fewer walls, and no seams for agents to feel.
//
// Where exactly two pieces meet and go straight on, they are linked; linked pieces make chains. Along a chain a straight
// run grows from its start S as long as every point passed lies within the tolerance t of the line from S to the new
// end. All lines through S that do so form a cone, narrowed by each point in constant time, so there is no drift and a
// wall cut into a hundred thousand parts takes no longer than one with as many corners:
//
//              ..--  high
//      S ---o---o---o   N inside the cone: the run reaches N
//              ''--  low
#include "base/sort.h"
#include "sense/walls_build.h"

#include <string.h>

#define NOBODY UINT32_MAX

typedef struct vector {
    double x, y;
} vector;

static vector from_to(wend_vec a, wend_vec b) { return (vector){(double)b.x - a.x, (double)b.y - a.y}; }
static double dot(vector a, vector b) { return a.x * b.x + a.y * b.y; }
static double det(vector a, vector b) { return a.x * b.y - a.y * b.x; }

static bool end_before(const void *context, uint32_t a, uint32_t b) {
    int order = wi_end_order(context, a, b);
    return order != 0 ? order < 0 : a < b;
}

// True if one who comes from `from` passes `middle` straight on to `to`.
static bool straight_on(wend_vec from, wend_vec middle, wend_vec to) {
    vector in = from_to(from, middle), out = from_to(middle, to), whole = from_to(from, to);
    double off = det(in, whole); // distance of the middle times the length of the whole
    return dot(in, out) > 0.0 && off * off <= WI_WALL_STRAIGHT * WI_WALL_STRAIGHT * dot(whole, whole);
}

static bool joinable(const wi_piece *piece, uint32_t e, uint32_t f) {
    if (e >> 1 == f >> 1 || piece[e >> 1].kind != piece[f >> 1].kind) return false;
    if (piece[e >> 1].kind != WEND_WALL && (e & 1) == (f & 1)) return false; // solid ones keep their open side
    return straight_on(wi_end_at(piece, e ^ 1), wi_end_at(piece, e), wi_end_at(piece, f ^ 1));
}

// For each end, the end it is linked to or NOBODY.
static void link_ends(wi_pieces *pieces, uint32_t *mate) {
    const wi_piece *piece = pieces->piece;
    uint32_t ends = 2 * pieces->count, *order = pieces->order;
    for (uint32_t i = 0; i < ends; i++) {
        order[i] = i;
        mate[i] = NOBODY;
    }
    wi_sort(order, pieces->scratch, ends, end_before, piece);
    for (uint32_t i = 0, next; i < ends; i = next) {
        for (next = i + 1; next < ends && wi_end_order(piece, order[i], order[next]) == 0;) next++;
        if (next - i != 2 || !joinable(piece, order[i], order[i + 1])) continue;
        mate[order[i]] = order[i + 1];
        mate[order[i + 1]] = order[i];
    }
}

// A run from `start` to `last`, and the cone of lines from start that pass all points between them.
typedef struct straight_run {
    wend_vec start, last;
    vector low, high;
    bool open; // no point has narrowed the cone yet
} straight_run;

static void narrow(straight_run *run) {
    vector to = from_to(run->start, run->last);
    double length2 = dot(to, to), tolerance2 = WI_WALL_STRAIGHT * WI_WALL_STRAIGHT;
    if (length2 <= tolerance2) return; // so near that every line from the start passes it
    double along = __builtin_sqrt(length2 - tolerance2), t = WI_WALL_STRAIGHT;
    vector low = {to.x * along + to.y * t, to.y * along - to.x * t};
    vector high = {to.x * along - to.y * t, to.y * along + to.x * t};
    if (run->open || det(run->low, low) > 0.0) run->low = low;
    if (run->open || det(run->high, high) < 0.0) run->high = high;
    run->open = false;
}

static bool reaches(const straight_run *run, wend_vec next) {
    vector whole = from_to(run->start, next);
    if (!(dot(from_to(run->last, next), whole) > 0.0) || !(dot(from_to(run->start, run->last), whole) > 0.0))
        return false;
    return run->open || (det(run->low, whole) >= 0.0 && det(whole, run->high) >= 0.0);
}

// Open walls have no direction of their own; the smaller end comes first, so that the order of input does not show.
static void emit(const straight_run *run, const wi_piece *like, bool forward, wi_pieces *joined) {
    wi_piece piece = *like;
    bool turn = like->kind == WEND_WALL ? wi_point_order(run->start, run->last) > 0 : !forward;
    piece.a = turn ? run->last : run->start;
    piece.b = turn ? run->start : run->last;
    joined->piece[joined->count++] = piece;
}

// Walks the chain that enters its first piece at `end` and cuts it into straight runs.
static void walk(const wi_piece *piece, const uint32_t *mate, uint32_t end, bool *done, wi_pieces *joined) {
    const wi_piece *like = &piece[end >> 1];
    bool forward = (end & 1) == 0;
    straight_run run = {.start = wi_end_at(piece, end), .last = wi_end_at(piece, end ^ 1), .open = true};
    done[end >> 1] = true;
    for (end = mate[end ^ 1]; end != NOBODY && !done[end >> 1]; end = mate[end ^ 1]) {
        wend_vec next = wi_end_at(piece, end ^ 1);
        done[end >> 1] = true;
        straight_run longer = run;
        narrow(&longer);
        if (reaches(&longer, next)) {
            run = longer;
        } else {
            emit(&run, like, forward, joined);
            run.start = run.last;
            run.open = true;
        }
        run.last = next;
    }
    emit(&run, like, forward, joined);
}

// Pieces are sorted, so where a chain is begun depends on the set of pieces alone.
static void join_all(const wi_pieces *pieces, const uint32_t *mate, bool *done, wi_pieces *joined) {
    const wi_piece *piece = pieces->piece;
    for (uint32_t end = 0; end < 2 * pieces->count; end++) {
        if (!done[end >> 1] && mate[end] == NOBODY) walk(piece, mate, end, done, joined);
    }
    // What is left are smooth rings, begun at their smallest point, a corner of their hull.
    for (uint32_t i = 0; i < pieces->count; i++) {
        if (!done[i]) walk(piece, mate, 2 * i, done, joined);
    }
}

bool wi_pieces_join(wi_pieces *pieces, wi_memory *memory) {
    uint32_t count = pieces->count;
    if (count == 0) return true;
    uint32_t *mate = wi_memory_take(memory, 2 * (size_t)count, sizeof *mate);
    bool *done = wi_memory_take(memory, count, sizeof *done);
    wi_pieces joined = {.piece = wi_memory_take(memory, count, sizeof *joined.piece)};
    bool ok = mate && done && joined.piece;
    if (ok) {
        link_ends(pieces, mate);
        join_all(pieces, mate, done, &joined);
        memcpy(pieces->piece, joined.piece, joined.count * sizeof *joined.piece);
        pieces->count = joined.count;
    }
    wi_memory_give(memory, joined.piece, count, sizeof *joined.piece);
    wi_memory_give(memory, done, count, sizeof *done);
    wi_memory_give(memory, mate, 2 * (size_t)count, sizeof *mate);
    return ok;
}
