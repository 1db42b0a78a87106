#include "interrupt.h"

#include <signal.h>
#include <stddef.h>

// A signal has nowhere else to say it.
static volatile sig_atomic_t asked;

static void note(int signal) {
    (void)signal;
    asked = 1;
}

void interrupt_watch(void) {
    struct sigaction action = {.sa_handler = note};
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

bool interrupt_asked(void) { return asked != 0; }
