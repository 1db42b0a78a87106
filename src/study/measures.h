// What a case asks of wend measure.
#ifndef WI_STUDY_MEASURES_H
#define WI_STUDY_MEASURES_H

#include "measure/measure.h"
#include "study/study.h"

wi_measure_options wi_study_case_measures(const wi_study_case *of);

#endif
