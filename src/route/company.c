// Groups: who walks together stays together.
#include "route/adapt.h"

#define MOST_HASTE 0.5f // m/s: to catch up, or to wait for the others

// The middle of the others within reach, and how many there are.
static uint32_t middle_of_others(const wi_adapting *who, wend_vec *middle) {
    const wend_view *now = who->now;
    const wi_company *company = now->senses->company;
    float reach = who->habits->group_reach;
    wend_vec sum = wi_vec(0.0f, 0.0f);
    uint32_t count = 0;
    for (uint32_t row = wi_company_first(company, now->ties, now->ties[who->row].group); row != WI_NOBODY;
         row = company->next[row]) {
        wend_vec to = wi_sub(wi_vec(now->x[row], now->y[row]), wi_adapting_at(who));
        if (row == who->row || wi_length2(to) > reach * reach) continue;
        sum = wi_add(sum, to);
        count++;
    }
    if (count > 0) *middle = wi_scale(1.0f / (float)count, sum);
    return count;
}

void wi_keep_company(const wi_adapting *who) {
    wend_vec to;
    if (!who->ties || who->ties[who->row].group == 0 || middle_of_others(who, &to) == 0) return;
    float distance = wi_length(to), near = 2.0f * who->now->form[who->row].radius + who->habits->group_gap;
    if (distance <= near) return;
    float haste = wi_min(MOST_HASTE, who->habits->cohesion * (distance - near));
    wi_adapting_set_wish(who, wi_add(wi_adapting_wish(who), wi_scale(haste / distance, to)));
}
