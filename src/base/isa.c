#include "base/isa.h"

// What the compiler may use in the kernels of each set; the build passes the same list as -m flags.
#if WI_ISA_COUNT > 1
static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
           __builtin_cpu_supports("popcnt");
}

static bool has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
#else
static bool has_avx2(void) { return false; }
static bool has_avx512(void) { return false; }
#endif

bool wend_isa_available(wend_isa isa) {
    switch (isa) {
    case WEND_ISA_AUTO:
    case WEND_ISA_BASE:
        return true;
    case WEND_ISA_AVX2:
        return has_avx2();
    case WEND_ISA_AVX512:
        return has_avx512();
    case WEND_ISA_COUNT:
        break;
    }
    return false;
}

const char *wend_isa_name(wend_isa isa) {
    switch (isa) {
    case WEND_ISA_AUTO:
        return "auto";
    case WEND_ISA_BASE:
        return "base";
    case WEND_ISA_AVX2:
        return "avx2";
    case WEND_ISA_AVX512:
        return "avx512";
    case WEND_ISA_COUNT:
        break;
    }
    return "unknown";
}

uint32_t wi_isa_index(wend_isa wish) {
    switch (wish) {
    case WEND_ISA_AUTO:
        return has_avx512() ? 2 : has_avx2() ? 1 : 0;
    case WEND_ISA_AVX2:
        return 1;
    case WEND_ISA_AVX512:
        return 2;
    case WEND_ISA_BASE:
    case WEND_ISA_COUNT:
        break;
    }
    return 0;
}
