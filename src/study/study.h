// Studies: published results run again. A file says which scenarios (or programs, where a scenario cannot say it) are run
// under which models and seeds, which numbers are taken from the runs, and what was published. docs/studies.md has the
// format for people.
#ifndef WI_STUDY_H
#define WI_STUDY_H

#include "measure/diagram.h"
#include "scenario/scenario.h"
#include "study/program.h"

#define WI_STUDY_SEEDS_MAX 1000u
#define WI_STUDY_TRIALS_MAX 100u

// Names of models: of a case those it is run under, of a row those it is about.
typedef struct wi_study_models {
    const char **name; // a NULL alone: as the scenario has it
    uint32_t count;
} wi_study_models;

// Variables of a scenario.
typedef struct wi_study_set {
    wi_variable *item;
    uint32_t count;
} wi_study_set;

// Where a case says what only its scenario can tell to be wrong; line 0: it does not say it.
typedef struct wi_study_case_places {
    wi_place scenario, after, watch, pair;
} wi_study_case_places;

typedef struct wi_study_case {
    const char *name;
    const char *scenario;            // a file beside the study, or the name of a shipped one; NULL: a program
    const wi_study_program *program; // or NULL
    wi_study_set set;
    wi_study_set slow; // instead of `set` where all is run in full; none: the same
    wi_study_models models;
    const char *preset;      // of these models; NULL: "default", or the scenario's where the model is the scenario's
    uint32_t seeds;          // 1, 2, ... up to this
    uint32_t threads;        // of each run
    double limit;            // s; 0: the scenario's
    double quick;            // s: the limit of a quick look
    double line[4], area[4]; // m, where flow and density are measured; all 0: none, everywhere
    double lane_width;       // m, for the order of lanes; 0: that is not measured
    double curve[WI_CURVE_POINTS]; // m/s, of people at 0.5, 1, ... per m2; all 0: none
    bool voronoi;                  // density and speed by Voronoi cells in the area
    bool outlines;                 // overlaps of true outlines, not of the discs around them
    bool from_places;              // speeds between frames, as in recordings without velocities
    uint32_t watch;                // the agent whose turns are measured, counted from 1; 0: none
    uint32_t pair[2];              // two agents who meet, counted likewise; 0: none
    double ttc;                    // s: times to collision up to this; 0: none
    double after;                  // s: what is before is not measured
    const char *unattainable;      // why it cannot be run, as it asks for what bodies cannot do; NULL: it can
    bool alone;                    // at the same time as no other run, because time is taken
    wi_place place;
    wi_study_case_places at;
} wi_study_case;

typedef enum wi_study_goal {
    WI_STUDY_NO_GOAL,
    WI_STUDY_AT_MOST,
    WI_STUDY_AT_LEAST,
    WI_STUDY_WITHIN,
    WI_STUDY_LEAST, // less than under every other model of the case
} wi_study_goal;

// What is taken of all seeds, or experiments.
typedef enum wi_study_over { WI_STUDY_MEAN, WI_STUDY_MEDIAN } wi_study_over;

// As it is written in the file.
const char *wi_study_goal_name(wi_study_goal goal);

typedef struct wi_study_published {
    const char *model; // NULL: whatever the model
    double value;
} wi_study_published;

#define WI_STUDY_NO_VALUE UINT32_MAX

#define WI_STUDY_NO_CASE UINT32_MAX

typedef struct wi_study_row {
    const char *label;
    const char *test; // what it is a part of, in a matrix; NULL: it stands for itself
    uint32_t of;      // the case
    uint32_t *also;   // further cases, of which the runs count together with those of the first
    uint32_t also_count;
    uint32_t ratio_to; // values are divided by the mean of this case; WI_STUDY_NO_CASE: by nothing
    const char *measure;
    uint32_t value; // its place among the values of a run; WI_STUDY_NO_VALUE: awaited
    wi_study_models models;
    uint32_t trials; // so many seeds, one after the other, are one experiment, whose largest number counts
    wi_study_over over;
    wi_study_published *published;
    uint32_t published_count;
    double spread; // of the published value; NAN: none
    wi_study_goal goal;
    double target;             // what the goal is about; NAN: the published value, or other models
    double margin;             // of WI_STUDY_WITHIN, in the unit of the measure
    const char *reason, *note; // or NULL
} wi_study_row;

// How results are shown: line by line, or tests by models.
typedef enum wi_study_form { WI_STUDY_TABLE, WI_STUDY_MATRIX } wi_study_form;

typedef struct wi_study {
    const char *path;
    const char *text; // of the file
    const char *title, *source, *about;
    wi_study_form form;
    const char **awaited_model, **awaited_measure; // named here, but not in this version
    uint32_t awaited_model_count, awaited_measure_count;
    wi_study_case *cases;
    uint32_t case_count;
    wi_study_row *row;
    uint32_t row_count;
    void *arena; // owns everything above
} wi_study;

// Reads a study; NULL with at least one problem if anything is wrong.
wi_study *wi_study_read(const char *path, wi_problems *problems);

// The same from memory, as if it stood in a file of that name.
wi_study *wi_study_read_text(const char *name, const char *text, size_t size, wi_problems *problems);
void wi_study_free(wi_study *study); // NULL is fine

// Whether the case says all that a value needs, such as the line of a flow.
bool wi_study_value_asked(const wi_study_case *of, uint32_t value);

// The keys with which a case of a scenario says that, for a message: "`line` and `area`"; "" where it needs none.
#define WI_STUDY_NEEDS_MAX 128
void wi_study_value_needs(uint32_t value, char text[WI_STUDY_NEEDS_MAX]);

// The published value for a model, or NAN.
double wi_study_row_published(const wi_study_row *row, const char *model);

#endif
