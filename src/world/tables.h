// Files of sums of ellipses, for those who keep them from run to run.
#ifndef WI_TABLES_H
#define WI_TABLES_H

#include "wend/world.h"

// Whether wend_world_save_tables() could write there, and would replace nothing but a table.
wend_result wi_tables_check_file(const char *path, wend_error *error);

// Whether there is a table to read, of any version and damaged or not.
bool wi_tables_are_there(const char *path);

// Whether anybody has gone by a table so far.
bool wi_world_uses_tables(const wend_world *world);

// Whether it made sums that no file had which it loaded.
bool wi_world_made_tables(const wend_world *world);

// Bytes of the sums of sizes that agents had, among wend_stats.table_bytes.
size_t wi_world_table_bytes_used(const wend_world *world);

#endif
