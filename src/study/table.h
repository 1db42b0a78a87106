// The table of a study: published, ours, verdict.
#ifndef WI_STUDY_TABLE_H
#define WI_STUDY_TABLE_H

#include "measure/interval.h"
#include "study/plan.h"

typedef enum wi_verdict {
    WI_MET,
    WI_MISSED,
    WI_COMPARED,     // no goal: the reader judges
    WI_NO_PUBLISHED, // nor a goal
    WI_NOT_THERE,    // the model or the measure is awaited
    WI_NOT_RUN,      // some run failed, or did not come to be run
    WI_NO_RECORDINGS,
    WI_UNATTAINABLE,
    WI_VERDICTS,
} wi_verdict;

const char *wi_verdict_name(wi_verdict verdict);

// A row of the study under one model.
typedef struct wi_study_line {
    const wi_study_row *row;
    const char *model;        // NULL: the scenario's
    wi_study_value value;     // name, unit and decimals; only the name where it is awaited
    double published;         // NAN: none
    double target;            // what the goal is about; NAN: no goal, or no other model to be less than
    wi_interval ours;         // over the runs that gave a number
    uint32_t runs;            // that are done; with `trials` of the row, experiments
    const char *unattainable; // why, or NULL
    wi_verdict verdict;
} wi_study_line;

typedef struct wi_study_table {
    wi_study_line *line;
    uint32_t count;
    uint32_t verdicts[WI_VERDICTS]; // how many of each
} wi_study_table;

wend_result wi_study_table_make(const wi_study_plan *plan, wi_study_table *table, wend_error *error);
void wi_study_table_free(wi_study_table *table);

// The goal of a line: none under a model for which there is nothing that it could be about.
wi_study_goal wi_study_line_goal(const wi_study_line *line);

// How a number meets a row's goal, given the target of its line; NAN meets none.
wi_verdict wi_study_judge(const wi_study_row *row, double target, double published, double mean);

// "28.9 s", "at most 8 ms", "12.56 ± 0.40 s (5 of 10)", "median 24.2 deg (333 x 3)", or "-". plus_minus is the sign
// between mean and half width.
#define WI_STUDY_CELL 96
#define WI_STUDY_REMARK 512
void wi_study_print_published(const wi_study_line *line, const char *plus_minus, char text[WI_STUDY_CELL]);
void wi_study_print_goal(const wi_study_line *line, const char *plus_minus, char text[WI_STUDY_CELL]);
void wi_study_print_ours(const wi_study_line *line, const char *plus_minus, char text[WI_STUDY_CELL]);

// What a reader must know besides the numbers of the line with this index: why a goal is missed, what is not there; each
// once. NULL: nothing.
const char *wi_study_remark(const wi_study_table *table, uint32_t index, char text[WI_STUDY_REMARK]);

#endif
