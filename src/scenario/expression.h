// Arithmetic in scenario files: numbers, names, + - * / ^, parentheses, min, max, sqrt, pi.
#ifndef WI_EXPRESSION_H
#define WI_EXPRESSION_H

#include "wend/base.h"

// The value of a name that is neither a function nor pi; false, with *why, if it has none.
typedef bool wi_expression_lookup(void *user, const char *name, size_t length, double *value, const char **why);

// Evaluates the text from `text` to `end`; false, with a reason in *why, if it makes no sense or is not finite.
bool wi_expression_value(const char *text, const char *end, wi_expression_lookup *lookup, void *user, double *value,
                         const char **why);

// True for words that cannot name variables.
bool wi_expression_reserved(const char *name);

// Reads a number as YAML and JSON write it, .inf among them; false if the whole text is not one.
bool wi_number_parse(const char *text, double *value);

#endif
