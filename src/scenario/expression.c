#include "scenario/expression.h"

#include "base/angle.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEPTH_MAX 32

// sum = product (("+" | "-") product)*, product = sign (("*" | "/") sign)*, sign = ("-" | "+") sign | power,
// power = atom ("^" sign)?, atom = number | name | function "(" sum ("," sum)* ")" | "(" sum ")"
typedef struct expression {
    const char *at, *end;
    wi_expression_lookup *lookup;
    void *user;
    const char *why; // set at the first mistake; from then on values mean nothing
    uint32_t depth;
} expression;

static double sum(expression *e);

static double fail(expression *e, const char *why) {
    if (!e->why) e->why = why;
    e->at = e->end;
    return 0.0;
}

static char peek(expression *e) {
    while (e->at < e->end && isspace((unsigned char)*e->at)) e->at++;
    return e->at < e->end ? *e->at : '\0';
}

static bool accept(expression *e, char letter) {
    if (peek(e) != letter) return false;
    e->at++;
    return true;
}

// The longest text at the start that is a number without a sign; 0 if there is none.
static size_t number_length(const char *text, const char *end) {
    const char *at = text;
    uint32_t digits = 0;
    for (; at < end && isdigit((unsigned char)*at); at++) digits++;
    if (at < end && *at == '.') at++;
    for (; at < end && isdigit((unsigned char)*at); at++) digits++;
    if (digits == 0) return 0;
    const char *power = at + 1;
    if (at < end && (*at == 'e' || *at == 'E')) {
        if (power < end && (*power == '+' || *power == '-')) power++;
        if (power < end && isdigit((unsigned char)*power)) {
            while (power < end && isdigit((unsigned char)*power)) power++;
            at = power;
        }
    }
    return (size_t)(at - text);
}

static bool copy_number(const char *text, size_t length, double *value) {
    char buffer[64];
    if (length == 0 || length >= sizeof buffer) return false;
    memcpy(buffer, text, length);
    buffer[length] = '\0';
    *value = strtod(buffer, NULL);
    return true;
}

static double number(expression *e) {
    double value;
    size_t length = number_length(e->at, e->end);
    if (!copy_number(e->at, length, &value)) return fail(e, "a number is expected");
    e->at += length;
    return value;
}

static bool is_name_start(char letter) { return isalpha((unsigned char)letter) || letter == '_'; }

static bool is(const char *name, size_t length, const char *word) {
    return strlen(word) == length && memcmp(name, word, length) == 0;
}

static double call(expression *e, const char *name, size_t length) {
    bool root = is(name, length, "sqrt"), least = is(name, length, "min");
    double value = sum(e);
    if (root) {
        if (!accept(e, ')')) return fail(e, "`sqrt` takes one value and a closing parenthesis");
        return sqrt(value);
    }
    while (accept(e, ',')) {
        double other = sum(e);
        value = least == (other < value) ? other : value;
    }
    return accept(e, ')') ? value : fail(e, "a closing parenthesis is missing");
}

static double name(expression *e) {
    const char *start = e->at;
    while (e->at < e->end && (isalnum((unsigned char)*e->at) || *e->at == '_')) e->at++;
    size_t length = (size_t)(e->at - start);
    bool function = is(start, length, "min") || is(start, length, "max") || is(start, length, "sqrt");
    if (function) return accept(e, '(') ? call(e, start, length) : fail(e, "a function needs parentheses");
    if (is(start, length, "pi")) return WI_PI;
    double value = 0.0;
    const char *why = "there is no such variable";
    return e->lookup(e->user, start, length, &value, &why) ? value : fail(e, why);
}

static double atom(expression *e) {
    char next = peek(e);
    if (is_name_start(next)) return name(e);
    if (!accept(e, '(')) return next ? number(e) : fail(e, "it ends too early");
    double value = sum(e);
    return accept(e, ')') ? value : fail(e, "a closing parenthesis is missing");
}

// Whole powers by multiplication: the same bits everywhere.
static double raise(double base, double exponent) {
    if (floor(exponent) != exponent || fabs(exponent) > 64.0) return pow(base, exponent);
    double value = 1.0;
    for (uint32_t i = 0; i < (uint32_t)fabs(exponent); i++) value *= base;
    return exponent < 0.0 ? 1.0 / value : value;
}

static double sign(expression *e) {
    if (e->depth >= DEPTH_MAX) return fail(e, "it is nested too deep");
    e->depth++;
    double value;
    if (accept(e, '-')) {
        value = -sign(e);
    } else if (accept(e, '+')) {
        value = sign(e);
    } else {
        value = atom(e);
        if (accept(e, '^')) value = raise(value, sign(e));
    }
    e->depth--;
    return value;
}

static double product(expression *e) {
    double value = sign(e);
    for (;;) {
        if (accept(e, '*'))
            value *= sign(e);
        else if (accept(e, '/'))
            value /= sign(e);
        else
            return value;
    }
}

static double sum(expression *e) {
    double value = product(e);
    for (;;) {
        if (accept(e, '+'))
            value += product(e);
        else if (accept(e, '-'))
            value -= product(e);
        else
            return value;
    }
}

bool wi_expression_value(const char *text, const char *end, wi_expression_lookup *lookup, void *user, double *value,
                         const char **why) {
    expression e = {.at = text, .end = end, .lookup = lookup, .user = user};
    *value = sum(&e);
    if (!e.why && peek(&e)) fail(&e, "an operator is expected");
    if (!e.why && !isfinite(*value)) fail(&e, "the result is not a finite number");
    *why = e.why;
    return !e.why;
}

bool wi_expression_reserved(const char *word) {
    size_t length = strlen(word);
    return is(word, length, "min") || is(word, length, "max") || is(word, length, "sqrt") || is(word, length, "pi");
}

bool wi_number_parse(const char *text, double *value) {
    bool negative = *text == '-';
    if (*text == '-' || *text == '+') text++;
    size_t length = strlen(text);
    if (strcmp(text, ".inf") == 0 || strcmp(text, ".Inf") == 0 || strcmp(text, ".INF") == 0) {
        *value = INFINITY;
    } else if (number_length(text, text + length) != length || !copy_number(text, length, value)) {
        return false;
    }
    if (negative) *value = -*value;
    return true;
}
