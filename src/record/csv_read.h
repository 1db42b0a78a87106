// The half of the format that reads; csv.c writes.
#ifndef WI_CSV_READ_H
#define WI_CSV_READ_H

#include "record/trajectory.h"

int wi_csv_recognise(const unsigned char *bytes, size_t size);
wend_result wi_csv_open_recording(const char *path, wi_reader *reader, wend_error *error);

#endif
