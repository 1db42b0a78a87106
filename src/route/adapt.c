#include "route/adapt.h"

#include "base/isa.h"
#include "route/density.h"
#include "route/space.h"

typedef struct adapter {
    uint32_t habit;
    void (*adapt)(const wi_adapting *who);
} adapter;

// Who one walks with and convention decide the direction; then density is minded; red lights have the last word. What
// room one claims depends on what one would like, and the impatient give it up. Density and room are minded by many at a time.
static const adapter before_density[] = {{WI_HABIT_COMPANY, wi_keep_company}, {WI_HABIT_SIDE, wi_keep_side}};
static const adapter after_density[] = {{WI_HABIT_SIGNALS, wi_obey_signals}};
static const adapter after_room[] = {{WI_HABIT_PATIENCE, wi_lose_patience}};

// What can bend a wish in this world: how far one sees does not, and without ties nobody has company, without lights none is red.
static uint32_t habits_at_work(const wend_world *world) {
    uint32_t idle = WI_HABIT_INATTENTION | WI_HABIT_SCREENS;
    if (world->scene->signal_count == 0) idle |= WI_HABIT_SIGNALS;
    if (!world->columns.ties) idle |= WI_HABIT_COMPANY;
    return world->habits & ~idle;
}

bool wi_adapt_needed(const wend_world *world) { return habits_at_work(world) != 0; }

static uint32_t habits_of(const wend_view *now, uint32_t row) {
    bool driven = (now->role[row].flags & WEND_FLAG_DRIVEN) != 0;
    return driven ? 0 : wi_view_habits(now, row)->active;
}

static void adapt_all(wi_step *step, uint32_t begin, uint32_t end, const adapter *adapters, uint32_t count) {
    wi_columns *c = &step->world->columns;
    uint32_t any = 0;
    for (uint32_t i = 0; i < count; i++) any |= adapters[i].habit;
    any &= habits_at_work(step->world);
    if (any == 0) return;
    for (uint32_t row = begin; row < end; row++) {
        uint32_t active = habits_of(&step->now, row) & any;
        if (active == 0) continue;
        wi_adapting who = {&step->now, c->ties, row, wi_view_habits(&step->now, row), &c->body[row]};
        for (uint32_t i = 0; i < count; i++)
            if (active & adapters[i].habit) adapters[i].adapt(&who);
    }
}

typedef void wide_adapter(const wend_view *now, wend_body *body, wend_rows rows);

static void adapt_many(wi_step *step, uint32_t begin, uint32_t end, uint32_t habit,
                       wide_adapter *const kernels[WI_ISA_COUNT]) {
    if (!(step->world->habits & habit)) return;
    uint32_t list[WI_CHUNK];
    wend_rows rows = {list, 0};
    for (uint32_t row = begin; row < end; row++)
        if (habits_of(&step->now, row) & habit) list[rows.count++] = row;
    if (rows.count > 0) kernels[step->now.senses->isa](&step->now, step->world->columns.body, rows);
}

void wi_adapt_rows(wi_step *step, uint32_t begin, uint32_t end) {
    static wide_adapter *const mind_density[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_mind_density);
    static wide_adapter *const claim_space[WI_ISA_COUNT] = WI_WIDE_TABLE(wi_claim_space);
    adapt_all(step, begin, end, before_density, WEND_COUNT(before_density));
    adapt_many(step, begin, end, WI_HABIT_DENSITY, mind_density);
    adapt_all(step, begin, end, after_density, WEND_COUNT(after_density));
    adapt_many(step, begin, end, WI_HABIT_SPACE, claim_space);
    adapt_all(step, begin, end, after_room, WEND_COUNT(after_room));
}
