// wend schema: the JSON Schema of scenario files, or the reference of all keys.
#include "commands.h"
#include "options.h"

#include "scenario/scenario.h"

#include <stdio.h>

int cmd_schema(int argc, char **argv) {
    bool reference = false;
    const option_row options[] = {
        {"--reference", OPTION_FLAG, &reference, 0, 0, NULL, "print every key as Markdown tables instead"},
    };
    const option_table table = {
        .usage = "wend schema [options]: print the JSON Schema of scenario files, for editors",
        .examples = "examples\n"
                    "  wend schema > wend.schema.json\n"
                    "  wend schema --reference\n",
        .options = options,
        .count = WEND_COUNT(options),
    };
    option_answer answer = options_read(&table, argc, argv);
    if (answer != OPTIONS_READ) return answer == OPTIONS_HELPED ? 0 : 2;
    if (reference)
        wi_scenario_print_reference(stdout);
    else
        wi_scenario_print_schema(stdout);
    return 0;
}
