// Answers to GET requests.
#include "serve/server_state.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define WORDS_MAX 1024 // of a header that we read

// What a request carries; "" where it does not.
typedef struct request {
    char host[WORDS_MAX], origin[WORDS_MAX], query[WORDS_MAX], cookies[WI_HEADER_MAX];
} request;

// False if it is too long to be right.
static bool copy_header(struct lws *socket, enum lws_token_indexes which, char *to, int size) {
    *to = '\0';
    return lws_hdr_total_length(socket, which) == 0 || lws_hdr_copy(socket, to, size, which) >= 0;
}

// The arguments of the address, joined again by '&'.
static bool copy_query(struct lws *socket, char *to, int size) {
    int used = 0;
    *to = '\0';
    for (int i = 0; lws_hdr_fragment_length(socket, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++) {
        if (i > 0 && used < size - 1) to[used++] = '&';
        int length = lws_hdr_copy_fragment(socket, to + used, size - used, WSI_TOKEN_HTTP_URI_ARGS, i);
        if (length < 0) return false;
        used += length;
    }
    return true;
}

static bool read_request(struct lws *socket, request *from) {
    return copy_header(socket, WSI_TOKEN_HOST, from->host, sizeof from->host) &&
           copy_header(socket, WSI_TOKEN_ORIGIN, from->origin, sizeof from->origin) &&
           copy_query(socket, from->query, sizeof from->query) &&
           copy_header(socket, WSI_TOKEN_HTTP_COOKIE, from->cookies, sizeof from->cookies);
}

// Why a request is not answered, with its status; NULL: it is fine.
static const char *objection(struct lws *socket, request *from, unsigned *status) {
    const wi_guard *guard = &wi_server_of(socket)->guard;
    *status = HTTP_STATUS_BAD_REQUEST;
    if (!read_request(socket, from)) return "A header of this request is too long.";
    *status = HTTP_STATUS_FORBIDDEN;
    if (!wi_guard_host(guard, from->host))
        return "This server does not go by that name. Use the address that wend printed.";
    if (!wi_guard_token(guard, from->query, from->cookies))
        return "A token is needed. Open the address that wend printed, with its ?token= part.";
    return NULL;
}

static const char *upgrade_objection(struct lws *socket, const char *to, request *from, unsigned *status) {
    const wi_server *server = wi_server_of(socket);
    char path[16] = "", protocol[16] = "";
    const char *why = objection(socket, from, status);
    if (why) return why;
    if (!wi_guard_origin(&server->guard, from->host, from->origin))
        return "Pages of this origin may not connect. Allow it with --origin.";
    *status = HTTP_STATUS_NOT_FOUND;
    lws_hdr_copy(socket, path, sizeof path, WSI_TOKEN_GET_URI);
    if (strcasecmp(to, "websocket") != 0 || !server->def.next || strcmp(path, "/live") != 0)
        return "There is no such thing here.";
    *status = HTTP_STATUS_BAD_REQUEST;
    lws_hdr_copy(socket, protocol, sizeof protocol, WSI_TOKEN_PROTOCOL);
    if (strcmp(protocol, "wend-1") != 0) return "The subprotocol must be wend-1.";
    *status = HTTP_STATUS_SERVICE_UNAVAILABLE;
    return server->clients < WI_CLIENTS_MAX ? NULL : "Too many viewers are connected.";
}

// 0: go on; 1: refused and said why; -1: hang up.
static int confirm_upgrade(struct lws *socket, const char *to) {
    request from;
    unsigned status;
    const char *why = upgrade_objection(socket, to, &from, &status);
    if (!why) return 0;
    return lws_return_http_status(socket, status, why) ? -1 : 1;
}

// Answering -----------------------------------------------------------------------------------------------------------

static void drop_reply(wi_reply *reply) {
    if (reply->file) fclose(reply->file);
    free(reply->data);
    *reply = (wi_reply){0};
}

static bool add_header(struct lws *socket, const char *name, const char *value, unsigned char **at,
                       unsigned char *end) {
    return lws_add_http_header_by_name(socket, (const unsigned char *)name, (const unsigned char *)value,
                                       (int)strlen(value), at, end) == 0;
}

static bool send_headers(struct lws *socket, const wi_answer *answer, size_t size, const char *cookie) {
    unsigned char buffer[LWS_PRE + 2048], *begin = buffer + LWS_PRE, *at = begin, *end = buffer + sizeof buffer - 1;
    // Another recording may be served at this address tomorrow, so nothing is used again unasked.
    const char *keeping = answer->changing ? "no-store" : "no-cache";
    if (lws_add_http_common_headers(socket, (unsigned)answer->status, answer->type, size, &at, end)) return false;
    if (!add_header(socket, "cache-control:", keeping, &at, end)) return false;
    if (*cookie && !add_header(socket, "set-cookie:", cookie, &at, end)) return false;
    return lws_finalize_write_http_header(socket, begin, &at, end) == 0;
}

static void say(wi_answer *answer, int status, const char *text) {
    free(answer->body.data);
    free(answer->file);
    *answer = (wi_answer){.status = status, .type = "text/plain; charset=utf-8", .changing = true};
    answer->body.data = (unsigned char *)strdup(text);
    answer->body.size = answer->body.data ? strlen(text) : 0;
}

static void open_file(wi_answer *answer, wi_reply *reply) {
    struct stat about;
    reply->file = fopen(answer->file, "rbe");
    if (reply->file && fstat(fileno(reply->file), &about) == 0 && S_ISREG(about.st_mode)) {
        reply->size = (size_t)about.st_size;
        return;
    }
    if (reply->file) fclose(reply->file);
    reply->file = NULL;
    say(answer, 404, "This file is missing.\n");
}

static int answer_get(struct lws *socket, wi_reply *reply, const char *path, const request *from) {
    const wi_server *server = wi_server_of(socket);
    char cookie[256] = "";
    wi_answer answer = {.status = 404, .changing = true};
    drop_reply(reply);
    server->def.get(server->def.host, path, from->query, &answer);
    if (answer.status == 200 && answer.file) open_file(&answer, reply);
    if (!answer.file && !answer.body.data && answer.status != 200)
        say(&answer, answer.status, "There is no such page.\n");
    if (!reply->file) {
        reply->data = answer.body.data;
        reply->size = answer.body.size;
    }
    if (server->guard.token) wi_guard_cookie(&server->guard, cookie, sizeof cookie);
    free(answer.file);
    if (!send_headers(socket, &answer, reply->size, cookie)) return -1;
    reply->pending = true;
    lws_callback_on_writable(socket);
    return 0;
}

static int get(struct lws *socket, wi_reply *reply, const char *path) {
    request from;
    unsigned status;
    if (lws_hdr_total_length(socket, WSI_TOKEN_GET_URI) == 0) {
        lws_return_http_status(socket, HTTP_STATUS_METHOD_NOT_ALLOWED, "Only GET is understood.");
        return -1;
    }
    const char *why = objection(socket, &from, &status);
    if (!why) return answer_get(socket, reply, path, &from);
    if (lws_return_http_status(socket, status, why) || lws_http_transaction_completed(socket)) return -1;
    return 0;
}

static int send_piece(struct lws *socket, wi_reply *reply) {
    unsigned char buffer[LWS_PRE + WI_PIECE], *piece = buffer + LWS_PRE;
    size_t left = reply->size - reply->sent, size = left < WI_PIECE ? left : WI_PIECE;
    bool last = size == left;
    if (!reply->pending) return 0;
    if (reply->file && fread(piece, 1, size, reply->file) != size) return -1; // it has become shorter
    if (!reply->file && size > 0) memcpy(piece, reply->data + reply->sent, size);
    if (lws_write(socket, piece, size, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0) return -1;
    reply->sent += size;
    if (last) {
        drop_reply(reply);
        return lws_http_transaction_completed(socket) ? -1 : 0;
    }
    lws_set_timeout(socket, PENDING_TIMEOUT_HTTP_CONTENT, WI_PATIENCE);
    lws_callback_on_writable(socket);
    return 0;
}

int wi_http_event(struct lws *socket, enum lws_callback_reasons reason, void *user, void *in, size_t size) {
    (void)size;
    wi_server *server = wi_server_of(socket);
    switch (reason) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
        return server->connections >= WI_CONNECTIONS_MAX;
    case LWS_CALLBACK_WSI_CREATE:
        server->connections++;
        return 0;
    case LWS_CALLBACK_WSI_DESTROY:
        server->connections--;
        return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return confirm_upgrade(socket, in);
    case LWS_CALLBACK_HTTP:
        return get(socket, user, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return send_piece(socket, user);
    case LWS_CALLBACK_ESTABLISHED:
        return -1; // WebSockets have their own protocol
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (user) drop_reply(user);
        return 0;
    default:
        return 0;
    }
}
