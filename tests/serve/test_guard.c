// Who may talk to the server, name by name.
#include "serve/guard.h"
#include "support/expect.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const origins[] = {"https://wend.example.org", "http://lab:8080", NULL};

static void assert_hosts(const wi_guard *guard, bool wanted, const char *const *host) {
    for (; *host; host++)
        if (wi_guard_host(guard, *host) != wanted) fail_msg("'%s' at %s", *host, guard->address);
}

static void test_hosts(void **state) {
    (void)state;
    static const char *const always[] = {"localhost", "LocalHost:80", "127.0.0.1",  "127.0.0.1:65535",
                                         "127.8.9.1", "[::1]",        "[::1]:8080", NULL};
    static const char *const never[] = {"",
                                        ":80",
                                        "evil.example",
                                        "localhost.evil.example",
                                        "localhost:8a",
                                        "127.0.0.1:x",
                                        "[::1",
                                        "[::1]evil.example",
                                        "127.0.0.1 ",
                                        "2130706433",
                                        "127.1:80:80",
                                        "localhost:80@evil.example",
                                        "[]",
                                        "0x7f.1",
                                        "evil.example:1",
                                        NULL};
    static const char *const local[] = {"192.168.1.20:80", "192.168.1.20", NULL};
    static const char *const other[] = {"192.168.1.21", "[fe80::1]", NULL};
    static const char *const listed[] = {"wend.example.org", "lab:8080", NULL};
    static const char *const unlisted[] = {"lab", "lab:8081", "example.org", NULL};
    wi_guard loopback = {"127.0.0.1", 80, NULL, NULL}, one = {"192.168.1.20", 80, "a-token-here", origins};
    wi_guard all = {"0.0.0.0", 80, "a-token-here", NULL};
    assert_hosts(&loopback, true, always);
    assert_hosts(&one, true, always);
    assert_hosts(&loopback, false, local);
    assert_hosts(&loopback, false, never);
    assert_hosts(&one, false, never);
    assert_hosts(&all, false, never);
    assert_hosts(&one, true, local);
    assert_hosts(&one, false, other);
    assert_hosts(&one, true, listed);
    assert_hosts(&one, false, unlisted);
    assert_hosts(&all, true, local); // an address cannot be made to point here
    assert_hosts(&all, true, other);
}

static void test_origins(void **state) {
    (void)state;
    wi_guard guard = {"127.0.0.1", 80, NULL, origins};
    assert_true(wi_guard_origin(&guard, "localhost:80", "http://localhost:80"));
    assert_true(wi_guard_origin(&guard, "localhost:80", "https://wend.example.org"));
    static const char *const never[] = {"",
                                        "null",
                                        "http://",
                                        "localhost:80",
                                        "http://localhost",
                                        "http://localhost:81",
                                        "https://localhost:80",
                                        "http://localhost:80.evil.example",
                                        "http://wend.example.org",
                                        "https://wend.example.org.evil.example"};
    for (uint32_t i = 0; i < WEND_COUNT(never); i++)
        if (wi_guard_origin(&guard, "localhost:80", never[i])) fail_msg("'%s'", never[i]);
}

static void test_tokens(void **state) {
    (void)state;
    wi_guard guard = {"0.0.0.0", 8080, "open-sesame", NULL}, none = {"127.0.0.1", 8080, NULL, NULL};
    assert_true(wi_guard_token(&none, "", ""));
    static const char *const good[][2] = {{"token=open-sesame", ""},
                                          {"a=b&token=open-sesame&c", ""},
                                          {"", "wend-8080=open-sesame"},
                                          {"", "a=b; wend-8080=wrong; wend-8080=open-sesame"}};
    static const char *const bad[][2] = {{"", ""},
                                         {"token", "wend-8080"},
                                         {"token=", "wend-8080="},
                                         {"token=open-sesam", ""},
                                         {"token=open-sesamee", ""},
                                         {"token=open-sesameopen-sesame", ""},
                                         {"token=OPEN-SESAME", ""},
                                         {"xtoken=open-sesame", ""},
                                         {"", "wend-8081=open-sesame"},
                                         {"", "token=open-sesame"},
                                         {"wend-8080=open-sesame", ""}};
    for (uint32_t i = 0; i < WEND_COUNT(good); i++) assert_true(wi_guard_token(&guard, good[i][0], good[i][1]));
    for (uint32_t i = 0; i < WEND_COUNT(bad); i++)
        if (wi_guard_token(&guard, bad[i][0], bad[i][1])) fail_msg("'%s' '%s'", bad[i][0], bad[i][1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hosts), cmocka_unit_test(test_origins),
                                       cmocka_unit_test(test_tokens)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
