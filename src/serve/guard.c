#include "serve/guard.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/error.h"

#define NAME_MAX_LENGTH 255
#define TOKEN_LEAST 8
#define TOKEN_MOST 128

typedef enum address_kind { NO_ADDRESS, OTHER_ADDRESS, LOOPBACK_ADDRESS, ANY_ADDRESS } address_kind;

static address_kind kind_of(const char *name) {
    struct in_addr four;
    struct in6_addr six;
    if (inet_pton(AF_INET, name, &four) == 1) {
        uint32_t number = ntohl(four.s_addr);
        return number == 0 ? ANY_ADDRESS : number >> 24 == 127 ? LOOPBACK_ADDRESS : OTHER_ADDRESS;
    }
    if (inet_pton(AF_INET6, name, &six) != 1) return NO_ADDRESS;
    return IN6_IS_ADDR_UNSPECIFIED(&six) ? ANY_ADDRESS : IN6_IS_ADDR_LOOPBACK(&six) ? LOOPBACK_ADDRESS : OTHER_ADDRESS;
}

bool wi_address_is_loopback(const char *name) {
    return strcasecmp(name, "localhost") == 0 || kind_of(name) == LOOPBACK_ADDRESS;
}

// Before anything starts ----------------------------------------------------------------------------------------------

// Letters that mean themselves in addresses and cookies.
static bool is_plain(const char *token) {
    for (; *token; token++) {
        if (!isalnum((unsigned char)*token) && !strchr("-._~", *token)) return false;
    }
    return true;
}

static wend_result check_token(const char *token, wend_error *error) {
    size_t length = strlen(token);
    if (length < TOKEN_LEAST || length > TOKEN_MOST || !is_plain(token))
        return wi_fail(error, WEND_BAD_ARGUMENT, "the token must have %d to %d letters, digits, '-', '.', '_' or '~'",
                       TOKEN_LEAST, TOKEN_MOST);
    return WEND_OK;
}

wend_result wi_guard_check(const wi_guard *guard, wend_error *error) {
    if (guard->token) return check_token(guard->token, error);
    if (wi_address_is_loopback(guard->address)) return WEND_OK;
    return wi_fail(
        error, WEND_BAD_ARGUMENT,
        "others can reach the address %s, so a token is needed: add --token with a word that nobody guesses, "
        "or leave out --address",
        guard->address);
}

// Requests ------------------------------------------------------------------------------------------------------------

// "[::1]:80" -> "::1", "localhost" -> "localhost"; false if it is nothing like that.
static bool host_name(const char *host, char name[NAME_MAX_LENGTH + 1]) {
    bool bracket = *host == '[';
    const char *begin = host + bracket;
    size_t length = strcspn(begin, bracket ? "]" : ":");
    const char *rest = begin + length + (bracket && begin[length] == ']');
    if (length == 0 || length > NAME_MAX_LENGTH || (bracket && begin[length] != ']')) return false;
    if (*rest == ':') rest += 1 + strspn(rest + 1, "0123456789");
    if (*rest) return false;
    memcpy(name, begin, length);
    name[length] = '\0';
    return true;
}

static bool is_listed_host(const wi_guard *guard, const char *host) {
    for (const char *const *origin = guard->origins; origin && *origin; origin++) {
        const char *name = strstr(*origin, "://");
        if (name && strcasecmp(name + 3, host) == 0) return true;
    }
    return false;
}

// A name that somebody else makes point here is a name; so where we listen on all addresses, addresses are fine.
bool wi_guard_host(const wi_guard *guard, const char *host) {
    char name[NAME_MAX_LENGTH + 1];
    if (!host_name(host, name)) return false;
    if (wi_address_is_loopback(name) || strcasecmp(name, guard->address) == 0) return true;
    if (kind_of(guard->address) == ANY_ADDRESS && kind_of(name) == OTHER_ADDRESS) return true;
    return is_listed_host(guard, host);
}

bool wi_guard_origin(const wi_guard *guard, const char *host, const char *origin) {
    if (strncmp(origin, "http://", 7) == 0 && strcasecmp(origin + 7, host) == 0) return true;
    for (const char *const *other = guard->origins; other && *other; other++) {
        if (strcasecmp(*other, origin) == 0) return true;
    }
    return false;
}

// Takes as long for a wrong first letter as for a wrong last one.
static bool same_secret(const char *secret, const char *given, size_t length) {
    size_t secret_length = strlen(secret);
    unsigned difference = secret_length != length;
    for (size_t i = 0; i < length; i++) {
        unsigned char expected = (unsigned char)secret[i % secret_length];
        difference |= (unsigned)(expected ^ (unsigned char)given[i]);
    }
    return difference == 0;
}

// Looks for name=secret among items that are separated by any of `separators`.
static bool holds(const char *list, const char *separators, const char *name, const char *secret) {
    size_t name_length = strlen(name);
    for (const char *at = list; *at;) {
        at += strspn(at, separators);
        size_t length = strcspn(at, separators);
        if (length > name_length && strncmp(at, name, name_length) == 0 && at[name_length] == '=' &&
            same_secret(secret, at + name_length + 1, length - name_length - 1))
            return true;
        at += length;
    }
    return false;
}

static void cookie_name(const wi_guard *guard, char name[32]) { snprintf(name, 32, "wend-%u", guard->port); }

bool wi_guard_token(const wi_guard *guard, const char *query, const char *cookies) {
    if (!guard->token) return true;
    char name[32];
    cookie_name(guard, name);
    return holds(query, "&", "token", guard->token) || holds(cookies, "; ", name, guard->token);
}

void wi_guard_cookie(const wi_guard *guard, char *to, size_t size) {
    char name[32];
    cookie_name(guard, name);
    snprintf(to, size, "%s=%s; Path=/; HttpOnly; SameSite=Strict", name, guard->token);
}
