#include "scenario/query.h"

#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#define TEXT_MOST 100000  // bytes of a value or a query
#define WORK_STEP 1000000 // operations of SQLite's machine between looks
#define WORK_MOST 200     // looks: a few seconds, but counted, so that it ends at the same row everywhere

static void say(wi_query *query, wi_problems *problems, const char *why) {
    wi_problem_add(problems, query->place, "`%.200s`: %.200s", query->path, query->refused[0] ? query->refused : why);
}

// Functions whose answer depends on more than the file.
static bool is_fickle(const char *function) {
    static const char *const names[] = {
        "random",           "randomblob",   "load_extension",    "date",      "time",
        "datetime",         "julianday",    "strftime",          "unixepoch", "timediff",
        "current_date",     "current_time", "current_timestamp", "changes",   "total_changes",
        "last_insert_rowid"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (sqlite3_stricmp(names[i], function) == 0) return true;
    return false;
}

static int authorise(void *user, int action, const char *first, const char *second, const char *base,
                     const char *trigger) {
    (void)first, (void)base, (void)trigger;
    wi_query *query = user;
    if (action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_RECURSIVE) return SQLITE_OK;
    if (action != SQLITE_FUNCTION)
        (void)snprintf(query->refused, sizeof query->refused, "the query must be a SELECT and nothing else");
    else if (second && is_fickle(second))
        (void)snprintf(query->refused, sizeof query->refused, "a query must not call %.30s()", second);
    else
        return SQLITE_OK;
    return SQLITE_DENY;
}

static int look(void *user) {
    wi_query *query = user;
    if (++query->spent < WORK_MOST) return 0;
    (void)snprintf(query->refused, sizeof query->refused, "the query takes too long");
    return 1;
}

// What lies in the file is not trusted either: its views and virtual tables may call nothing with effects.
static void restrain(wi_query *query) {
    (void)sqlite3_db_config(query->base, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    (void)sqlite3_db_config(query->base, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    (void)sqlite3_db_config(query->base, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
    (void)sqlite3_limit(query->base, SQLITE_LIMIT_LENGTH, TEXT_MOST);
    (void)sqlite3_limit(query->base, SQLITE_LIMIT_SQL_LENGTH, TEXT_MOST);
    (void)sqlite3_limit(query->base, SQLITE_LIMIT_ATTACHED, 0);
    (void)sqlite3_set_authorizer(query->base, authorise, query);
    sqlite3_progress_handler(query->base, WORK_STEP, look, query);
}

// One statement that gives rows, and nothing after it but blanks and comments.
static bool prepare(wi_query *query, const char *sql, wi_problems *problems) {
    const char *rest = "";
    sqlite3_stmt *more = NULL;
    if (sqlite3_prepare_v2(query->base, sql, -1, &query->rows, &rest) != SQLITE_OK) {
        say(query, problems, sqlite3_errmsg(query->base));
        return false;
    }
    bool one = query->rows && sqlite3_stmt_readonly(query->rows) && sqlite3_column_count(query->rows) > 0 &&
               sqlite3_prepare_v2(query->base, rest, -1, &more, NULL) == SQLITE_OK && !more;
    (void)sqlite3_finalize(more);
    if (!one) say(query, problems, "the query must be one SELECT");
    return one;
}

bool wi_query_open(wi_query *query, const char *path, const char *sql, wi_place place, wi_problems *problems) {
    *query = (wi_query){.path = path, .place = place};
    if (sqlite3_open_v2(path, &query->base, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) {
        say(query, problems, query->base ? sqlite3_errmsg(query->base) : "no memory");
        return false;
    }
    restrain(query);
    return prepare(query, sql, problems);
}

void wi_query_close(wi_query *query) {
    (void)sqlite3_finalize(query->rows);
    (void)sqlite3_close(query->base);
    *query = (wi_query){0};
}

uint32_t wi_query_columns(const wi_query *query) { return (uint32_t)sqlite3_column_count(query->rows); }

uint32_t wi_query_column(const wi_query *query, const char *name) {
    for (uint32_t i = 0; i < wi_query_columns(query); i++) {
        const char *is = sqlite3_column_name(query->rows, (int)i);
        if (is && strcmp(is, name) == 0) return i;
    }
    return UINT32_MAX;
}

bool wi_query_next(wi_query *query, wi_problems *problems) {
    int step = sqlite3_step(query->rows);
    if (step == SQLITE_DONE) return false;
    if (step == SQLITE_ROW && query->row++ < WI_QUERY_ROWS) return true;
    if (step == SQLITE_ROW)
        (void)snprintf(query->refused, sizeof query->refused, "the query gives more than %d rows", WI_QUERY_ROWS);
    say(query, problems, sqlite3_errmsg(query->base));
    return false;
}

const char *wi_query_text(const wi_query *query, uint32_t column) {
    const char *text = (const char *)sqlite3_column_text(query->rows, (int)column);
    return text ? text : "";
}

double wi_query_number(const wi_query *query, uint32_t column) {
    if (column == UINT32_MAX) return NAN;
    int type = sqlite3_column_type(query->rows, (int)column);
    bool number = type == SQLITE_INTEGER || type == SQLITE_FLOAT;
    return number ? sqlite3_column_double(query->rows, (int)column) : NAN;
}
