// Groups: who walks together stays together, side by side where there is room, at the pace of the slowest, and waits for
// those left behind. Of a group with a leader the others walk behind the leader.
#include "route/formation.h"
#include "route/zone.h"

#define MOST_LOOKED 256   // members: so that one vast group costs no more than many small ones
#define MOST_HASTE 0.5f   // m/s: to catch up, or to wait for the others
#define TOGETHER 5.0f     // m: who is farther away is not walked beside, only waited for
#define MOST_ABREAST 5    // of those without a leader
#define FOLLOWERS 3       // abreast behind a leader
#define FILE_TIME 0.8f    // s: rows keep this much more distance for each m/s
#define WALL_GAP 0.1f     // m
#define WAIT_FROM 1.5f    // m: who is farther behind than its place is waited for,
#define WAIT_SPAN 4.0f    // m: with all patience when it is this much farther still,
#define SLOWEST 0.2f      // of the speed: but never quite standing, or nobody could ever be given up
#define STRANGER_WAY 3.0f // m: others who come this near take the place of one abreast
#define STRANGER_FEW 8    // so many of the nearest are looked at
#define COMES_NEARER 0.3f // m/s
#define LEADER_WALKS 0.1f // m/s

// The others of one's group, as one sees them.
typedef struct company {
    wi_together near; // and oneself
    wend_vec middle;  // of those, from oneself
    wend_vec others;  // middle of all others within reach
    uint32_t count;   // of these
    float slowest;    // m/s, their least preferred speed
    float last;       // m: how far behind oneself the last one is
    // Of those near, so that all of them mean the same places: else one would draw the others along for ever.
    float widest;    // m, their greatest radius
    float spacing;   // m, bodies and gaps on average
    float formation; // on average
} company;

// How one would walk alone, less what an escalator adds. Behaviours that do not go to a goal know no stairs.
typedef struct gait {
    const wend_zone *zone; // NULL on plain floor
    wend_vec ahead;        // of length 1
    float speed;           // m/s; 0 for one who would stand
    float share;           // that stairs leave of a speed
} gait;

static gait gait_of(const wi_adapting *who) {
    const wend_zone *zone = wi_walks_to_goal(who->now, who->row) ? wi_zone_under(who->now, who->row) : NULL;
    wend_vec wish = wi_adapting_wish(who);
    if (zone) wish = wi_sub(wish, wi_zone_carries(zone));
    float speed = wi_length(wish);
    wend_vec ahead = speed > 0.0f ? wi_scale(1.0f / speed, wish) : wi_vec(0.0f, 0.0f);
    return (gait){zone, ahead, speed, zone ? wi_zone_share(zone, ahead) : 1.0f};
}

static wend_vec at_most(float length, wend_vec v) {
    float is = wi_length(v);
    return is > length ? wi_scale(length / is, v) : v;
}

static void set_walk(const wi_adapting *who, const gait *alone, wend_vec walk) {
    if (alone->zone) walk = wi_add(walk, wi_zone_carries(alone->zone));
    wi_adapting_set_wish(who, at_most(who->now->pace[who->row].max_speed, walk));
}

static wend_vec way_to(const wi_adapting *who, uint32_t row) {
    return wi_sub(wi_vec(who->now->x[row], who->now->y[row]), wi_adapting_at(who));
}

static float spacing_of(const wend_view *now, uint32_t row) {
    return 2.0f * now->form[row].radius + wi_view_habits(now, row)->group_gap;
}

// Averages begin as differences from oneself: where nobody differs, rounding does not either.
static void add_near(const wi_adapting *who, company *all, uint32_t row, wend_vec to, wend_vec ahead) {
    const wend_view *now = who->now;
    wi_together *near = &all->near;
    if (near->count == WI_TOGETHER_MAX) return;
    all->widest = wi_max(all->widest, now->form[row].radius);
    all->spacing += spacing_of(now, row) - spacing_of(now, who->row);
    all->formation += wi_view_habits(now, row)->formation - who->habits->formation;
    if (row == who->row) near->self = near->count;
    near->serial[near->count] = who->now->serial[row];
    near->along[near->count] = wi_dot(to, ahead);
    near->left[near->count++] = wi_det(ahead, to);
    all->middle = wi_add(all->middle, to);
}

static void add_other(const wi_adapting *who, company *all, uint32_t row, wend_vec to, wend_vec ahead) {
    all->others = wi_add(all->others, to);
    all->count++;
    all->slowest = wi_min(all->slowest, who->now->pace[row].preferred_speed);
    all->last = wi_max(all->last, -wi_dot(to, ahead));
    if (wi_length2(to) <= TOGETHER * TOGETHER) add_near(who, all, row, to, ahead);
}

// Who has arrived is no longer on the way, and who is out of reach is lost.
static bool is_on_the_way(const wi_adapting *who, uint32_t row, wend_vec to) {
    const wend_role *role = who->now->role;
    return row != who->row && role[row].level == role[who->row].level && !(role[row].flags & WEND_FLAG_ARRIVED) &&
           wi_length2(to) <= who->habits->group_reach * who->habits->group_reach;
}

// A leader, if there is one, is no part of the formation behind it.
static company look_around(const wi_adapting *who, wend_vec ahead, uint32_t leader) {
    const wend_view *now = who->now;
    const wi_company *list = now->senses->company;
    company all = {.slowest = now->pace[who->row].preferred_speed};
    add_near(who, &all, who->row, wi_vec(0.0f, 0.0f), ahead);
    uint32_t row = wi_company_first(list, now->ties, now->ties[who->row].group);
    for (uint32_t looked = 0; row != WI_NOBODY && looked < MOST_LOOKED; row = list->next[row], looked++) {
        wend_vec to = way_to(who, row);
        if (row != leader && is_on_the_way(who, row, to)) add_other(who, &all, row, to, ahead);
    }
    all.middle = wi_scale(1.0f / (float)all.near.count, all.middle);
    all.spacing = spacing_of(now, who->row) + all.spacing / (float)all.near.count;
    all.formation = who->habits->formation + all.formation / (float)all.near.count;
    if (all.count > 0) all.others = wi_scale(1.0f / (float)all.count, all.others);
    return all;
}

static bool sees(const wi_adapting *who, wend_vec to) {
    wend_vec at = wi_adapting_at(who);
    return wend_view_sees(who->now, who->now->role[who->row].level, at, wi_add(at, to));
}

// Whom one follows: its row, or WI_NOBODY.
static uint32_t find_leader(const wi_adapting *who) {
    const wend_view *now = who->now;
    const wi_company *list = now->senses->company;
    uint32_t row = wi_company_first(list, now->ties, now->ties[who->row].group);
    if (row == WI_NOBODY || !now->ties[row].leads) return WI_NOBODY;
    wend_vec to = way_to(who, row);
    return is_on_the_way(who, row, to) && sees(who, to) ? row : WI_NOBODY;
}

// How wide ---------------------------------------------------------------------------------------------------------------

// Strangers whom one is about to meet.
static uint32_t strangers_ahead(const wi_adapting *who, wend_vec ahead, float beside) {
    const wend_view *now = who->now;
    wend_neighbour found[STRANGER_FEW];
    uint32_t count = wend_view_nearest(now, who->row, STRANGER_WAY, STRANGER_FEW, found), met = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = found[i].row;
        if (now->ties[other].group == now->ties[who->row].group) continue;
        wend_vec to = way_to(who, other), v = wi_sub(now->motion[other].velocity, now->motion[who->row].velocity);
        float across = wi_det(ahead, to);
        met += wi_dot(to, ahead) > 0.0f && wi_dot(v, ahead) < -COMES_NEARER && wi_abs(across) < beside;
    }
    return met;
}

// How many find room abreast, and how far to the left of the middle they walk then; false if a wall is in the way: then
// each finds its own way round it.
static bool find_room(const wi_adapting *who, const company *all, wend_vec ahead, wi_formation *formation,
                      float *aside) {
    const wend_view *now = who->now;
    float body = all->widest + WALL_GAP, left, right;
    uint32_t most = all->near.count < MOST_ABREAST ? all->near.count : MOST_ABREAST;
    float beside = (float)most * formation->spacing;
    wend_vec at = wi_add(wi_adapting_at(who), all->middle);
    if (!wi_room_across(now, now->role[who->row].level, at, ahead, beside, &left, &right)) return false;
    float places = 1.0f + wi_max(0.0f, (left + right - 2.0f * body) / formation->spacing);
    uint32_t room = places < (float)most ? (uint32_t)places : most, met = strangers_ahead(who, ahead, beside);
    formation->abreast = room > met ? room - met : 1;
    float half = body + 0.5f * (float)(formation->abreast - 1) * formation->spacing;
    *aside = left + right > 2.0f * half ? wi_clamp(0.0f, half - right, left - half) : 0.5f * (left - right);
    return true;
}

static wi_formation formation_for(const company *all, float speed) {
    return (wi_formation){.abreast = 1, .spacing = all->spacing, .row_distance = all->spacing + FILE_TIME * speed};
}

// Where to -----------------------------------------------------------------------------------------------------------------

// The way to one's place among those near, or to all others where nobody is.
static wend_vec way_to_place(const wi_adapting *who, const company *all, wend_vec ahead, wi_formation *formation) {
    float aside = 0.0f;
    if (all->near.count == 1) return all->others;
    if (!find_room(who, all, ahead, formation, &aside)) return wi_vec(0.0f, 0.0f);
    wend_vec place = wi_formation_place(&all->near, formation);
    wend_vec to = wi_add(all->middle, wi_scale(aside + place.y, wi_left(ahead)));
    wend_vec in_order = wi_add(to, wi_scale(place.x, ahead));
    return wi_add(wi_scale(all->formation, in_order), wi_scale(1.0f - all->formation, all->middle));
}

// Where a wall stands between, it may still be possible to line up before it.
static wend_vec haste_to(const wi_adapting *who, wend_vec to, wend_vec ahead) {
    if (!sees(who, to)) to = wi_scale(wi_det(ahead, to), wi_left(ahead));
    return sees(who, to) ? at_most(MOST_HASTE, wi_scale(who->habits->cohesion, to)) : wi_vec(0.0f, 0.0f);
}

// The speed at which those behind can come up.
static float waiting_speed(const company *all, const wi_formation *formation, float speed) {
    float place = (float)(wi_formation_rows(&all->near, formation) - 1) * formation->row_distance;
    float late = (all->last - place - WAIT_FROM) / WAIT_SPAN;
    return wi_min(speed, all->slowest) * wi_clamp(1.0f - late, SLOWEST, 1.0f);
}

static void walk_together(const wi_adapting *who, const gait *alone) {
    wend_vec ahead = alone->ahead;
    float speed = alone->speed;
    company all = look_around(who, ahead, WI_NOBODY);
    if (all.count == 0) return;
    all.slowest *= alone->share;
    // Rows at the distance for the pace that all have, not for one's own: else the faster would be meant to walk farther off.
    wi_formation formation = formation_for(&all, wi_min(speed, all.slowest));
    wend_vec haste = wi_vec(0.0f, 0.0f);
    if (!who->ties[who->row].leads) haste = haste_to(who, way_to_place(who, &all, ahead, &formation), ahead);
    // At the goal everyone finds its own place.
    haste = wi_scale(wi_min(1.0f, speed / who->now->pace[who->row].preferred_speed), haste);
    wend_vec wish = wi_add(wi_scale(waiting_speed(&all, &formation, speed), ahead), haste);
    float least = SLOWEST * speed, along = wi_dot(wish, ahead);
    if (along < least) wish = wi_add(wish, wi_scale(least - along, ahead)); // nobody turns back
    set_walk(who, alone, wish);
}

// Where the leader is heading; `ahead` while it stands. Under some models those behind push it aside: places that swung
// round with its velocity would keep them behind it, and all went astray together.
static wend_vec heading_of(const wend_view *now, uint32_t leader, wend_vec ahead) {
    wend_vec v = now->motion[leader].velocity;
    if (!(wi_length(v) > LEADER_WALKS)) return ahead;
    ahead = wi_unit(v, ahead);
    return wi_walks_to_goal(now, leader) ? wi_unit(wi_route_preferred(now, leader), ahead) : ahead;
}

// On stairs the leader may be on the floor already, where it walks faster.
static wend_vec keep_pace(const gait *alone, wend_vec velocity) {
    return alone->zone ? at_most(alone->speed, wi_sub(velocity, wi_zone_carries(alone->zone))) : velocity;
}

// Followers go by the leader alone: its velocity, and the way to their places behind it.
static void follow(const wi_adapting *who, uint32_t leader, const gait *alone) {
    const wend_view *now = who->now;
    wend_vec v = now->motion[leader].velocity, ahead = heading_of(now, leader, alone->ahead);
    company all = look_around(who, ahead, leader);
    wi_formation formation = formation_for(&all, wi_length(v));
    formation.abreast = all.near.count < FOLLOWERS ? all.near.count : FOLLOWERS;
    float behind = 0.5f * (float)(wi_formation_rows(&all.near, &formation) + 1) * formation.row_distance;
    wend_vec place = wi_formation_place(&all.near, &formation);
    wend_vec to = wi_add(wi_scale(place.x - behind, ahead), wi_scale(place.y, wi_left(ahead)));
    wend_vec haste = wi_scale(alone->share, haste_to(who, wi_add(way_to(who, leader), to), ahead));
    set_walk(who, alone, wi_add(keep_pace(alone, v), haste));
}

void wi_keep_company(const wi_adapting *who) {
    if (!who->ties || who->ties[who->row].group == 0) return;
    gait alone = gait_of(who);
    if (!(alone.speed > 0.0f)) return;
    uint32_t leader = who->ties[who->row].leads ? WI_NOBODY : find_leader(who);
    if (leader != WI_NOBODY)
        follow(who, leader, &alone);
    else
        walk_together(who, &alone);
}
