#include "serve/server_state.h"

#include <errno.h>
#include <netdb.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/error.h"

// Opening -------------------------------------------------------------------------------------------------------------

// libwebsockets would wait for an address that this machine does not have, and cannot say what is wrong with a port.
static wend_result try_address(const wi_server_def *def, bool *six, wend_error *error) {
    char port[8];
    snprintf(port, sizeof port, "%u", def->port);
    struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_PASSIVE, .ai_socktype = SOCK_STREAM}, *found = NULL;
    if (getaddrinfo(def->address, port, &hints, &found) != 0)
        return wi_fail(error, WEND_BAD_ARGUMENT, "'%s' is no address: give numbers, for example 127.0.0.1 or ::1",
                       def->address);
    *six = found->ai_family == AF_INET6;
    int probe = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1, failed = 0;
    if (probe >= 0) setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (probe < 0 || bind(probe, found->ai_addr, found->ai_addrlen) != 0) failed = errno;
    if (probe >= 0) close(probe);
    freeaddrinfo(found);
    if (failed == EADDRINUSE)
        return wi_fail(error, WEND_FILE_ERROR,
                       "port %u of %s is in use: choose another, or leave the choice to the system", def->port,
                       def->address);
    if (failed)
        return wi_fail(error, WEND_FILE_ERROR, "cannot listen on port %u of %s: %s", def->port, def->address,
                       strerror(failed));
    return WEND_OK;
}

// Everything that the viewer needs comes from here; its workers and the WebAssembly of its HDF5 reader, too.
static const struct lws_protocol_vhost_options no_sniffing = {NULL, NULL, "x-content-type-options:", "nosniff"};
static const struct lws_protocol_vhost_options no_referrer = {&no_sniffing, NULL, "referrer-policy:", "no-referrer"};
static const struct lws_protocol_vhost_options same_origin = {&no_referrer, NULL,
                                                              "cross-origin-resource-policy:", "same-origin"};
static const struct lws_protocol_vhost_options headers = {
    &same_origin, NULL, "content-security-policy:",
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"};

static const lws_retry_bo_t idle_policy = {.secs_since_valid_ping = 20, .secs_since_valid_hangup = 40};

static wend_result listen_at(wi_server *server, bool six, wend_error *error) {
    struct lws_context_creation_info info = {
        .port = server->def.port,
        .iface = server->def.address,
        .protocols = server->protocols,
        .headers = &headers,
        .server_string = "wend",
        .max_http_header_data = WI_HEADER_MAX,
        .timeout_secs = WI_PATIENCE,
        .retry_and_idle_policy = &idle_policy,
        .user = server,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
                   LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (six ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
    };
    server->context = lws_create_context(&info);
    if (server->context) server->vhost = lws_create_vhost(server->context, &info);
    if (!server->vhost)
        return wi_fail(error, WEND_FILE_ERROR, "cannot listen on port %u of %s", server->def.port, server->def.address);
    server->guard.port = wi_server_port(server);
    return WEND_OK;
}

static wend_result open_server(wi_server *server, wend_error *error) {
    bool six = false;
    wend_result result = wi_guard_check(&server->guard, error);
    if (result == WEND_OK) result = try_address(&server->def, &six, error);
    if (result == WEND_OK) result = listen_at(server, six, error);
    return result;
}

wend_result wi_server_open(const wi_server_def *def, wi_server **server, wend_error *error) {
    *server = calloc(1, sizeof **server);
    if (!*server) return wi_fail(error, WEND_NO_MEMORY, "there is no memory for a server");
    lws_set_log_level(0, NULL); // what people need to know, we say
    (*server)->def = *def;
    (*server)->guard = (wi_guard){def->address, def->port, def->token, def->origins};
    (*server)->protocols[0] =
        (struct lws_protocols){.name = "http", .callback = wi_http_event, .per_session_data_size = sizeof(wi_reply)};
    (*server)->protocols[1] = (struct lws_protocols){.name = "wend-1",
                                                     .callback = wi_client_event,
                                                     .per_session_data_size = sizeof(wi_client),
                                                     .rx_buffer_size = WI_MESSAGE_MAX};
    wend_result result = open_server(*server, error);
    if (result == WEND_OK) return WEND_OK;
    wi_server_close(*server);
    *server = NULL;
    return result;
}

uint16_t wi_server_port(const wi_server *server) { return (uint16_t)lws_get_vhost_listen_port(server->vhost); }

void wi_server_close(wi_server *server) {
    if (!server) return;
    lws_sul_cancel(&server->alarm);
    if (server->context) lws_context_destroy(server->context);
    free(server);
}

// Serving -------------------------------------------------------------------------------------------------------------

static void ring(lws_sorted_usec_list_t *alarm) { (void)alarm; }

void wi_server_serve(wi_server *server, double seconds) {
    lws_sul_schedule(server->context, 0, &server->alarm, ring, (lws_usec_t)(seconds * 1e6) + 1);
    lws_service(server->context, 0);
}

void wi_server_wake(wi_server *server) { lws_cancel_service(server->context); }
