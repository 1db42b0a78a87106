// Where the scenarios and studies that come with wend are: beside an installed command, or in the source tree.
#ifndef SHIPPED_H
#define SHIPPED_H

#include "wend/base.h"

#define SHIPPED_PATH_MAX 4096

// The folder of "scenarios" or "studies"; false if there is none.
bool shipped_folder(const char *what, char path[SHIPPED_PATH_MAX]);

// The file to read for what a person called a scenario: the path as it is if there is such a file, otherwise the shipped
// scenario of that name, with or without ".yaml"; otherwise the path as it is.
const char *shipped_find(const char *name, char path[SHIPPED_PATH_MAX]);

// The shipped scenario whose name is nearest to the last part of the path, or false if none is near.
bool shipped_nearest(const char *path, char name[256]);

// What is meant by the name of a scenario in a file of this path: a scenario beside it, as it would be written there, or a
// shipped one. False if none is near.
bool shipped_nearest_from(const char *file, const char *name, char meant[256]);

#endif
