// Who may talk to the server. A browser carries out the requests of any page it shows, so a page from elsewhere must not
// reach us: neither by a name that it makes point here (Host), nor by opening a WebSocket (Origin), nor without the token
// where there is one.
#ifndef WI_GUARD_H
#define WI_GUARD_H

#include "wend/base.h"

typedef struct wi_guard {
    const char *address; // bound to
    uint16_t port;
    const char *token;          // NULL: none needed
    const char *const *origins; // further ones, ending with NULL; or NULL
} wi_guard;

// What must not be started: an address that others can reach without a token, a token that is easily guessed or cannot be
// part of an address.
wend_result wi_guard_check(const wi_guard *guard, wend_error *error);

// `host` is the header of that name, for example "localhost:8080".
bool wi_guard_host(const wi_guard *guard, const char *host);
bool wi_guard_origin(const wi_guard *guard, const char *host, const char *origin);

// `query` is what follows '?', `cookies` the header. True without looking where no token is needed.
bool wi_guard_token(const wi_guard *guard, const char *query, const char *cookies);

// The cookie that holds the token, for a Set-Cookie header. Cookies do not know ports, so its name does.
void wi_guard_cookie(const wi_guard *guard, char *to, size_t size);

bool wi_address_is_loopback(const char *name); // "localhost", "127.0.0.1", "::1"

#endif
