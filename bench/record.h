// What recording costs.
#ifndef BENCH_RECORD_H
#define BENCH_RECORD_H

// `wend bench --record [options]`; argv[0] is "--record". Returns an exit status.
int bench_record(int argc, char **argv);

#endif
