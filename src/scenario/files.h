// Files that a scenario names: where they are, whether they may be read, and their bytes.
#ifndef WI_FILES_H
#define WI_FILES_H

#include "scenario/arena.h"

#define WI_FILE_SIZE_MAX ((size_t)16 << 20)

// Paths with all links followed.
typedef struct wi_file_list {
    const char **path;
    uint32_t count, room;
} wi_file_list;

void wi_file_list_add(wi_arena *arena, wi_file_list *list, const char *path);

// The path of `name` as written in the file `beside`: relative names start from that file's folder.
char *wi_file_path(wi_arena *arena, const char *beside, const char *name);

// The folder of a file with all links followed, or NULL if there is none.
char *wi_file_folder(wi_arena *arena, const char *file);

// The path with all links followed; NULL, with *why, if there is no such plain file, or if it does not lie in or under
// `folder` (NULL: anywhere).
char *wi_file_allowed(wi_arena *arena, const char *path, const char *folder, const char **why);

// All bytes of a file, with a zero after them; NULL, with *why, if it cannot be read or is larger than `most`.
char *wi_text_file_read(wi_arena *arena, const char *path, size_t most, size_t *size, const char **why);

// True if the path goes neither up nor starts from the root: what a scenario may write.
bool wi_file_below(const char *path);

#endif
