// SPDX-License-Identifier: MIT
#pragma once

// CUDA's DPX functions for dynamic programming: sums, minima and maxima of 32-bit integers or of
// their half-words. The suffix `relu` means that negative results become zero.

__glint_any int __glint_wrapped_sum(int a, int b) {
    return static_cast<int>(static_cast<unsigned int>(a) + static_cast<unsigned int>(b));
}
__glint_any unsigned int __glint_wrapped_sum(unsigned int a, unsigned int b) { return a + b; }

#define __GLINT_DPX(type, suffix, sum, least, most)                                              \
    __glint_any type __vimax3_##suffix(type a, type b, type c) { return most(most(a, b), c); }   \
    __glint_any type __vimin3_##suffix(type a, type b, type c) { return least(least(a, b), c); } \
    __glint_any type __viaddmax_##suffix(type a, type b, type c) { return most(sum(a, b), c); }  \
    __glint_any type __viaddmin_##suffix(type a, type b, type c) { return least(sum(a, b), c); }
__GLINT_DPX(int, s32, __glint_wrapped_sum, min, max)
__GLINT_DPX(unsigned int, u32, __glint_wrapped_sum, min, max)
__GLINT_DPX(unsigned int, s16x2, __vadd2, __vmins2, __vmaxs2)
__GLINT_DPX(unsigned int, u16x2, __vadd2, __vminu2, __vmaxu2)
#undef __GLINT_DPX

#define __GLINT_DPX_RELU_3(name, type, suffix, most)                  \
    __glint_any type name##_##suffix##_relu(type a, type b, type c) { \
        return most(name##_##suffix(a, b, c), 0);                     \
    }
#define __GLINT_DPX_RELU(type, suffix, least, most)                                           \
    __glint_any type __vimax_##suffix##_relu(type a, type b) { return most(most(a, b), 0); }  \
    __glint_any type __vimin_##suffix##_relu(type a, type b) { return most(least(a, b), 0); } \
    __GLINT_DPX_RELU_3(__vimax3, type, suffix, most)                                          \
    __GLINT_DPX_RELU_3(__vimin3, type, suffix, most)                                          \
    __GLINT_DPX_RELU_3(__viaddmax, type, suffix, most)                                        \
    __GLINT_DPX_RELU_3(__viaddmin, type, suffix, most)
__GLINT_DPX_RELU(int, s32, min, max)
__GLINT_DPX_RELU(unsigned int, s16x2, __vmins2, __vmaxs2)
#undef __GLINT_DPX_RELU
#undef __GLINT_DPX_RELU_3

// --- minima and maxima that set *is_first to true if the result is a, also if a equals b ---
#define __GLINT_DPX_CHOICE(name, type, comparison)          \
    __glint_any type name(type a, type b, bool* is_first) { \
        return (*is_first = a comparison b) ? a : b;        \
    }
__GLINT_DPX_CHOICE(__vibmax_s32, int, >=)
__GLINT_DPX_CHOICE(__vibmax_u32, unsigned int, >=)
__GLINT_DPX_CHOICE(__vibmin_s32, int, <=)
__GLINT_DPX_CHOICE(__vibmin_u32, unsigned int, <=)
#undef __GLINT_DPX_CHOICE
#define __GLINT_DPX_CHOICE(name, comparison)                                           \
    __glint_any unsigned int name(unsigned int a, unsigned int b, bool* is_first_high, \
                                  bool* is_first_low) {                                \
        const unsigned int firsts = comparison(a, b);                                  \
        *is_first_high = (firsts >> 16) != 0;                                          \
        *is_first_low = (firsts & 0xffffu) != 0;                                       \
        return (a & firsts) | (b & ~firsts);                                           \
    }
__GLINT_DPX_CHOICE(__vibmax_s16x2, __vcmpges2)
__GLINT_DPX_CHOICE(__vibmax_u16x2, __vcmpgeu2)
__GLINT_DPX_CHOICE(__vibmin_s16x2, __vcmples2)
__GLINT_DPX_CHOICE(__vibmin_u16x2, __vcmpleu2)
#undef __GLINT_DPX_CHOICE
