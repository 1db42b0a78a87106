// What the readers of a study share.
#ifndef WI_STUDY_READ_H
#define WI_STUDY_READ_H

#include "scenario/keys.h"
#include "study/study.h"

typedef struct wi_study_reader {
    wi_key_reader base; // first, so that readers of values can be handed this
    wi_study *study;
    wi_names cases;
} wi_study_reader;

extern const wi_key_table wi_study_keys, wi_study_case_item, wi_study_row_item;

// Each reads into a zeroed struct.
void wi_study_read_case(wi_study_reader *reader, const wi_node *node, wi_study_case *into);
void wi_study_read_row(wi_study_reader *reader, const wi_node *node, wi_study_row *into);

// A name or a list of names; with `all` also that word: every model of this version, and those awaited.
bool wi_study_read_models(wi_study_reader *reader, const wi_node *node, bool all, wi_study_models *into);

#endif
