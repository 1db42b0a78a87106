// Vectors of WI_LANES floats, one agent to a lane, in the natural width of the instruction set being compiled for.
//
// Arithmetic is GNU vector arithmetic (+ - * /). Only what the language cannot say is spelled here. A lane never looks
// at another lane, so an agent gets the same bits whatever the width and whoever sits in the other lanes. Division and
// square root are the exact ones; reciprocal estimates differ between machines and are not used. Minimum and maximum
// are `a < b ? a : b` and `a > b ? a : b`, as scalar code has them.
#ifndef WI_WIDE_H
#define WI_WIDE_H

#include <stdint.h>
#include <string.h>

#include "base/isa.h"

#if WI_ISA == 2
#include <immintrin.h>
#define WI_LANES 16
#elif WI_ISA == 1
#include <immintrin.h>
#define WI_LANES 8
#else
#if defined(__SSE2__)
#include <emmintrin.h>
#endif
#define WI_LANES 4
#endif

#define WI_INLINE static inline __attribute__((always_inline))

typedef float wide __attribute__((vector_size(4 * WI_LANES)));
typedef int32_t wide_int __attribute__((vector_size(4 * WI_LANES)));
typedef uint32_t wide_count __attribute__((vector_size(4 * WI_LANES))); // where numbers may wrap round

// A truth value for each lane: a bit on AVX-512, all ones elsewhere. Combine with & and |.
#if WI_ISA == 2
typedef uint32_t wide_mask;
#else
typedef wide_int wide_mask;
#endif

WI_INLINE wide wide_of(float a) { return a - (wide){0}; }
WI_INLINE wide_int wide_int_of(int32_t a) { return a - (wide_int){0}; }

WI_INLINE wide wide_load(const float *from) {
    wide a;
    memcpy(&a, from, sizeof a);
    return a;
}

WI_INLINE void wide_store(float *to, wide a) { memcpy(to, &a, sizeof a); }

WI_INLINE wide_int wide_int_load(const int32_t *from) {
    wide_int a;
    memcpy(&a, from, sizeof a);
    return a;
}

WI_INLINE void wide_int_store(int32_t *to, wide_int a) { memcpy(to, &a, sizeof a); }

// The same bits read as the other type.
WI_INLINE wide_int wide_bits(wide a) { return (wide_int)a; }
WI_INLINE wide wide_from_bits(wide_int a) { return (wide)a; }

#if WI_ISA == 2

WI_INLINE wide_mask wide_less(wide a, wide b) { return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_LT_OQ); }
WI_INLINE wide_mask wide_less_equal(wide a, wide b) { return _mm512_cmp_ps_mask((__m512)a, (__m512)b, _CMP_LE_OQ); }
WI_INLINE wide_mask wide_int_equal(wide_int a, wide_int b) { return _mm512_cmpeq_epi32_mask((__m512i)a, (__m512i)b); }
WI_INLINE wide_mask wide_int_less(wide_int a, wide_int b) { return _mm512_cmplt_epi32_mask((__m512i)a, (__m512i)b); }
WI_INLINE wide wide_select(wide_mask which, wide yes, wide no) {
    return (wide)_mm512_mask_blend_ps((__mmask16)which, (__m512)no, (__m512)yes);
}
WI_INLINE wide wide_min(wide a, wide b) { return (wide)_mm512_min_ps((__m512)a, (__m512)b); }
WI_INLINE wide wide_max(wide a, wide b) { return (wide)_mm512_max_ps((__m512)a, (__m512)b); }
WI_INLINE wide wide_sqrt(wide a) { return (wide)_mm512_sqrt_ps((__m512)a); }
WI_INLINE wide_mask wide_and_not(wide_mask a, wide_mask b) { return a & ~b; }
WI_INLINE uint32_t wide_mask_bits(wide_mask a) { return a & 0xffff; }
WI_INLINE wide_mask wide_mask_of_bits(uint32_t bits) { return bits; }
WI_INLINE bool wide_any(wide_mask a) { return a != 0; }

#else

WI_INLINE wide_mask wide_less(wide a, wide b) { return a < b; }
WI_INLINE wide_mask wide_less_equal(wide a, wide b) { return a <= b; }
WI_INLINE wide_mask wide_int_equal(wide_int a, wide_int b) { return a == b; }
WI_INLINE wide_mask wide_int_less(wide_int a, wide_int b) { return a < b; }
WI_INLINE wide_mask wide_and_not(wide_mask a, wide_mask b) { return a & ~b; }
WI_INLINE wide_mask wide_mask_of_bits(uint32_t bits) {
    wide_int lane_bit = {0};
    for (int lane = 0; lane < WI_LANES; lane++) lane_bit[lane] = 1 << lane;
    return (wide_int_of((int32_t)bits) & lane_bit) == lane_bit;
}

#if WI_ISA == 1
WI_INLINE wide wide_select(wide_mask which, wide yes, wide no) {
    return (wide)_mm256_blendv_ps((__m256)no, (__m256)yes, (__m256)which);
}
WI_INLINE wide wide_min(wide a, wide b) { return (wide)_mm256_min_ps((__m256)a, (__m256)b); }
WI_INLINE wide wide_max(wide a, wide b) { return (wide)_mm256_max_ps((__m256)a, (__m256)b); }
WI_INLINE wide wide_sqrt(wide a) { return (wide)_mm256_sqrt_ps((__m256)a); }
WI_INLINE uint32_t wide_mask_bits(wide_mask a) { return (uint32_t)_mm256_movemask_ps((__m256)a); }
#elif defined(__SSE2__)
WI_INLINE wide wide_select(wide_mask which, wide yes, wide no) {
    return (wide)((which & (wide_int)yes) | (~which & (wide_int)no));
}
WI_INLINE wide wide_min(wide a, wide b) { return (wide)_mm_min_ps((__m128)a, (__m128)b); }
WI_INLINE wide wide_max(wide a, wide b) { return (wide)_mm_max_ps((__m128)a, (__m128)b); }
WI_INLINE wide wide_sqrt(wide a) { return (wide)_mm_sqrt_ps((__m128)a); }
WI_INLINE uint32_t wide_mask_bits(wide_mask a) { return (uint32_t)_mm_movemask_ps((__m128)a); }
#else
WI_INLINE wide wide_select(wide_mask which, wide yes, wide no) {
    return (wide)((which & (wide_int)yes) | (~which & (wide_int)no));
}
WI_INLINE wide wide_min(wide a, wide b) { return wide_select(a < b, a, b); }
WI_INLINE wide wide_max(wide a, wide b) { return wide_select(a > b, a, b); }
WI_INLINE wide wide_sqrt(wide a) {
    for (int lane = 0; lane < WI_LANES; lane++) a[lane] = __builtin_sqrtf(a[lane]);
    return a;
}
WI_INLINE uint32_t wide_mask_bits(wide_mask a) {
    uint32_t bits = 0;
    for (int lane = 0; lane < WI_LANES; lane++) bits |= (a[lane] < 0 ? 1u : 0u) << lane;
    return bits;
}
#endif
WI_INLINE bool wide_any(wide_mask a) { return wide_mask_bits(a) != 0; }

#endif

WI_INLINE wide_int wide_int_select(wide_mask which, wide_int yes, wide_int no) {
    return wide_bits(wide_select(which, wide_from_bits(yes), wide_from_bits(no)));
}

// Numbers without a sign.
#if WI_ISA == 2
WI_INLINE wide_count wide_count_max(wide_count a, wide_count b) {
    return (wide_count)_mm512_max_epu32((__m512i)a, (__m512i)b);
}
WI_INLINE uint32_t wide_count_greatest(wide_count a) { return _mm512_reduce_max_epu32((__m512i)a); }
#elif WI_ISA == 1
WI_INLINE wide_count wide_count_max(wide_count a, wide_count b) {
    return (wide_count)_mm256_max_epu32((__m256i)a, (__m256i)b);
}
WI_INLINE uint32_t wide_count_greatest(wide_count a) {
    __m128i half = _mm_max_epu32(_mm256_castsi256_si128((__m256i)a), _mm256_extracti128_si256((__m256i)a, 1));
    half = _mm_max_epu32(half, _mm_shuffle_epi32(half, 0x4e));
    return (uint32_t)_mm_cvtsi128_si32(_mm_max_epu32(half, _mm_shuffle_epi32(half, 0xb1)));
}
#else
WI_INLINE wide_count wide_count_max(wide_count a, wide_count b) {
    return (wide_count)wide_int_select((wide_mask)(a <= b), (wide_int)b, (wide_int)a);
}
WI_INLINE uint32_t wide_count_greatest(wide_count a) {
    uint32_t greatest = a[0];
    for (int i = 1; i < WI_LANES; i++) greatest = a[i] > greatest ? a[i] : greatest;
    return greatest;
}
#endif

// Adds halves of 16 bits without a sign; what would be more than the most stays that.
WI_INLINE wide_int wide_halves_add(wide_int a, wide_int b) {
#if WI_ISA == 2
    return (wide_int)_mm512_adds_epu16((__m512i)a, (__m512i)b);
#elif WI_ISA == 1
    return (wide_int)_mm256_adds_epu16((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
    return (wide_int)_mm_adds_epu16((__m128i)a, (__m128i)b);
#else
    typedef uint16_t halves __attribute__((vector_size(4 * WI_LANES)));
    halves sum = (halves)a + (halves)b;
    return (wide_int)(sum | (halves)(sum < (halves)b));
#endif
}

// Minimum and maximum of floats above 0 by their bits, which are in the same order: twice as quick where integers have
// more units to themselves.
#if WI_ISA == 2
WI_INLINE wide wide_key_min(wide a, wide b) { return (wide)_mm512_min_epi32((__m512i)a, (__m512i)b); }
WI_INLINE wide wide_key_max(wide a, wide b) { return (wide)_mm512_max_epi32((__m512i)a, (__m512i)b); }
#elif WI_ISA == 1
WI_INLINE wide wide_key_min(wide a, wide b) { return (wide)_mm256_min_epi32((__m256i)a, (__m256i)b); }
WI_INLINE wide wide_key_max(wide a, wide b) { return (wide)_mm256_max_epi32((__m256i)a, (__m256i)b); }
#else
WI_INLINE wide wide_key_min(wide a, wide b) { return wide_min(a, b); }
WI_INLINE wide wide_key_max(wide a, wide b) { return wide_max(a, b); }
#endif

// a[index] for each lane.
WI_INLINE wide wide_permute(wide a, wide_int index) {
#if WI_ISA == 2
    return (wide)_mm512_permutexvar_ps((__m512i)index, (__m512)a);
#elif WI_ISA == 1
    return (wide)_mm256_permutevar8x32_ps((__m256)a, (__m256i)index);
#else
    wide b;
    for (int lane = 0; lane < WI_LANES; lane++) b[lane] = a[index[lane]];
    return b;
#endif
}

// table[index / WI_LANES][index % WI_LANES] for each lane, of four tables of a lane-full each.
WI_INLINE wide wide_pick_from(const float *const table[4], wide_int index) {
#if WI_ISA == 2
    __m512i i = (__m512i)index;
    __m512 low = _mm512_permutex2var_ps(_mm512_loadu_ps(table[0]), i, _mm512_loadu_ps(table[1]));
    __m512 high = _mm512_permutex2var_ps(_mm512_loadu_ps(table[2]), i, _mm512_loadu_ps(table[3]));
    return (wide)_mm512_mask_mov_ps(low, _mm512_test_epi32_mask(i, _mm512_set1_epi32(32)), high);
#elif WI_ISA == 1
    wide_mask odd = (index & wide_int_of(WI_LANES)) != wide_int_of(0);
    wide low = wide_select(odd, wide_permute(wide_load(table[1]), index), wide_permute(wide_load(table[0]), index));
    wide high = wide_select(odd, wide_permute(wide_load(table[3]), index), wide_permute(wide_load(table[2]), index));
    return wide_select((index & wide_int_of(2 * WI_LANES)) != wide_int_of(0), high, low);
#else
    wide a;
    for (int lane = 0; lane < WI_LANES; lane++) a[lane] = table[index[lane] / WI_LANES][index[lane] % WI_LANES];
    return a;
#endif
}

// The same of one table, of four lane-fulls.
WI_INLINE wide wide_pick(const float table[4 * WI_LANES], wide_int index) {
    const float *const from[4] = {table, table + WI_LANES, table + 2 * WI_LANES, table + 3 * WI_LANES};
    return wide_pick_from(from, index);
}

// to[lane] = table[index[lane]] for a table of count numbers, which may be read up to the next multiple of 16.
WI_INLINE void wide_look_up(int32_t to[WI_LANES], const int32_t *table, uint32_t count, wide_int index) {
#if WI_ISA == 2
    if (count <= 64) {
        __m512i i = (__m512i)index;
        __m512i low = _mm512_permutex2var_epi32(_mm512_loadu_si512(table), i, _mm512_loadu_si512(table + 16));
        if (count > 32) {
            __m512i high = _mm512_permutex2var_epi32(_mm512_loadu_si512(table + 32), i, _mm512_loadu_si512(table + 48));
            low = _mm512_mask_mov_epi32(low, _mm512_test_epi32_mask(i, _mm512_set1_epi32(32)), high);
        }
        _mm512_storeu_si512(to, low);
        return;
    }
#endif
    (void)count;
    int32_t lanes[WI_LANES];
    wide_int_store(lanes, index);
    for (int lane = 0; lane < WI_LANES; lane++) to[lane] = table[lanes[lane]];
}

WI_INLINE wide wide_clamp(wide a, wide low, wide high) { return wide_min(wide_max(a, low), high); }
WI_INLINE wide wide_abs(wide a) { return wide_from_bits(wide_bits(a) & wide_int_of(0x7fffffff)); }
WI_INLINE wide wide_dot(wide ax, wide ay, wide bx, wide by) { return ax * bx + ay * by; }

// x*x + y*y - r*r, rounded once: in double, where the products are exact. Nearly touching discs need it.
WI_INLINE wide wide_excess(wide x, wide y, wide r) {
#if WI_ISA == 2
    __m512d half[2];
    for (int i = 0; i < 2; i++) {
        __m512d dx = _mm512_cvtps_pd(i ? _mm512_extractf32x8_ps((__m512)x, 1) : _mm512_castps512_ps256((__m512)x));
        __m512d dy = _mm512_cvtps_pd(i ? _mm512_extractf32x8_ps((__m512)y, 1) : _mm512_castps512_ps256((__m512)y));
        __m512d dr = _mm512_cvtps_pd(i ? _mm512_extractf32x8_ps((__m512)r, 1) : _mm512_castps512_ps256((__m512)r));
        half[i] = dx * dx + dy * dy - dr * dr;
    }
    return (wide)_mm512_insertf32x8(_mm512_castps256_ps512(_mm512_cvtpd_ps(half[0])), _mm512_cvtpd_ps(half[1]), 1);
#elif WI_ISA == 1
    __m128 half[2];
    for (int i = 0; i < 2; i++) {
        __m256d dx = _mm256_cvtps_pd(i ? _mm256_extractf128_ps((__m256)x, 1) : _mm256_castps256_ps128((__m256)x));
        __m256d dy = _mm256_cvtps_pd(i ? _mm256_extractf128_ps((__m256)y, 1) : _mm256_castps256_ps128((__m256)y));
        __m256d dr = _mm256_cvtps_pd(i ? _mm256_extractf128_ps((__m256)r, 1) : _mm256_castps256_ps128((__m256)r));
        half[i] = _mm256_cvtpd_ps(dx * dx + dy * dy - dr * dr);
    }
    return (wide)_mm256_insertf128_ps(_mm256_castps128_ps256(half[0]), half[1], 1);
#else
    wide excess;
    for (int i = 0; i < WI_LANES; i++) {
        double dx = (double)x[i], dy = (double)y[i], dr = (double)r[i];
        excess[i] = (float)(dx * dx + dy * dy - dr * dr);
    }
    return excess;
#endif
}

WI_INLINE wide_int wide_lane_numbers(void) {
    wide_int lane = {0};
    for (int i = 0; i < WI_LANES; i++) lane[i] = i;
    return lane;
}

// The first `count` lanes.
WI_INLINE wide_mask wide_first(uint32_t count) {
    return wide_int_less(wide_lane_numbers(), wide_int_of((int32_t)count));
}

// The smallest and the largest of the lanes (exact, so the order of folding does not matter).
WI_INLINE float wide_least(wide a) {
#if WI_ISA == 2
    return _mm512_reduce_min_ps((__m512)a);
#elif WI_ISA == 1
    __m128 half = _mm_min_ps(_mm256_castps256_ps128((__m256)a), _mm256_extractf128_ps((__m256)a, 1));
    half = _mm_min_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_min_ss(half, _mm_shuffle_ps(half, half, 1)));
#else
    float least = a[0];
    for (int i = 1; i < WI_LANES; i++) least = a[i] < least ? a[i] : least;
    return least;
#endif
}

WI_INLINE float wide_greatest(wide a) { return -wide_least(-a); }

// Of four vectors, the bits that any of four lanes has that follow one another: the first lane of each four is of a, the
// second of b and so on.
WI_INLINE wide_int wide_int_or_fours(wide_int a, wide_int b, wide_int c, wide_int d) {
#if WI_ISA == 2
    __m512i ac = _mm512_unpacklo_epi32((__m512i)a, (__m512i)c) | _mm512_unpackhi_epi32((__m512i)a, (__m512i)c);
    __m512i bd = _mm512_unpacklo_epi32((__m512i)b, (__m512i)d) | _mm512_unpackhi_epi32((__m512i)b, (__m512i)d);
    return (wide_int)(_mm512_unpacklo_epi32(ac, bd) | _mm512_unpackhi_epi32(ac, bd));
#elif WI_ISA == 1
    __m256i ac = _mm256_unpacklo_epi32((__m256i)a, (__m256i)c) | _mm256_unpackhi_epi32((__m256i)a, (__m256i)c);
    __m256i bd = _mm256_unpacklo_epi32((__m256i)b, (__m256i)d) | _mm256_unpackhi_epi32((__m256i)b, (__m256i)d);
    return (wide_int)(_mm256_unpacklo_epi32(ac, bd) | _mm256_unpackhi_epi32(ac, bd));
#else
    wide_int ac = __builtin_shufflevector(a, c, 0, 4, 1, 5) | __builtin_shufflevector(a, c, 2, 6, 3, 7);
    wide_int bd = __builtin_shufflevector(b, d, 0, 4, 1, 5) | __builtin_shufflevector(b, d, 2, 6, 3, 7);
    return __builtin_shufflevector(ac, bd, 0, 4, 1, 5) | __builtin_shufflevector(ac, bd, 2, 6, 3, 7);
#endif
}

// In each lane the bits that any lane of that vector has.
WI_INLINE wide_int wide_int_or_each(const wide_int a[WI_LANES]) {
    wide_int fours[WI_LANES / 4];
    for (int i = 0; i < WI_LANES / 4; i++)
        fours[i] = wide_int_or_fours(a[4 * i], a[4 * i + 1], a[4 * i + 2], a[4 * i + 3]);
#if WI_ISA == 2
    __m512i x = (__m512i)fours[0], y = (__m512i)fours[1], z = (__m512i)fours[2], w = (__m512i)fours[3];
    __m512i xy = _mm512_shuffle_i32x4(x, y, 0x44) | _mm512_shuffle_i32x4(x, y, 0xee);
    __m512i zw = _mm512_shuffle_i32x4(z, w, 0x44) | _mm512_shuffle_i32x4(z, w, 0xee);
    return (wide_int)(_mm512_shuffle_i32x4(xy, zw, 0x88) | _mm512_shuffle_i32x4(xy, zw, 0xdd));
#elif WI_ISA == 1
    __m256i x = (__m256i)fours[0], y = (__m256i)fours[1];
    return (wide_int)(_mm256_permute2x128_si256(x, y, 0x20) | _mm256_permute2x128_si256(x, y, 0x31));
#else
    return fours[0];
#endif
}

// Where packing takes a few instructions, to pack nobody is quicker than to ask first whether there is anybody: a branch
// that cannot be foreseen takes longer.
#define WI_PACKS_AT_ONCE (WI_ISA > 0)

// Appends the chosen lanes of a to an array that has room for WI_LANES more.
#if WI_ISA == 2
WI_INLINE void wide_pack(float *to, wide a, wide_mask which) {
    _mm512_storeu_ps(to, _mm512_maskz_compress_ps((__mmask16)which, (__m512)a));
}
WI_INLINE void wide_int_pack(int32_t *to, wide_int a, wide_mask which) {
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((__mmask16)which, (__m512i)a));
}
#elif WI_ISA == 1
// Four lanes, the chosen ones first. One order for all eight would take a table of 256 rows, or `pext`, which is slow on
// some machines.
WI_INLINE __m128 wide_four_packed(__m128 four, uint32_t which) {
    static const uint8_t chosen[16][4] = {{0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
                                          {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
    int32_t order;
    memcpy(&order, chosen[which], sizeof order);
    return _mm_permutevar_ps(four, _mm_cvtepu8_epi32(_mm_cvtsi32_si128(order)));
}
WI_INLINE void wide_pack(float *to, wide a, wide_mask which) {
    uint32_t bits = wide_mask_bits(which), low = bits & 15;
    _mm_storeu_ps(to, wide_four_packed(_mm256_castps256_ps128((__m256)a), low));
    _mm_storeu_ps(to + __builtin_popcount(low), wide_four_packed(_mm256_extractf128_ps((__m256)a, 1), bits >> 4));
}
WI_INLINE void wide_int_pack(int32_t *to, wide_int a, wide_mask which) {
    wide_pack((float *)(void *)to, wide_from_bits(a), which);
}
#else
WI_INLINE void wide_pack(float *to, wide a, wide_mask which) {
    float lanes[WI_LANES];
    wide_store(lanes, a);
    for (uint32_t bits = wide_mask_bits(which); bits != 0; bits &= bits - 1) *to++ = lanes[__builtin_ctz(bits)];
}
WI_INLINE void wide_int_pack(int32_t *to, wide_int a, wide_mask which) {
    int32_t lanes[WI_LANES];
    wide_int_store(lanes, a);
    for (uint32_t bits = wide_mask_bits(which); bits != 0; bits &= bits - 1) *to++ = lanes[__builtin_ctz(bits)];
}
#endif

// Reads one record of eight floats for each lane and turns them, so that field[f] holds field f of all lanes. Loads
// and shuffles beat gather instructions about threefold.
#if WI_ISA == 2 || WI_ISA == 1
WI_INLINE void wide_turn8(__m256 r[8]) {
    __m256 t0 = _mm256_unpacklo_ps(r[0], r[1]), t1 = _mm256_unpackhi_ps(r[0], r[1]);
    __m256 t2 = _mm256_unpacklo_ps(r[2], r[3]), t3 = _mm256_unpackhi_ps(r[2], r[3]);
    __m256 t4 = _mm256_unpacklo_ps(r[4], r[5]), t5 = _mm256_unpackhi_ps(r[4], r[5]);
    __m256 t6 = _mm256_unpacklo_ps(r[6], r[7]), t7 = _mm256_unpackhi_ps(r[6], r[7]);
    __m256 s0 = _mm256_shuffle_ps(t0, t2, 0x44), s1 = _mm256_shuffle_ps(t0, t2, 0xee);
    __m256 s2 = _mm256_shuffle_ps(t1, t3, 0x44), s3 = _mm256_shuffle_ps(t1, t3, 0xee);
    __m256 s4 = _mm256_shuffle_ps(t4, t6, 0x44), s5 = _mm256_shuffle_ps(t4, t6, 0xee);
    __m256 s6 = _mm256_shuffle_ps(t5, t7, 0x44), s7 = _mm256_shuffle_ps(t5, t7, 0xee);
    r[0] = _mm256_permute2f128_ps(s0, s4, 0x20), r[4] = _mm256_permute2f128_ps(s0, s4, 0x31);
    r[1] = _mm256_permute2f128_ps(s1, s5, 0x20), r[5] = _mm256_permute2f128_ps(s1, s5, 0x31);
    r[2] = _mm256_permute2f128_ps(s2, s6, 0x20), r[6] = _mm256_permute2f128_ps(s2, s6, 0x31);
    r[3] = _mm256_permute2f128_ps(s3, s7, 0x20), r[7] = _mm256_permute2f128_ps(s3, s7, 0x31);
}
#endif

#if WI_ISA == 2
// Of eight registers, turns each 4 x 4 of the first four, and of the others, within 128 bits.
WI_INLINE void wide_turn_fours(__m512 r[8]) {
    __m512 t[8];
    for (int i = 0; i < 4; i++) {
        t[2 * i] = _mm512_unpacklo_ps(r[2 * i], r[2 * i + 1]);
        t[2 * i + 1] = _mm512_unpackhi_ps(r[2 * i], r[2 * i + 1]);
    }
    for (int i = 0; i < 2; i++) {
        r[4 * i] = _mm512_shuffle_ps(t[4 * i], t[4 * i + 2], 0x44);
        r[4 * i + 1] = _mm512_shuffle_ps(t[4 * i], t[4 * i + 2], 0xee);
        r[4 * i + 2] = _mm512_shuffle_ps(t[4 * i + 1], t[4 * i + 3], 0x44);
        r[4 * i + 3] = _mm512_shuffle_ps(t[4 * i + 1], t[4 * i + 3], 0xee);
    }
}
#endif

WI_INLINE void wide_read_records(const float (*records)[8], const int32_t which[WI_LANES], wide field[8]) {
#if WI_ISA == 2
    // Two turns of 8 x 8 at once: lanes 0-7 in the lower half of each register, lanes 8-15 in the upper.
    __m512 r[8];
    for (int i = 0; i < 8; i++) {
        __m256 low = _mm256_loadu_ps(records[which[i]]), high = _mm256_loadu_ps(records[which[i + 8]]);
        r[i] = _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
    }
    wide_turn_fours(r);
    // 128-bit quarters of r[f]: (lanes 0-3, field f) (0-3, f+4) (8-11, f) (8-11, f+4); of r[f+4]: 4-7 and 12-15.
    const __m512i lower = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 8, 9, 10, 11, 24, 25, 26, 27);
    const __m512i upper = _mm512_setr_epi32(4, 5, 6, 7, 20, 21, 22, 23, 12, 13, 14, 15, 28, 29, 30, 31);
    for (int f = 0; f < 4; f++) {
        field[f] = (wide)_mm512_permutex2var_ps(r[f], lower, r[f + 4]);
        field[f + 4] = (wide)_mm512_permutex2var_ps(r[f], upper, r[f + 4]);
    }
#elif WI_ISA == 1
    __m256 r[8];
    for (int i = 0; i < 8; i++) r[i] = _mm256_loadu_ps(records[which[i]]);
    wide_turn8(r);
    for (int i = 0; i < 8; i++) field[i] = (wide)r[i];
#else
    for (int half = 0; half < 8; half += 4) {
        wide a = wide_load(records[which[0]] + half), b = wide_load(records[which[1]] + half);
        wide c = wide_load(records[which[2]] + half), d = wide_load(records[which[3]] + half);
        wide ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
        wide cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
        field[half] = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
        field[half + 1] = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
        field[half + 2] = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
        field[half + 3] = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
    }
#endif
}

// The other way round: writes the fields of all lanes as one record for each.
WI_INLINE void wide_write_records(float (*records)[8], const wide field[8]) {
#if WI_ISA == 2
    __m512 r[8];
    for (int i = 0; i < 8; i++) r[i] = (__m512)field[i];
    wide_turn_fours(r);
    // 128-bit quarters of r[j]: fields 0-3 of the lanes j, j+4, j+8, j+12; of r[j+4]: fields 4-7.
    const __m512i first = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
    const __m512i last = _mm512_setr_epi32(8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
    for (int j = 0; j < 4; j++) {
        __m512 low = _mm512_permutex2var_ps(r[j], first, r[j + 4]), high = _mm512_permutex2var_ps(r[j], last, r[j + 4]);
        _mm256_storeu_ps(records[j], _mm512_castps512_ps256(low));
        _mm256_storeu_ps(records[j + 4], _mm512_extractf32x8_ps(low, 1));
        _mm256_storeu_ps(records[j + 8], _mm512_castps512_ps256(high));
        _mm256_storeu_ps(records[j + 12], _mm512_extractf32x8_ps(high, 1));
    }
#elif WI_ISA == 1
    __m256 r[8];
    for (int i = 0; i < 8; i++) r[i] = (__m256)field[i];
    wide_turn8(r);
    for (int i = 0; i < 8; i++) _mm256_storeu_ps(records[i], r[i]);
#else
    for (int lane = 0; lane < WI_LANES; lane++)
        for (int f = 0; f < 8; f++) records[lane][f] = field[f][lane];
#endif
}

// The same for records of four floats.
WI_INLINE void wide_read_quads(const float (*records)[4], const int32_t which[WI_LANES], wide field[4]) {
#if WI_ISA == 2
    __m512 r[4]; // every fourth record from the i-th on
    for (int i = 0; i < 4; i++) {
        r[i] = _mm512_castps128_ps512(_mm_loadu_ps(records[which[i]]));
        r[i] = _mm512_insertf32x4(r[i], _mm_loadu_ps(records[which[i + 4]]), 1);
        r[i] = _mm512_insertf32x4(r[i], _mm_loadu_ps(records[which[i + 8]]), 2);
        r[i] = _mm512_insertf32x4(r[i], _mm_loadu_ps(records[which[i + 12]]), 3);
    }
    __m512 ab_low = _mm512_unpacklo_ps(r[0], r[1]), ab_high = _mm512_unpackhi_ps(r[0], r[1]);
    __m512 cd_low = _mm512_unpacklo_ps(r[2], r[3]), cd_high = _mm512_unpackhi_ps(r[2], r[3]);
    field[0] = (wide)_mm512_shuffle_ps(ab_low, cd_low, 0x44), field[1] = (wide)_mm512_shuffle_ps(ab_low, cd_low, 0xee);
    field[2] = (wide)_mm512_shuffle_ps(ab_high, cd_high, 0x44),
    field[3] = (wide)_mm512_shuffle_ps(ab_high, cd_high, 0xee);
#elif WI_ISA == 1
    __m256 r[4];
    for (int i = 0; i < 4; i++)
        r[i] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(records[which[i]])),
                                    _mm_loadu_ps(records[which[i + 4]]), 1);
    __m256 ab_low = _mm256_unpacklo_ps(r[0], r[1]), ab_high = _mm256_unpackhi_ps(r[0], r[1]);
    __m256 cd_low = _mm256_unpacklo_ps(r[2], r[3]), cd_high = _mm256_unpackhi_ps(r[2], r[3]);
    field[0] = (wide)_mm256_shuffle_ps(ab_low, cd_low, 0x44), field[1] = (wide)_mm256_shuffle_ps(ab_low, cd_low, 0xee);
    field[2] = (wide)_mm256_shuffle_ps(ab_high, cd_high, 0x44),
    field[3] = (wide)_mm256_shuffle_ps(ab_high, cd_high, 0xee);
#else
    wide a = wide_load(records[which[0]]), b = wide_load(records[which[1]]);
    wide c = wide_load(records[which[2]]), d = wide_load(records[which[3]]);
    wide ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    wide cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    field[0] = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
    field[1] = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
    field[2] = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
    field[3] = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
#endif
}

#endif
