// A scenario file and what it includes, as one tree, within limits that no honest file meets.
#ifndef WI_DOCUMENT_H
#define WI_DOCUMENT_H

#include "scenario/files.h"
#include "scenario/node.h"

#define WI_DEPTH_MAX 64
#define WI_NODES_MAX 2000000
#define WI_INCLUDE_FILES_MAX 16
#define WI_INCLUDE_DEPTH_MAX 8

typedef struct wi_document {
    wi_arena *arena;
    wi_problems *problems;
    const char *folder;  // of the main file with links followed; NULL: files anywhere may be read
    uint32_t nodes;      // so far, those of aliases counted each time
    wi_file_list *files; // included so far
    void *parser;        // while one is at work
} wi_document;

// The tree of a text in YAML 1.2; NULL, with problems, if it is none or goes beyond the limits.
wi_node *wi_document_parse(wi_document *document, const char *file, const char *text, size_t size);

// Gives back what a parser held that was left by a jump.
void wi_document_abandon(wi_document *document);

// The tree of a text with the files it includes merged below it.
wi_node *wi_document_load(wi_document *document, const char *file, const char *text, size_t size);

#endif
