// Before a study is run: its scenarios are read, and what the cases ask of them is held against them.
#include "study.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

// Without a file no scenario can say what is wrong, so the study does.
static bool is_there(const wi_study *study, const wi_study_case *of, const char *path, wi_problems *problems) {
    char meant[256];
    if (access(path, R_OK) == 0) return true;
    const char *why = strerror(errno);
    if (shipped_nearest_from(study->path, of->scenario, meant))
        wi_problem_add(problems, of->at.scenario, "cannot read the scenario `%.200s`: %s; did you mean `%s`?",
                       of->scenario, why, meant);
    else
        wi_problem_add(problems, of->at.scenario,
                       "cannot read the scenario `%.200s`: %s; it is neither a file beside the study nor a shipped one",
                       of->scenario, why);
    return false;
}

// UINT64_MAX: only a run tells.
static uint64_t count_group(const wi_group *group) {
    switch (group->kind) {
    case WI_GROUP_SINGLE:
        return 1;
    case WI_GROUP_GRID:
        return (uint64_t)group->columns * group->rows;
    case WI_GROUP_CIRCLE:
        return group->count;
    case WI_GROUP_RANDOM:
        return group->density > 0.0 ? UINT64_MAX : group->count;
    case WI_GROUP_CSV:
    case WI_GROUP_SOURCE:
        break;
    }
    return UINT64_MAX;
}

static uint64_t count_agents(const wi_scenario *scenario) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < scenario->group_count; i++) {
        uint64_t more = count_group(&scenario->group[i]);
        if (more == UINT64_MAX) return more;
        count += more;
    }
    return count;
}

static void check_agent(uint32_t agent, uint64_t agents, wi_place place, wi_problems *problems) {
    if (agent > agents)
        wi_problem_add(problems, place, "there is no agent %u: the scenario has %" PRIu64, agent, agents);
}

static void check_asked(const wi_study_case *of, const wi_scenario *scenario, wi_problems *problems) {
    const uint64_t agents = count_agents(scenario);
    check_agent(of->watch, agents, of->at.watch, problems);
    for (uint32_t i = 0; i < WEND_COUNT(of->pair); i++) check_agent(of->pair[i], agents, of->at.pair, problems);
    if (of->limit == 0.0 && of->after >= scenario->limit)
        wi_problem_add(problems, of->at.after, "nothing is measured after %g s: the limit of the scenario is %g s",
                       of->after, scenario->limit);
}

// What only --slow sets is looked at, too: a slip there should not wait for the day on which somebody has an hour.
static void check_slow(const wi_study_plan *plan, const wi_study_case *of, const char *path, wi_problems *problems) {
    if (plan->extent == WI_STUDY_IN_FULL || of->slow.count == 0 || problems->count > 0) return;
    const wi_scenario_options reading = {.set = of->slow.item, .set_count = of->slow.count};
    wi_scenario_free(wi_scenario_read(path, &reading, problems));
}

static uint64_t check_case(const wi_study_plan *plan, const wi_study_case *of, wi_problems *problems) {
    uint64_t files = 0;
    char found[SHIPPED_PATH_MAX];
    const wi_study_set *set = wi_study_case_set(plan, of);
    const wi_scenario_options reading = {.set = set->item, .set_count = set->count};
    const char *path = shipped_find(of->scenario, found);
    if (!is_there(plan->study, of, path, problems)) return files;
    wi_scenario *scenario = wi_scenario_read(path, &reading, problems);
    if (scenario) {
        check_asked(of, scenario, problems);
        files = wi_scenario_hash(scenario);
    }
    wi_scenario_free(scenario);
    check_slow(plan, of, path, problems);
    return files;
}

void study_check_cases(const wi_study_plan *plan, uint64_t *files, wi_problems *problems) {
    const wi_study *study = plan->study;
    for (uint32_t i = 0; i < study->case_count; i++)
        files[i] = study->cases[i].program ? 0 : check_case(plan, &study->cases[i], problems);
}
