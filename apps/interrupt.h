// Ctrl-C (SIGINT) and SIGTERM ask a command to come to an end. The first lets it close its files; the second ends it at
// once.
#ifndef INTERRUPT_H
#define INTERRUPT_H

#include <stdbool.h>

void interrupt_watch(void);
bool interrupt_asked(void);

#endif
