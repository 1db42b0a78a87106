// Inside the server.
#ifndef WI_SERVER_STATE_H
#define WI_SERVER_STATE_H

#include <libwebsockets.h>
#include <stdio.h>

#include "base/clock.h"
#include "serve/guard.h"
#include "serve/server.h"

#define WI_MESSAGE_MAX 4096    // bytes from a client
#define WI_CLIENTS_MAX 32      // WebSockets
#define WI_CONNECTIONS_MAX 128 // of any kind
#define WI_PIECE 16384         // bytes written at a time
#define WI_HEADER_MAX 4096     // of a request
#define WI_PATIENCE 15         // s that a connection may take for its next piece

struct wi_server {
    wi_server_def def;
    wi_guard guard;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct lws_protocols protocols[3]; // GET, WebSocket, the end
    lws_sorted_usec_list_t alarm;      // ends a wait
    uint32_t clients, connections;
};

// What is being sent in answer to a GET.
typedef struct wi_reply {
    bool pending;
    unsigned char *data; // or from the file
    FILE *file;
    size_t size, sent;
} wi_reply;

struct wi_client {
    struct lws *socket;
    void *own;
    bool present; // the host knows it
    char message[WI_MESSAGE_MAX + 1];
    size_t size;   // of the message so far
    double budget; // messages it may send; below 0 they are dropped
    double last;   // s, when the budget was brought up to date
    double warned; // s, when it was last told that it is too fast
    bool warn;     // it is to be told
    wi_bytes body; // being sent
    size_t sent;
    bool body_text;
};

static inline wi_server *wi_server_of(struct lws *socket) { return lws_context_user(lws_get_context(socket)); }

// Callbacks of libwebsockets: GET (http.c) and WebSocket (client.c).
int wi_http_event(struct lws *socket, enum lws_callback_reasons reason, void *user, void *in, size_t size);
int wi_client_event(struct lws *socket, enum lws_callback_reasons reason, void *user, void *in, size_t size);

#endif
