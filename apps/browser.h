// Shows an address in the person's browser.
#ifndef BROWSER_H
#define BROWSER_H

#include <stdbool.h>

// False where there is no screen or no way to open a browser on it.
bool browser_open(const char *address);

#endif
