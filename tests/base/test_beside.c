// Files that are written beside: all of the new one or the old one, and nothing else is left.
#include "base/beside.h"
#include "base/csv_write.h"
#include "base/error.h"

#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/wend_beside_XXXXXX";

static const char *in_folder(const char *name) {
    static char path[PATH_MAX];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    (void)unlink(in_folder("text"));
    return rmdir(folder);
}

static uint32_t count_files(void) {
    uint32_t count = 0;
    DIR *list = opendir(folder);
    assert_non_null(list);
    for (const struct dirent *entry; (entry = readdir(list)) != NULL;)
        count += entry->d_name[0] != '.' || entry->d_name[1] == 'w';
    closedir(list);
    return count;
}

static void assert_text(const char *wanted) {
    char text[64] = "";
    FILE *file = fopen(in_folder("text"), "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(text, wanted);
    assert_int_equal(count_files(), 1);
}

static wend_result print_word(FILE *to, const void *host, wend_error *error) {
    (void)error;
    fputs(host, to);
    return WEND_OK;
}

static wend_result print_half(FILE *to, const void *host, wend_error *error) {
    (void)host;
    fputs("hal", to);
    return wi_fail(error, WEND_NO_MEMORY, "no memory for the rest");
}

static void a_text_is_whole_or_the_old_one(void **state) {
    (void)state;
    wend_error error;
    assert_int_equal(wi_text_write(in_folder("text"), print_word, "old", &error), WEND_OK);
    assert_text("old");
    assert_int_equal(wi_text_write(in_folder("text"), print_half, NULL, &error), WEND_NO_MEMORY);
    assert_string_equal(error.text, "no memory for the rest");
    assert_text("old");
    assert_int_equal(wi_text_write(in_folder("text"), print_word, "new", &error), WEND_OK);
    assert_text("new");
}

static void what_is_no_plain_file_is_refused(void **state) {
    (void)state;
    wend_error error;
    wi_beside beside;
    char endless[PATH_MAX + 10];
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    static const struct {
        const char *path, *why;
    } cases[] = {{"/tmp", "is a directory"}, {"/dev/null", "is a device or pipe"}, {"/nowhere/text", "No such file"}};
    for (uint32_t i = 0; i < WEND_COUNT(cases); i++) {
        assert_int_equal(wi_beside_start(cases[i].path, &beside, &error), WEND_FILE_ERROR);
        assert_non_null(strstr(error.text, cases[i].why));
        assert_int_equal(wi_beside_check(cases[i].path, &error), WEND_FILE_ERROR);
        assert_non_null(strstr(error.text, cases[i].why));
        wi_beside_abandon(&beside); // nothing was started
    }
    assert_int_equal(wi_beside_start(endless, &beside, &error), WEND_FILE_ERROR);
    assert_int_equal(wi_beside_check(endless, &error), WEND_FILE_ERROR);
    assert_int_equal(wi_beside_check(in_folder("text"), &error), WEND_OK);
}

static wend_result print_fields(FILE *to, const void *host, wend_error *error) {
    (void)host, (void)error;
    wi_csv_put_text(to, "plain");
    wi_csv_put_number(to, 0.1);
    wi_csv_put_number(to, (double)NAN);
    fputc(',', to);
    wi_csv_put_text(to, "a \"word\", two");
    return WEND_OK;
}

static void fields_are_quoted_where_they_must_be(void **state) {
    (void)state;
    wend_error error;
    assert_int_equal(wi_text_write(in_folder("text"), print_fields, NULL, &error), WEND_OK);
    assert_text("plain,0.1,,\"a \"\"word\"\", two\"");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_whole_or_the_old_one),
        cmocka_unit_test(what_is_no_plain_file_is_refused),
        cmocka_unit_test(fields_are_quoted_where_they_must_be),
    };
    return cmocka_run_group_tests_name("beside", tests, make_folder, remove_folder);
}
