// WebSocket clients.
#include "serve/server_state.h"

#include <string.h>

#define RATE 60.0    // messages a second
#define BURST 120.0  // messages at once
#define ABUSE -600.0 // messages too many: no mistake any more

void *wi_client_own(wi_client *client) { return client->own; }
void wi_client_set_own(wi_client *client, void *own) { client->own = own; }

static int hang_up(const wi_client *client, enum lws_close_status status, const char *why) {
    lws_close_reason(client->socket, status, (unsigned char *)(uintptr_t)why, strlen(why));
    return -1;
}

static int come(wi_server *server, wi_client *client, struct lws *socket) {
    *client = (wi_client){.socket = socket, .budget = BURST, .last = wi_clock_seconds()};
    server->clients++;
    client->present = server->def.came(server->def.host, client);
    if (!client->present) return hang_up(client, LWS_CLOSE_STATUS_POLICY_VIOLATION, "not now");
    lws_callback_on_writable(socket);
    return 0;
}

static void leave(wi_server *server, wi_client *client) {
    server->clients--;
    if (client->present) server->def.left(server->def.host, client);
    free(client->body.data);
    client->body = (wi_bytes){0};
}

// Receiving -----------------------------------------------------------------------------------------------------------

static void refill(wi_client *client) {
    double now = wi_clock_seconds(), budget = client->budget + RATE * (now - client->last);
    client->budget = budget < BURST ? budget : BURST;
    client->last = now;
}

static void warn(wi_client *client) {
    if (client->last < client->warned + 1.0) return;
    client->warned = client->last;
    client->warn = true;
    lws_callback_on_writable(client->socket);
}

static int take_message(wi_server *server, wi_client *client) {
    size_t size = client->size;
    client->size = 0;
    client->message[size] = '\0';
    refill(client);
    client->budget -= 1.0;
    if (client->budget < ABUSE) return hang_up(client, LWS_CLOSE_STATUS_POLICY_VIOLATION, "too many messages");
    if (client->budget < 0.0) {
        warn(client);
        return 0;
    }
    server->def.message(server->def.host, client, client->message, size);
    lws_callback_on_writable(client->socket);
    return 0;
}

static int receive(wi_server *server, wi_client *client, const char *part, size_t size) {
    if (lws_frame_is_binary(client->socket))
        return hang_up(client, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "messages are text");
    bool whole = lws_is_final_fragment(client->socket) && lws_remaining_packet_payload(client->socket) == 0;
    if (size + lws_remaining_packet_payload(client->socket) > WI_MESSAGE_MAX - client->size)
        return hang_up(client, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "a message has at most 4096 bytes");
    memcpy(client->message + client->size, part, size);
    client->size += size;
    return whole ? take_message(server, client) : 0;
}

// Sending -------------------------------------------------------------------------------------------------------------

static bool next_body(const wi_server *server, wi_client *client) {
    static const char too_fast[] =
        "{\"say\": \"error\", \"text\": \"too many messages: 60 a second are read, the rest is dropped\"}";
    client->sent = 0;
    if (!client->warn) return server->def.next(server->def.host, client, &client->body, &client->body_text);
    client->warn = false;
    client->body.data = (unsigned char *)strdup(too_fast);
    client->body.size = client->body.data ? strlen(too_fast) : 0;
    client->body_text = true;
    return client->body.data != NULL;
}

// A piece at a time and only when the socket has room: what a slow client costs is one message in memory.
static int send_piece(const wi_server *server, wi_client *client) {
    unsigned char buffer[LWS_PRE + WI_PIECE], *piece = buffer + LWS_PRE;
    if (!client->body.data && !next_body(server, client)) return 0;
    size_t left = client->body.size - client->sent, size = left < WI_PIECE ? left : WI_PIECE;
    int kind =
        lws_write_ws_flags(client->body_text ? LWS_WRITE_TEXT : LWS_WRITE_BINARY, client->sent == 0, size == left);
    if (size > 0) memcpy(piece, client->body.data + client->sent, size);
    if (lws_write(client->socket, piece, size, (enum lws_write_protocol)kind) < 0) return -1;
    client->sent += size;
    if (size == left) {
        free(client->body.data);
        client->body = (wi_bytes){0};
    }
    lws_callback_on_writable(client->socket);
    return 0;
}

int wi_client_event(struct lws *socket, enum lws_callback_reasons reason, void *user, void *in, size_t size) {
    wi_server *server = wi_server_of(socket);
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        return come(server, user, socket);
    case LWS_CALLBACK_RECEIVE:
        return receive(server, user, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return send_piece(server, user);
    case LWS_CALLBACK_CLOSED:
        leave(server, user);
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: // somebody called wi_server_wake
        lws_callback_on_writable_all_protocol(lws_get_context(socket), &server->protocols[1]);
        return 0;
    default:
        return 0;
    }
}
