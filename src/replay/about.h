// What descriptions of recordings and of live runs have in common.
#ifndef WI_ABOUT_H
#define WI_ABOUT_H

#include <stdio.h>

// The list `models`: all steering models with their parameters, as JSON.
void wi_about_models(FILE *to);

#endif
