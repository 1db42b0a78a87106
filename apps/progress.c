#include "progress.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define REDRAW_SECONDS 0.1
#define LINE_SECONDS 5.0
#define LINE_SHARE 0.1 // earlier than that if so much more is done, but not before LINE_SECONDS_LEAST
#define LINE_SECONDS_LEAST 1.0
#define WIDEST_BAR 40u
#define NARROWEST_BAR 10u

static bool is_live(void) {
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && kind && *kind && strcmp(kind, "dumb") != 0;
}

progress progress_start(bool silent, double share) {
    progress shown = {.silent = silent, .live = !silent && is_live(), .start = wi_clock_seconds()};
    shown.share_at_start = shown.last_share = share;
    shown.last = shown.looked = shown.start; // nothing is shown of what takes no time
    return shown;
}

bool progress_due(progress *shown) {
    double now = wi_clock_seconds();
    if (shown->silent || now - shown->looked < (shown->live ? REDRAW_SECONDS : LINE_SECONDS_LEAST)) return false;
    shown->looked = now;
    return true;
}

static bool line_due(const progress *shown, double share) {
    return wi_clock_seconds() - shown->last >= LINE_SECONDS || share - shown->last_share >= LINE_SHARE;
}

// Asked each time: a window changes its size while one looks at it.
static uint32_t width_now(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return 80;
}

// "[=====>    ]  42 %" with as many pieces as there is room for; the last column stays free, or terminals would wrap.
static void draw_bar(double share, const char *const *pieces, uint32_t count, uint32_t width) {
    uint32_t room = width > 1 ? width - 1 : 0, least = NARROWEST_BAR + 8, used = least, fitting = 0;
    while (fitting < count && used + 2 + strlen(pieces[fitting]) <= room)
        used += 2 + (uint32_t)strlen(pieces[fitting++]);
    if (fprintf(stderr, "\r\033[K") < 0) return;
    if (room >= least) {
        uint32_t bar = NARROWEST_BAR + (room - used);
        if (bar > WIDEST_BAR) bar = WIDEST_BAR;
        uint32_t full = (uint32_t)(share * (double)bar);
        fputc('[', stderr);
        for (uint32_t i = 0; i < bar; i++) fputc(i < full ? '=' : i == full ? '>' : ' ', stderr);
        fprintf(stderr, "] %3.0f %%", 100.0 * share);
        for (uint32_t i = 0; i < fitting; i++) fprintf(stderr, "  %s", pieces[i]);
    } else if (room >= 5) {
        fprintf(stderr, "%3.0f %%", 100.0 * share);
    }
    fflush(stderr);
}

static void print_line(double share, const char *const *pieces, uint32_t count) {
    fprintf(stderr, "%3.0f %%", 100.0 * share);
    for (uint32_t i = 0; i < count; i++) fprintf(stderr, ", %s", pieces[i]);
    fprintf(stderr, "\n");
}

void progress_show(progress *shown, double share, const char *const *pieces, uint32_t count) {
    if (shown->silent) return;
    share = share < 0.0 || isnan(share) ? 0.0 : share > 1.0 ? 1.0 : share;
    if (!shown->live && !line_due(shown, share)) return;
    if (shown->live)
        draw_bar(share, pieces, count, width_now());
    else
        print_line(share, pieces, count);
    shown->drawn = true;
    shown->last = wi_clock_seconds();
    shown->last_share = share;
}

void progress_end(progress *shown) {
    if (shown->live && shown->drawn) fprintf(stderr, "\r\033[K");
    shown->drawn = false;
}

double progress_seconds(const progress *shown) { return wi_clock_seconds() - shown->start; }

double progress_left(const progress *shown, double share) {
    double done = share - shown->share_at_start;
    return done > 0.0 ? progress_seconds(shown) * (1.0 - share) / done : NAN;
}

const char *progress_duration(double seconds, char text[24]) {
    if (!(seconds < 1e8)) {
        snprintf(text, 24, "?");
        return text;
    }
    unsigned long whole = (unsigned long)(seconds + 0.5);
    if (whole < 60)
        snprintf(text, 24, "%lu s", whole);
    else if (whole < 3600)
        snprintf(text, 24, "%lu:%02lu", whole / 60, whole % 60);
    else
        snprintf(text, 24, "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
    return text;
}
