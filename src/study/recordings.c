#include "study/recordings.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void wi_recording_path(const char *name, char path[WI_RECORDING_PATH]) {
    const char *root = getenv("WEND_DATA");
    (void)snprintf(path, WI_RECORDING_PATH, "%s/%s", root ? root : "../shared/data", name);
}

bool wi_recordings_here(const char *const *name, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        char path[WI_RECORDING_PATH];
        wi_recording_path(name[i], path);
        if (access(path, R_OK) != 0) return false;
    }
    return true;
}
