// The server among people who mean it harm: each of them is turned away, and it goes on serving the others.
#include "serve/raw.h"

#include "serve/server.h"
#include "support/expect.h"

#include <pthread.h>
#include <stdatomic.h>

#define BIG 3000000   // bytes of a body that takes many pieces
#define CHUNK 200000u // bytes of a message

// The host -------------------------------------------------------------------------------------------------------------

typedef struct host {
    wi_server *server;
    pthread_t thread;
    atomic_bool stopping;
    atomic_uint messages, came, left;
    atomic_uint longest; // message
} host;

static unsigned char big_byte(size_t i) { return (unsigned char)(i * 31 + i / 251); }

static void answer_text(wi_answer *answer, const char *text) {
    *answer = (wi_answer){.status = 200, .type = "text/plain", .changing = true};
    answer->body.data = (unsigned char *)strdup(text);
    answer->body.size = strlen(text);
}

static void get(void *user, const char *path, const char *query, wi_answer *answer) {
    (void)user;
    if (strcmp(path, "/hello") == 0) answer_text(answer, "hello");
    if (strcmp(path, "/query") == 0) answer_text(answer, query);
    if (strcmp(path, "/file") == 0) *answer = (wi_answer){.status = 200, .type = "x/y", .file = strdup("/no/such")};
    if (strcmp(path, "/big") != 0) return;
    *answer = (wi_answer){.status = 200, .type = "application/octet-stream"};
    answer->body = (wi_bytes){malloc(BIG), BIG};
    for (size_t i = 0; i < BIG; i++) answer->body.data[i] = big_byte(i);
}

static bool came(void *user, wi_client *client) {
    host *h = user;
    atomic_fetch_add(&h->came, 1);
    wi_client_set_own(client, NULL);
    return true;
}

// "go" asks for a flood of messages, anything else for one in return.
static void message(void *user, wi_client *client, const char *text, size_t size) {
    static char flood, once;
    host *h = user;
    atomic_fetch_add(&h->messages, 1);
    if (size > atomic_load(&h->longest)) atomic_store(&h->longest, (unsigned)size);
    wi_client_set_own(client, strcmp(text, "go") == 0 ? &flood : &once);
    if (wi_client_own(client) == &once) wi_client_set_own(client, h);
}

static bool next(void *user, wi_client *client, wi_bytes *body, bool *text) {
    void *own = wi_client_own(client);
    if (!own) return false;
    *text = own == user;
    if (*text) wi_client_set_own(client, NULL);
    *body = *text ? (wi_bytes){(unsigned char *)strdup("yes"), 3} : (wi_bytes){calloc(CHUNK, 1), CHUNK};
    return body->data != NULL;
}

static void left(void *user, wi_client *client) {
    (void)client;
    atomic_fetch_add(&((host *)user)->left, 1);
}

static void *serve(void *user) {
    host *h = user;
    while (!atomic_load(&h->stopping)) wi_server_serve(h->server, 1.0);
    return NULL;
}

static void host_open(host *h, const char *token) {
    static const char *const origins[] = {"https://example.org", NULL};
    wend_error error = {0};
    *h = (host){0};
    const wi_server_def def = {.address = "127.0.0.1",
                               .token = token,
                               .origins = origins,
                               .host = h,
                               .get = get,
                               .came = came,
                               .message = message,
                               .next = next,
                               .left = left};
    must(wi_server_open(&def, &h->server, &error), &error);
    assert_int_equal(pthread_create(&h->thread, NULL, serve, h), 0);
}

static uint16_t port_of(const host *h) { return wi_server_port(h->server); }

static void host_close(host *h) {
    atomic_store(&h->stopping, true);
    wi_server_wake(h->server);
    pthread_join(h->thread, NULL);
    wi_server_close(h->server);
    assert_int_equal(atomic_load(&h->came), atomic_load(&h->left));
}

// Its own name, and whatever else is to be sent.
static const char *headers_of(const host *h, const char *more) {
    static char text[4096];
    snprintf(text, sizeof text, "Host: 127.0.0.1:%u\r\n%s", port_of(h), more);
    return text;
}

static int ask(const host *h, const char *line, const char *headers, char answer[4096]) {
    int raw = raw_connect(port_of(h)), status = raw_ask(raw, line, headers, answer);
    close(raw);
    return status;
}

static void assert_serves(const host *h) {
    char answer[4096], body[6] = "";
    int raw = raw_connect(port_of(h));
    assert_int_equal(raw_ask(raw, "GET /hello", headers_of(h, ""), answer), 200);
    assert_true(raw_read(raw, body, 5));
    assert_string_equal(body, "hello");
    close(raw);
}

static const char *upgrade_of(const host *h) {
    static char text[1024];
    snprintf(text, sizeof text, "%sOrigin: http://127.0.0.1:%u\r\n", RAW_UPGRADE, port_of(h));
    return text;
}

static int join_small(const host *h, int receive_buffer) {
    char answer[4096];
    int raw = raw_connect_small(port_of(h), receive_buffer);
    assert_int_equal(raw_ask(raw, "GET /live", headers_of(h, upgrade_of(h)), answer), 101);
    return raw;
}

static int join(const host *h) { return join_small(h, 0); }

static void assert_answers(int raw) {
    unsigned char payload[8];
    size_t size;
    assert_true(raw_text(raw, "hello?"));
    assert_int_equal(raw_receive(raw, payload, sizeof payload, &size), 0x81);
    assert_int_equal(size, 3);
}

// GET ------------------------------------------------------------------------------------------------------------------

static void test_answers_carry_what_browsers_need(void **state) {
    (void)state;
    host h;
    char answer[4096];
    host_open(&h, NULL);
    assert_int_equal(ask(&h, "GET /hello", headers_of(&h, ""), answer), 200);
    static const char *const wanted[] = {"content-length: 5",       "content-type: text/plain",
                                         "cache-control: no-store", "x-content-type-options: nosniff",
                                         "default-src 'none'",      "'wasm-unsafe-eval'"};
    for (uint32_t i = 0; i < WEND_COUNT(wanted); i++) assert_non_null(strstr(answer, wanted[i]));
    assert_null(strstr(answer, "set-cookie"));
    assert_int_equal(ask(&h, "GET /nothing", headers_of(&h, ""), answer), 404);
    assert_int_equal(ask(&h, "GET /file", headers_of(&h, ""), answer), 404);
    assert_int_equal(ask(&h, "GET /../../../etc/passwd", headers_of(&h, ""), answer), 404);
    assert_int_equal(ask(&h, "GET /%2e%2e/%2e%2e/etc/passwd", headers_of(&h, ""), answer), 404);
    assert_int_equal(ask(&h, "POST /hello", headers_of(&h, "Content-Length: 0\r\n"), answer), 405);
    assert_serves(&h);
    host_close(&h);
}

// Twice on one connection.
static void test_a_large_body_arrives_whole(void **state) {
    (void)state;
    host h;
    char answer[4096];
    unsigned char *body = malloc(BIG);
    host_open(&h, NULL);
    int raw = raw_connect(port_of(&h));
    for (int turn = 0; turn < 2; turn++) {
        assert_int_equal(raw_ask(raw, "GET /big", headers_of(&h, ""), answer), 200);
        assert_non_null(strstr(answer, "content-length: 3000000"));
        assert_true(raw_read(raw, body, BIG));
        for (size_t i = 0; i < BIG; i++)
            if (body[i] != big_byte(i)) fail_msg("byte %zu", i);
    }
    close(raw);
    free(body);
    host_close(&h);
}

static void test_queries_arrive_decoded(void **state) {
    (void)state;
    host h;
    char answer[4096], body[16] = "";
    host_open(&h, NULL);
    int raw = raw_connect(port_of(&h));
    assert_int_equal(raw_ask(raw, "GET /query?from=3&to=%34", headers_of(&h, ""), answer), 200);
    assert_true(raw_read(raw, body, 11));
    assert_string_equal(body, "from=3&to=4");
    close(raw);
    host_close(&h);
}

// Who may come -----------------------------------------------------------------------------------------------------------

static void test_other_hosts_and_origins_are_refused(void **state) {
    (void)state;
    host h;
    char answer[4096], headers[1024];
    host_open(&h, NULL);
    assert_int_equal(ask(&h, "GET /hello", "Host: evil.example\r\n", answer), 403);
    assert_int_equal(ask(&h, "GET /hello", "Host: 127.0.0.1.evil.example\r\n", answer), 403);
    assert_int_not_equal(ask(&h, "GET /hello", "", answer), 200);
    assert_int_equal(ask(&h, "GET /hello", "Host: localhost:1\r\n", answer), 200);
    assert_int_equal(ask(&h, "GET /live", headers_of(&h, RAW_UPGRADE), answer), 403);
    assert_int_equal(ask(&h, "GET /live", headers_of(&h, RAW_UPGRADE "Origin: http://evil.example\r\n"), answer), 403);
    assert_int_equal(ask(&h, "GET /live", headers_of(&h, RAW_UPGRADE "Origin: null\r\n"), answer), 403);
    assert_int_equal(ask(&h, "GET /live", headers_of(&h, RAW_UPGRADE "Origin: https://example.org\r\n"), answer), 101);
    snprintf(headers, sizeof headers, "Host: evil.example\r\n" RAW_UPGRADE "Origin: http://evil.example\r\n");
    assert_int_equal(ask(&h, "GET /live", headers, answer), 403);
    assert_serves(&h);
    host_close(&h);
}

static void test_a_token_is_needed_everywhere(void **state) {
    (void)state;
    host h;
    char answer[4096], cookie[128], headers[2048];
    host_open(&h, "open-sesame");
    assert_int_equal(ask(&h, "GET /hello", headers_of(&h, ""), answer), 403);
    assert_int_equal(ask(&h, "GET /hello?token=open-sesamf", headers_of(&h, ""), answer), 403);
    assert_int_equal(ask(&h, "GET /hello?token=open-sesam", headers_of(&h, ""), answer), 403);
    assert_int_equal(ask(&h, "GET /hello?token=", headers_of(&h, ""), answer), 403);
    assert_int_equal(ask(&h, "GET /live", headers_of(&h, upgrade_of(&h)), answer), 403);
    assert_int_equal(ask(&h, "GET /hello?token=open-sesame", headers_of(&h, ""), answer), 200);
    snprintf(cookie, sizeof cookie, "wend-%u=open-sesame", port_of(&h));
    assert_non_null(strstr(answer, cookie));
    assert_non_null(strstr(answer, "HttpOnly; SameSite=Strict"));
    snprintf(headers, sizeof headers, "%sCookie: a=b; %s\r\n", upgrade_of(&h), cookie);
    assert_int_equal(ask(&h, "GET /hello", headers_of(&h, strstr(headers, "Cookie:")), answer), 200);
    assert_int_equal(ask(&h, "GET /live", headers_of(&h, headers), answer), 101);
    host_close(&h);
}

static void test_what_must_not_start(void **state) {
    (void)state;
    wi_server *server;
    wi_server_def def = {.address = "0.0.0.0", .get = get};
    assert_refused(wi_server_open(&def, &server, &why), WEND_BAD_ARGUMENT, "--token");
    def.address = "somewhere";
    def.token = "long-enough";
    assert_refused(wi_server_open(&def, &server, &why), WEND_BAD_ARGUMENT, "no address");
    def.token = "short";
    assert_refused(wi_server_open(&def, &server, &why), WEND_BAD_ARGUMENT, "8 to 128");
    def.token = "with a space";
    assert_refused(wi_server_open(&def, &server, &why), WEND_BAD_ARGUMENT, "letters");
    host h;
    host_open(&h, NULL);
    def = (wi_server_def){.address = "127.0.0.1", .port = port_of(&h), .get = get};
    assert_refused(wi_server_open(&def, &server, &why), WEND_FILE_ERROR, "in use");
    host_close(&h);
}

static void test_bad_handshakes_are_refused(void **state) {
    (void)state;
    host h;
    char answer[4096], origin[64], headers[1024];
    host_open(&h, NULL);
    snprintf(origin, sizeof origin, "Origin: http://127.0.0.1:%u\r\n", port_of(&h));
    static const char *const bad[] = {
        "Upgrade: websocket\r\nConnection: Upgrade\r\n", // no key, no protocol
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Protocol: wend-1\r\n",
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: wend-99\r\n",
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n",
        "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA\r\n",
        "Upgrade: tea\r\nConnection: Upgrade\r\n",
    };
    for (uint32_t i = 0; i < WEND_COUNT(bad); i++) {
        snprintf(headers, sizeof headers, "%s%s", bad[i], origin);
        assert_int_not_equal(ask(&h, "GET /live", headers_of(&h, headers), answer), 101);
        assert_serves(&h);
    }
    assert_int_equal(ask(&h, "GET /other", headers_of(&h, upgrade_of(&h)), answer), 404);
    assert_int_equal(atomic_load(&h.came), 0);
    host_close(&h);
}

// Messages ---------------------------------------------------------------------------------------------------------------

static void test_messages_have_a_size(void **state) {
    (void)state;
    host h;
    static char text[5000];
    memset(text, 'x', sizeof text);
    host_open(&h, NULL);
    int raw = join(&h);
    assert_true(raw_frame(raw, 0x81, text, 4096));
    assert_answers(raw); // the first answer is to the long one
    assert_int_equal(atomic_load(&h.longest), 4096);
    assert_true(raw_frame(raw, 0x81, text, 4097));
    assert_int_equal(raw_close_code(raw), 1009);
    close(raw);
    raw = join(&h);
    static const unsigned char endless[] = {0x81, 0xff, 0x3f, 0xff, 0xff, 0xff, 0xff, 0xff,
                                            0xff, 0xff, 0,    0,    0,    0,    'x'};
    raw_send(raw, endless, sizeof endless);
    raw_send(raw, text, sizeof text);
    unsigned code = raw_close_code(raw);
    assert_true(code == 1009 || code == 0);
    close(raw);
    assert_serves(&h);
    host_close(&h);
}

static void test_messages_of_many_fragments(void **state) {
    (void)state;
    host h;
    host_open(&h, NULL);
    int raw = join(&h);
    assert_true(raw_frame(raw, 0x01, "hel", 3) && raw_frame(raw, 0x00, "lo", 2) && raw_frame(raw, 0x80, "?", 1));
    assert_answers(raw);
    assert_int_equal(atomic_load(&h.longest), 6);
    bool goes = raw_frame(raw, 0x01, "x", 1);
    // The last is the one too many: what came after it, unread, would reset the connection, and with it the reason.
    for (int i = 0; goes && i < 4096; i++) goes = raw_frame(raw, 0x00, "x", 1);
    assert_int_equal(raw_close_code(raw), 1009);
    close(raw);
    raw = join(&h);
    goes = raw_frame(raw, 0x01, "", 0);
    for (int i = 0; goes && i < 20000; i++) goes = raw_frame(raw, 0x00, "", 0);
    close(raw);
    assert_serves(&h);
    host_close(&h);
}

static void test_frames_against_the_rules(void **state) {
    (void)state;
    host h;
    host_open(&h, NULL);
    int raw = join(&h);
    assert_true(raw_frame(raw, 0x82, "binary", 6));
    assert_int_equal(raw_close_code(raw), 1003);
    close(raw);
    raw = join(&h);
    assert_true(raw_frame(raw, 0x81, "\xff\xfe", 2));
    assert_int_equal(raw_close_code(raw), 1007);
    close(raw);
    static const unsigned char wrong[][8] = {
        {0x81, 0x02, 'n', 'o'},               // not masked
        {0xf1, 0x81, 0, 0, 0, 0, 'x'},        // reserved bits
        {0x8b, 0x81, 0, 0, 0, 0, 'x'},        // an opcode that is not
        {0x80, 0x81, 0, 0, 0, 0, 'x'},        // continues nothing
        {0x09, 0x81, 0, 0, 0, 0, 'x'},        // a ping in pieces
        {0x89, 0xfe, 0xff, 0xff, 0, 0, 0, 0}, // a ping too long
    };
    for (uint32_t i = 0; i < WEND_COUNT(wrong); i++) {
        raw = join(&h);
        raw_send(raw, wrong[i], sizeof wrong[i]);
        shutdown(raw, SHUT_WR);
        raw_drain(raw);
        close(raw);
        assert_serves(&h);
    }
    host_close(&h);
}

static void test_rates_are_limited(void **state) {
    (void)state;
    host h;
    unsigned char payload[256] = "";
    size_t size;
    host_open(&h, NULL);
    int raw = join(&h);
    for (int i = 0; i < 300; i++) assert_true(raw_text(raw, "hello?"));
    bool warned = false;
    while (!warned) {
        memset(payload, 0, sizeof payload);
        assert_int_equal(raw_receive(raw, payload, sizeof payload - 1, &size), 0x81);
        warned = strstr((char *)payload, "too many messages") != NULL;
    }
    assert_true(atomic_load(&h.messages) >= 120 && atomic_load(&h.messages) < 300);
    bool goes = true;
    for (int i = 0; goes && i < 100000; i++) goes = raw_text(raw, "hello?");
    assert_false(goes);
    close(raw);
    assert_serves(&h);
    host_close(&h);
}

// Crowds and sluggards ---------------------------------------------------------------------------------------------------

static void test_a_slow_reader_holds_up_nobody(void **state) {
    (void)state;
    host h;
    unsigned char payload[8];
    size_t size = 0, bytes = 0;
    host_open(&h, NULL);
    int slow = join_small(&h, 4096), quick = join(&h);
    assert_true(raw_text(slow, "go") && raw_text(quick, "go"));
    while (bytes < 50 * (size_t)CHUNK) {
        assert_true(raw_receive(quick, payload, sizeof payload, &size) >= 0);
        bytes += size;
        if (bytes % (10 * CHUNK) == 0) assert_serves(&h);
    }
    close(quick);
    close(slow);
    assert_serves(&h);
    host_close(&h);
}

static void test_a_flood_of_pings(void **state) {
    (void)state;
    host h;
    host_open(&h, NULL);
    int flood = join(&h), other = join(&h);
    bool goes = true;
    for (int i = 0; goes && i < 20000; i++) goes = raw_frame(flood, 0x89, "ping", 4);
    assert_answers(other);
    assert_serves(&h);
    close(flood);
    close(other);
    host_close(&h);
}

static void test_viewers_are_counted(void **state) {
    (void)state;
    host h;
    char answer[4096];
    int raw[32];
    host_open(&h, NULL);
    for (uint32_t i = 0; i < WEND_COUNT(raw); i++) raw[i] = join(&h);
    assert_int_equal(ask(&h, "GET /live", headers_of(&h, upgrade_of(&h)), answer), 503);
    assert_serves(&h);
    for (uint32_t i = 0; i < WEND_COUNT(raw); i++) assert_answers(raw[i]);
    for (uint32_t i = 0; i < WEND_COUNT(raw); i++) close(raw[i]);
    host_close(&h);
}

static void test_two_hundred_connections(void **state) {
    (void)state;
    host h;
    int raw[200];
    host_open(&h, NULL);
    int viewer = join(&h);
    for (uint32_t i = 0; i < WEND_COUNT(raw); i++) {
        raw[i] = raw_connect(port_of(&h));
        if (i % 2) raw_say(raw[i], "GET /hello HTTP/1.1\r\nHost: 127.0"); // and never goes on
    }
    char answer[4096];
    assert_int_equal(raw_ask(raw[198], "GET /hello", headers_of(&h, ""), answer), 0); // one too many
    assert_answers(viewer);
    for (uint32_t i = 0; i < WEND_COUNT(raw); i++) close(raw[i]);
    assert_answers(viewer);
    while (ask(&h, "GET /hello", headers_of(&h, ""), answer) != 200) assert_answers(viewer);
    assert_serves(&h);
    close(viewer);
    host_close(&h);
}

static void test_garbage(void **state) {
    (void)state;
    host h;
    unsigned char garbage[600];
    unsigned seed = 20240917u;
    print_message("seed %u\n", seed);
    host_open(&h, NULL);
    for (uint32_t turn = 0; turn < 150; turn++) {
        for (uint32_t i = 0; i < sizeof garbage; i++)
            garbage[i] = (unsigned char)(256.0f * wend_random(seed, turn, 0, 0, i));
        int raw = turn % 2 ? join(&h) : raw_connect(port_of(&h));
        raw_send(raw, garbage, sizeof garbage);
        if (turn % 3 == 0) {
            shutdown(raw, SHUT_WR);
            raw_drain(raw);
        }
        close(raw);
    }
    static const char *const odd[] = {"\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
                                      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                                      "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n"};
    for (uint32_t i = 0; i < WEND_COUNT(odd); i++) {
        int raw = raw_connect(port_of(&h));
        raw_say(raw, odd[i]);
        shutdown(raw, SHUT_WR);
        raw_drain(raw);
        close(raw);
    }
    assert_serves(&h);
    host_close(&h);
}

static void test_headers_have_a_size(void **state) {
    (void)state;
    host h;
    host_open(&h, NULL);
    int raw = raw_connect(port_of(&h));
    bool goes = raw_say(raw, "GET /hello HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: ");
    for (int i = 0; goes && i < 100000; i++) goes = raw_say(raw, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    assert_false(goes); // hung up upon
    close(raw);
    assert_serves(&h);
    host_close(&h);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_carry_what_browsers_need),
        cmocka_unit_test(test_a_large_body_arrives_whole),
        cmocka_unit_test(test_queries_arrive_decoded),
        cmocka_unit_test(test_other_hosts_and_origins_are_refused),
        cmocka_unit_test(test_a_token_is_needed_everywhere),
        cmocka_unit_test(test_what_must_not_start),
        cmocka_unit_test(test_bad_handshakes_are_refused),
        cmocka_unit_test(test_messages_have_a_size),
        cmocka_unit_test(test_messages_of_many_fragments),
        cmocka_unit_test(test_frames_against_the_rules),
        cmocka_unit_test(test_rates_are_limited),
        cmocka_unit_test(test_a_slow_reader_holds_up_nobody),
        cmocka_unit_test(test_a_flood_of_pings),
        cmocka_unit_test(test_viewers_are_counted),
        cmocka_unit_test(test_two_hundred_connections),
        cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_headers_have_a_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
