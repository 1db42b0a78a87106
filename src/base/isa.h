// Which instruction set to use. Kernels (*_wide.c) are compiled once for each and put in a table by this index.
#ifndef WI_ISA_H
#define WI_ISA_H

#include "wend/base.h"

#ifndef WI_ISA_COUNT
#error "the build defines WI_ISA_COUNT: 3 (base, avx2, avx512) or 1"
#endif

// Pastes the instruction set that a *_wide.c file is being compiled for onto a name.
#if defined(WI_ISA)
#define WI_PASTE2(name, isa) name##_isa##isa
#define WI_PASTE(name, isa) WI_PASTE2(name, isa)
#define WI_WIDE(name) WI_PASTE(name, WI_ISA)
#endif

// Names all the variants of a kernel: declares name_isa0.. and, in a table, lists them.
#if WI_ISA_COUNT == 3
#define WI_WIDE_TABLE(name) \
    { name##_isa0, name##_isa1, name##_isa2 }
#else
#define WI_WIDE_TABLE(name) \
    { name##_isa0 }
#endif

// The index into tables of kernels for a wish; AUTO takes the widest there is. The wish must be available.
uint32_t wi_isa_index(wend_isa wish);

#endif
