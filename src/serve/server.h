// HTTP and WebSocket on one port, through libwebsockets, which nothing else includes. The service runs on the thread
// that calls wi_server_serve; what it asks its host for must be quick. Who may connect: guard.h.
#ifndef WI_SERVER_H
#define WI_SERVER_H

#include "replay/replay.h"
#include "wend/base.h"

typedef struct wi_server wi_server;
typedef struct wi_client wi_client; // a WebSocket connection

// What a host answers to a GET. `body` is handed over, or `file`, a path whose contents are sent as they are; both are
// from malloc.
typedef struct wi_answer {
    int status;       // 200, 404, ...; for errors `body` is text for a person
    const char *type; // "application/json"
    wi_bytes body;
    char *file;
    bool changing; // never to be kept by the browser
} wi_answer;

// Everything it points at must outlive the server.
typedef struct wi_server_def {
    const char *address; // "127.0.0.1" unless the user asked for another
    uint16_t port;       // 0: any that is free
    const char *token;   // what a request must carry as ?token=... or as the cookie that this sets; NULL: none needed
    const char *const *origins; // further origins that may open a WebSocket, ending with NULL; or NULL
    void *host;
    // path without query, query without '?', "" if there is none.
    void (*get)(void *host, const char *path, const char *query, wi_answer *answer);
    // A WebSocket client: came (its `own` is the host's to use), sent a whole text message (size <= 4096), may be
    // written to, left. All NULL where the host has no WebSocket.
    bool (*came)(void *host, wi_client *client); // false: turn it away
    void (*message)(void *host, wi_client *client, const char *text, size_t size);
    // Asks for the next message to send; false if there is none now. Called when the socket has room, so that a slow
    // client is asked less often and gets only what is newest. `body` is handed over.
    bool (*next)(void *host, wi_client *client, wi_bytes *body, bool *text);
    void (*left)(void *host, wi_client *client);
} wi_server_def;

wend_result wi_server_open(const wi_server_def *def, wi_server **server, wend_error *error);
uint16_t wi_server_port(const wi_server *server);

// Waits at most this long (s) for something to do, does it and returns: to be called again and again.
void wi_server_serve(wi_server *server, double seconds);

// Wakes wi_server_serve from another thread, and asks that `next` be called for every client.
void wi_server_wake(wi_server *server);
void wi_server_close(wi_server *server); // NULL is fine

void *wi_client_own(wi_client *client);
void wi_client_set_own(wi_client *client, void *own);

#define WI_FOLDER_MAX 4096

// The folder of the built viewer; WEND_NOT_FOUND with a message that says how to get it. (pages.c)
wend_result wi_pages_folder(char folder[WI_FOLDER_MAX], wend_error *error);

// The viewer's page and scripts: answers /, /viewer.js, /viewer.css and /h5.js from that folder; false if the path is
// none of these.
bool wi_pages_get(const char *folder, const char *path, wi_answer *answer);

#endif
