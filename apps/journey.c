#include "journey.h"

#include "scenario/describe.h"
#include "scenario/personalities.h"
#include "sense/shape.h"

#include "commands.h"
#include "shipped.h"
#include "world/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Opening --------------------------------------------------------------------------------------------------------------

static bool check_new(const journey_sets *made) {
    const char *last = made->set[made->count - 1].name;
    for (uint32_t i = 0; i + 1 < made->count; i++) {
        if (strcmp(made->set[i].name, last) != 0) continue;
        fprintf(stderr, "wend: --set %s is there twice.\n", last);
        return false;
    }
    return true;
}

int journey_sets_read(const option_list *list, journey_sets *made) {
    made->count = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const char *equals = strchr(list->item[i], '=');
        if (!equals || equals == list->item[i]) {
            fprintf(stderr, "wend: --set needs name=value, for example --set agents=500, not '%s'.\n", list->item[i]);
            return 2;
        }
        char *copy = strdup(list->item[i]);
        if (!copy) {
            fprintf(stderr, "wend: no memory for --set %s.\n", list->item[i]);
            return 1;
        }
        copy[equals - list->item[i]] = '\0';
        made->copy[i] = copy;
        made->set[i] = (wi_variable){.name = copy, .value = copy + (equals - list->item[i]) + 1};
        made->count++;
        if (!check_new(made)) return 2;
    }
    return 0;
}

void journey_sets_free(journey_sets *sets) {
    for (uint32_t i = 0; i < sets->count; i++) free(sets->copy[i]);
}

wi_scenario_options journey_reading(const journey_sets *sets, bool outside) {
    return (wi_scenario_options){.set = sets->set, .set_count = sets->count, .outside = outside};
}

static int refuse(const char *file, wi_problems *problems) {
    char near[256];
    wi_problems_print(problems, stderr);
    wi_problems_free(problems);
    if (access(file, F_OK) != 0 && shipped_nearest(file, near))
        fprintf(stderr, "wend: there is a scenario '%s'. Did you mean that?\n", near);
    return 3;
}

// Under stress, too, those parameters change that the new model has, and habits.
static void change_stress(wi_stress_source *stress, const wend_model *model) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < stress->count; i++)
        if (wi_personality_param(model, &stress->setting[i])) stress->setting[kept++] = stress->setting[i];
    stress->count = kept;
}

// Parameters that the new model has, too, keep their values. They change places with the others, which stay behind them:
// profiles that are `like` this one have the same list, and look through all of it again.
static void change_model(wi_profile_source *profile, const wend_model *model, const char *preset) {
    wi_settings_source *parameters = &profile->parameters;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < parameters->count; i++) {
        wi_profile_setting setting = parameters->setting[i];
        const wend_param *param = wend_model_param(model, setting.param->name, NULL);
        if (!param) continue;
        setting.param = param;
        parameters->setting[i] = parameters->setting[kept];
        parameters->setting[kept++] = setting;
    }
    parameters->count = kept;
    change_stress(&profile->stress, model);
    if (preset || profile->model != model) profile->preset = preset ? preset : "default";
    profile->model = model;
}

static int change_models(wi_scenario *scenario, const char *name, const char *preset) {
    const wend_model *model = wend_model_find(name);
    if (!model) return command_refuse_model(name);
    for (uint32_t i = 0; i < scenario->profile_count; i++) change_model(&scenario->profile[i], model, preset);
    return 0;
}

static int open_run(const journey_options *asked, const char *file, journey *made) {
    wi_problems problems = {0};
    const wi_scenario_options reading = {.set = asked->set, .set_count = asked->set_count, .outside = asked->outside};
    made->scenario = wi_scenario_read(file, &reading, &problems);
    if (!made->scenario) return refuse(file, &problems);
    if (asked->limit > 0.0) made->scenario->limit = asked->limit;
    if (asked->model && change_models(made->scenario, asked->model, asked->preset)) {
        wi_problems_free(&problems);
        return 2;
    }
    const wi_run_options running = {
        .threads = asked->threads ? asked->threads : 1,
        .has_seed = asked->seed != JOURNEY_OWN_SEED,
        .seed = asked->seed,
        .tables = asked->tables,
    };
    made->run = wi_run_open(made->scenario, &running, &problems);
    if (!made->run) return refuse(file, &problems);
    wi_problems_free(&problems);
    return 0;
}

// Recording ------------------------------------------------------------------------------------------------------------

// Frames are whole steps apart, so that every frame is a state the world was in.
static void choose_frames(journey *made) {
    double steps = 1.0 / (made->scenario->record.fps * made->scenario->step);
    made->stride = steps > 1.0 ? (uint64_t)(steps + 0.5) : 1;
    made->fps = 1.0 / ((double)made->stride * made->scenario->step);
    // 1 / (3 * 0.1) and the like: a whole number where a whole number is meant.
    if (fabs(made->fps - round(made->fps)) < 1e-6) made->fps = round(made->fps);
}

// Of the disc around a body; 0 where sizes differ.
static double body_radius(const journey *made, uint32_t profile) {
    const wi_profile_source *from = &made->scenario->profile[profile];
    if (from->half_length.spread != WI_CONSTANT || from->half_width.spread != WI_CONSTANT) return 0.0;
    return (double)wi_shape_radius(made->run->scene->profiles[profile].is.shape);
}

static char *plan_text(const wi_run *run) {
    wi_plan plan;
    if (!wi_run_plan(run, &plan)) return NULL;
    char *text = wi_plan_text(&plan);
    wi_plan_free(&plan);
    return text;
}

static bool describe(journey *made) {
    const wi_scenario *scenario = made->scenario;
    made->about = (wi_recording){
        .fps = made->fps,
        .geometry = made->run->geometry,
        .scenario = scenario->text,
        .plan = plan_text(made->run),
        .version = strdup(wend_version()),
        .profiles = calloc((size_t)scenario->profile_count + 1, sizeof(char *)),
        .profile_radius = calloc((size_t)scenario->profile_count + 1, sizeof(double)),
        .profile_count = scenario->profile_count,
        .seed = made->run->seed,
        .has_seed = true,
        .whole = true,
    };
    made->heights = calloc((size_t)scenario->level_count + 1, sizeof(float));
    const wi_recording *about = &made->about;
    if (!about->plan || !about->version || !about->profiles || !about->profile_radius || !made->heights) return false;
    for (uint32_t i = 0; i < scenario->profile_count; i++) {
        made->about.profiles[i] = strdup(scenario->profile[i].name ? scenario->profile[i].name : "");
        if (!made->about.profiles[i]) return false;
        made->about.profile_radius[i] = body_radius(made, i);
    }
    for (uint32_t i = 0; i < scenario->level_count; i++) made->heights[i] = (float)scenario->level[i].height;
    return true;
}

static wend_result record_frame(journey *on, wend_error *error) {
    uint64_t tick = wend_world_stats(on->run->world).tick;
    if (!on->recorder || tick % on->stride) return WEND_OK;
    wend_view view;
    wend_result result = wend_world_view(on->run->world, &view, error);
    for (; !result && on->told < on->run->traveller_count; on->told++) {
        const wi_traveller *newcomer = &on->run->traveller[on->told];
        result = wi_recorder_tell_group(on->recorder, newcomer->serial, newcomer->group, error);
    }
    if (!result) result = wi_recorder_take(on->recorder, &view, (int64_t)(tick / on->stride), error);
    if (!result) on->frames++;
    return result;
}

// Of a run that was killed, and that nobody has turned into a recording yet.
static void tell_kept(const journey *made) {
    const char *kept = wi_recorder_kept(made->recorder);
    if (kept)
        fprintf(stderr, "wend: an older %s.part, of a run that was cut off, is now %s in the same folder.\n",
                made->record, kept);
}

static wend_result start_recording(journey *made, wend_error *error) {
    choose_frames(made);
    if (!describe(made)) {
        snprintf(error->text, sizeof error->text, "no memory for the recording");
        return WEND_NO_MEMORY;
    }
    const wi_recorder_def def = {
        .path = made->record,
        .about = &made->about,
        .options = {.precision = made->scenario->record.precision},
        .origin = made->run->scene->origin,
        .level_heights = made->heights,
    };
    wend_result result = wi_recorder_start(&def, &made->recorder, error);
    if (result) return result;
    tell_kept(made);
    return record_frame(made, error);
}

int journey_open(const journey_options *asked, journey *made) {
    char path[SHIPPED_PATH_MAX];
    *made = (journey){0};
    int status = open_run(asked, shipped_find(asked->file, path), made);
    if (status) return status;
    made->record = asked->no_record ? NULL : asked->record ? asked->record : made->scenario->record.file;
    wend_error error = {0};
    if (!made->record || start_recording(made, &error) == WEND_OK) return 0;
    return command_fail(&error);
}

// Going ----------------------------------------------------------------------------------------------------------------

wend_result journey_step(journey *on, wend_error *error) {
    wend_result result = wi_run_step(on->run, &on->end, error);
    if (!result) result = tally_step(&on->tally, on->run, error);
    return result ? result : record_frame(on, error);
}

double journey_time(const journey *on) { return wend_world_stats(on->run->world).time; }

uint32_t journey_arrived(const journey *on) {
    uint32_t arrived = 0;
    for (uint32_t i = 0; i < on->run->traveller_count; i++) {
        if (!isnan(on->run->traveller[i].arrived)) arrived++;
    }
    return arrived;
}

double journey_share(const journey *on) {
    double share = on->scenario->limit > 0.0 ? journey_time(on) / on->scenario->limit : 0.0;
    if (!(on->scenario->stop & (WI_STOP_ALL_ARRIVED | WI_STOP_ALL_OUT)) || on->run->traveller_count == 0) return share;
    double arrived = (double)journey_arrived(on) / (double)on->run->traveller_count;
    return fmax(share, fmin(arrived, 1.0));
}

#define STEPS_PER_NOTE 16 // who has arrived takes a look at every agent

void journey_note_share(const journey *on, pool_share *share) {
    if (wend_world_stats(on->run->world).tick % STEPS_PER_NOTE == 0)
        atomic_store_explicit(share, (float)journey_share(on), memory_order_relaxed);
}

// Ending ---------------------------------------------------------------------------------------------------------------

wend_result journey_finish(journey *on, bool whole, wend_error *error) {
    if (!on->recorder) return WEND_OK;
    wend_result result = wi_recorder_finish(on->recorder, whole, error);
    on->recorder = NULL;
    struct stat file;
    if (!result && stat(on->record, &file) == 0) on->bytes = (uint64_t)file.st_size;
    return result;
}

void journey_tell_file(const journey *on, run_summary *summary) {
    summary->file = on->record;
    summary->file_frames = on->frames;
    summary->file_bytes = on->bytes;
}

void journey_close(journey *on) {
    if (on->recorder) wi_recorder_abandon(on->recorder);
    for (uint32_t i = 0; on->about.profiles && i < on->about.profile_count; i++) free(on->about.profiles[i]);
    free(on->about.profiles);
    free(on->about.profile_radius);
    free(on->about.plan);
    free(on->about.version);
    free(on->heights);
    if (on->run) wi_run_close(on->run);
    if (on->scenario) wi_scenario_free(on->scenario);
    *on = (journey){0};
}
