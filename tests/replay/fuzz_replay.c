// Makes replays of anything: frames must fit their blocks, agents their table, and a refusal must say why.
#include "record/fuzz_input.h"

#include "replay/replay.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t word(const unsigned char *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

// Returns how many frames it holds.
static uint32_t check_block(const wi_bytes *block, uint32_t agents) {
    uint32_t frames = 0;
    for (size_t at = 0; at < block->size; frames++) {
        must(block->size - at >= 16, "a frame without a head");
        uint32_t bytes = word(block->data + at), count = word(block->data + at + 8);
        must(bytes % 4 == 0 && bytes >= 16 + 12 * (uint64_t)count && bytes <= block->size - at,
             "a frame that does not fit");
        for (uint32_t i = 0; i < count; i++)
            must(word(block->data + at + 16 + 4 * (size_t)i) < agents, "no such agent");
        at += bytes;
    }
    return frames;
}

static void check_blocks(wi_replay *replay) {
    wi_replay_progress progress = wi_replay_get_progress(replay);
    uint32_t frames = 0;
    for (uint32_t i = 0; i < progress.blocks; i++) {
        wi_bytes block;
        must(wi_replay_block(replay, i, &block, NULL) == WEND_OK, "no block");
        frames += check_block(&block, progress.agents);
        free(block.data);
    }
    must(frames == progress.frames, "another number of frames");
}

// HDF5 and SQLite are their libraries' to read; a child process for each HDF5 input would take all the time.
static bool is_database(const uint8_t *data, size_t size) {
    return (size >= 4 && memcmp(data, "\x89HDF", 4) == 0) || (size >= 6 && memcmp(data, "SQLite", 6) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    wi_replay *replay;
    wi_bytes about;
    wend_error error = {0};
    if (is_database(data, size)) return 0;
    if (wi_replay_open(fuzz_file(data, size), NULL, &replay, &error)) {
        must(error.result != WEND_OK && error.text[0], "refused without a word");
        return 0;
    }
    (void)wi_replay_wait(replay, NULL);
    check_blocks(replay);
    must(wi_replay_about(replay, &about, NULL) == WEND_OK, "no description");
    free(about.data);
    wi_replay_close(replay);
    return 0;
}
