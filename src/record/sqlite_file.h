// The two halves of the format: sqlite.c writes, sqlite_read.c reads.
#ifndef WI_SQLITE_FILE_H
#define WI_SQLITE_FILE_H

#include "record/trajectory.h"

#include <sqlite3.h>

#define WI_SQLITE_NO_GEOMETRY "GEOMETRYCOLLECTION EMPTY" // every frame needs one

// What SQLite says is wrong with a database, or NULL where it had no memory to open one.
wend_result wi_sqlite_fail(sqlite3 *base, const char *path, wend_error *error);

int wi_sqlite_recognise(const unsigned char *bytes, size_t size);
wend_result wi_sqlite_open_recording(const char *path, wi_reader *reader, wend_error *error);

#endif
