// Agents from a CSV file: each with its place, and whatever else the file knows of it.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/angle.h"
#include "scenario/csv.h"
#include "scenario/members.h"
#include "scenario/run_state.h"

enum { X, Y, VX, VY, SPEED, HEADING, GOAL_X, GOAL_Y, PROFILE, LEVEL, TIME, GROUP, PLACE, COLUMNS };
static const char *const names[COLUMNS] = {"x",      "y",       "vx",    "vy",   "speed", "heading_deg", "goal_x",
                                           "goal_y", "profile", "level", "time", "group", "place"};

#define GROUP_MAX 1000000

typedef struct agent_reader {
    wi_csv csv;
    uint32_t column[COLUMNS];
    wi_cast *cast;
    const wi_run *run;
    uint32_t group, index;
    uint32_t most; // largest number of a party in the file
    wi_problems *problems;
} agent_reader;

static bool is_known(const char *name) {
    for (uint32_t i = 0; i < COLUMNS; i++)
        if (strcmp(names[i], name) == 0) return true;
    return strcmp(name, "id") == 0; // often there, and agents are numbered by their order
}

static bool find_columns(agent_reader *reader) {
    wi_csv *csv = &reader->csv;
    uint32_t before = reader->problems->count;
    for (uint32_t i = 0; i < COLUMNS; i++) reader->column[i] = wi_csv_column(csv, names[i]);
    for (uint32_t i = 0; i < csv->columns; i++)
        if (!is_known(csv->name[i]))
            wi_csv_problem(csv, reader->problems,
                           "there is no column '%s'; x and y must be there, and vx, vy, speed, heading_deg, goal_x, "
                           "goal_y, profile, level, time, group, place may be",
                           csv->name[i]);
    if (reader->column[X] == UINT32_MAX || reader->column[Y] == UINT32_MAX)
        wi_csv_problem(csv, reader->problems, "the columns x and y must be there");
    if ((reader->column[GOAL_X] == UINT32_MAX) != (reader->column[GOAL_Y] == UINT32_MAX))
        wi_csv_problem(csv, reader->problems, "goal_x and goal_y belong together");
    if ((reader->column[VX] == UINT32_MAX) != (reader->column[VY] == UINT32_MAX))
        wi_csv_problem(csv, reader->problems, "vx and vy belong together");
    return reader->problems->count == before;
}

static double number(agent_reader *reader, uint32_t which) {
    return wi_csv_number(&reader->csv, reader->column[which], reader->problems);
}

static const char *text(const agent_reader *reader, uint32_t which) {
    return reader->column[which] == UINT32_MAX ? "" : reader->csv.value[reader->column[which]];
}

static uint32_t profile_of(agent_reader *reader, wi_who who) {
    const wi_scenario *scenario = reader->run->scenario;
    const char *name = text(reader, PROFILE);
    if (name[0] == '\0') return wi_profile_draw(&scenario->group[reader->group], who);
    for (uint32_t i = 0; i < scenario->profile_count; i++)
        if (scenario->profile[i].name != NULL && strcmp(scenario->profile[i].name, name) == 0) return i;
    wi_csv_problem(&reader->csv, reader->problems, "there is no profile '%s' in the scenario", name);
    return 0;
}

// By name, or by number from 0.
static uint32_t level_of(agent_reader *reader) {
    const wi_scenario *scenario = reader->run->scenario;
    const char *name = text(reader, LEVEL);
    if (name[0] == '\0') return scenario->group[reader->group].level;
    for (uint32_t i = 0; i < scenario->level_count; i++)
        if (scenario->level[i].name != NULL && strcmp(scenario->level[i].name, name) == 0) return i;
    char *end;
    unsigned long level = strtoul(name, &end, 10);
    uint32_t levels = scenario->level_count > 0 ? scenario->level_count : 1;
    if (*end == '\0' && level < levels) return (uint32_t)level;
    wi_csv_problem(&reader->csv, reader->problems, "there is no level '%s'; there are %u, from 0", name, levels);
    return 0;
}

// The goal that is the agent's own, for behaviours: its index + 1.
static uint32_t place_of(agent_reader *reader) {
    const wi_scenario *scenario = reader->run->scenario;
    const char *name = text(reader, PLACE);
    if (name[0] == '\0') return 0;
    if (scenario->group[reader->group].behaviour == 0)
        wi_csv_problem(&reader->csv, reader->problems, "place goes with a `behaviour` of the group only");
    for (uint32_t i = 0; i < scenario->goal_count; i++)
        if (strcmp(scenario->goal[i].name, name) == 0) return i + 1;
    wi_csv_problem(&reader->csv, reader->problems, "there is no goal '%s' in the scenario", name);
    return 0;
}

// Those with the same number walk together; 0 or nothing: alone.
static uint32_t party_of(agent_reader *reader) {
    double number_of = number(reader, GROUP);
    if (isnan(number_of)) return 0;
    if (number_of >= 0.0 && number_of <= GROUP_MAX && number_of == floor(number_of)) return (uint32_t)number_of;
    wi_csv_problem(&reader->csv, reader->problems, "group is %g, must be a whole number from 0 to 1,000,000",
                   number_of);
    return 0;
}

// What the file says goes before what the group says.
static void set_motion(agent_reader *reader, wend_agent *agent, wi_who who) {
    const wi_group *group = &reader->run->scenario->group[reader->group];
    double heading = number(reader, HEADING), speed = number(reader, SPEED);
    double vx = number(reader, VX), vy = number(reader, VY);
    wi_group as_said = *group;
    if (!isnan(heading)) as_said.heading = (wi_quantity){.given = true, .a = heading * WI_PI / 180.0};
    if (!isnan(speed)) as_said.speed = (wi_quantity){.given = true, .a = speed};
    wi_agent_start(agent, &as_said, who);
    if (!isnan(vx) && !isnan(vy)) agent->velocity = (wend_vec){(float)vx, (float)vy};
}

static bool read_agent(agent_reader *reader) {
    const wi_run *run = reader->run;
    const wi_group *group = &run->scenario->group[reader->group];
    uint32_t before = reader->problems->count;
    wi_who who = {run->seed, reader->group, reader->index};
    wend_setting settings[WI_SETTINGS_MAX];
    wend_agent agent = wi_agent_draw(run->scenario, profile_of(reader, who), who, settings);
    agent.level = level_of(reader);
    agent.position = (wend_point){number(reader, X), number(reader, Y)};
    wend_point goal = {number(reader, GOAL_X), number(reader, GOAL_Y)};
    double time = number(reader, TIME);
    uint32_t party = party_of(reader);
    agent.site = place_of(reader);
    wi_member member = {.group = reader->group, .place = {reader->csv.path, reader->csv.line, 1}};
    member.time = time > 0.0 ? time : 0.0;
    if (reader->problems->count == before && (isnan(agent.position.x) || isnan(agent.position.y)))
        wi_csv_problem(&reader->csv, reader->problems, "x and y must be given");
    if (reader->problems->count == before && isnan(goal.x) != isnan(goal.y))
        wi_csv_problem(&reader->csv, reader->problems, "goal_x and goal_y belong together");
    if (reader->problems->count != before) return true;
    member.journey = (wi_journey){.index = reader->index,
                                  .guide = party > 0 ? WI_GUIDE_OF_PARTY(party) : reader->index,
                                  .own_goal = !isnan(goal.x),
                                  .radius = wi_member_radius(run, &agent),
                                  .level = (uint16_t)agent.level};
    reader->index++;
    agent.group = party > 0 ? wi_state(run)->parties + party : 0;
    if (party > reader->most) reader->most = party;
    if (member.journey.own_goal) agent.goal.at = goal;
    wi_goal_first(run, group, reader->group, &agent, &member.journey);
    set_motion(reader, &agent, who);
    return wi_cast_add(reader->cast, &agent, &member);
}

bool wi_cast_read_csv(wi_cast *cast, const wi_run *run, uint32_t group, wi_problems *problems) {
    agent_reader reader = {.cast = cast, .run = run, .group = group, .problems = problems};
    const wi_group *from = &run->scenario->group[group];
    if (!wi_csv_open(&reader.csv, from->csv, from->place, problems)) return true;
    bool room = true;
    if (find_columns(&reader))
        while (room && wi_csv_next(&reader.csv, problems)) room = read_agent(&reader);
    wi_state(run)->parties += reader.most;
    wi_csv_close(&reader.csv);
    return room;
}
