// Who walks with whom.
#include "scenario/run_state.h"

static void draw_party(const wi_company_source *company, wi_who who, wi_parties *parties, uint32_t *given) {
    wi_who party = {who.seed, who.group, WI_GUIDE_OF_PARTY(parties->drawn++)};
    uint32_t size = company->size[wi_draw_index(company->weight, company->count, party, WI_FOR_PARTY)];
    parties->left = size;
    parties->number = size > 1 ? ++*given : 0;
}

void wi_party_join(const wi_group *group, wi_who who, wi_parties *parties, uint32_t *given, wend_agent *agent,
                   wi_journey *journey) {
    journey->guide = journey->index;
    if (group->company.count == 0) return;
    bool first = parties->left == 0;
    if (first) draw_party(&group->company, who, parties, given);
    parties->left--;
    agent->group = parties->number;
    agent->leads = first && agent->group != 0 && group->company.leader;
    if (agent->group != 0) journey->guide = WI_GUIDE_OF_PARTY(parties->drawn);
}
