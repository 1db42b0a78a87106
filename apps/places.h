// Places that a user gives in metres, as x0,y0,x1,y1.
#ifndef PLACES_H
#define PLACES_H

#include "wend/base.h"

// Of --line and --area; NULL leaves what is there. False with a message on stderr. An area gets its lower corner first.
bool read_line(const char *text, double line[4]);
bool read_area(const char *text, double area[4]);

#endif
