// SPDX-License-Identifier: MIT
// Points of Sobol sequences in array expressions.
#pragma once

#include <glint/sobol.cuh>

namespace glint::expression {

/// Returns element `index` of an array of points with `dimensions` coordinates. For each dimension,
/// the table has a shift word, followed by the direction numbers.
template <class Word, class Index>
__device__ inline Word sobol_word(const void* table, unsigned long long first, long long dimensions,
                                  Index index) {
    constexpr int kBits = 8 * sizeof(Word);
    const unsigned long long point = static_cast<unsigned long long>(index) / dimensions;
    const Word* const words = static_cast<const Word*>(table) +
                              (index - static_cast<long long>(point) * dimensions) * (kBits + 1);
    return Sobol<Word>(words + 1, first + point, words[0]).bits();
}

template <class Index>
__device__ inline float sobol_float(const void* table, unsigned long long first,
                                    long long dimensions, Index index) {
    return Sobol32::to_open(sobol_word<unsigned int>(table, first, dimensions, index));
}
template <class Index>
__device__ inline double sobol_double(const void* table, unsigned long long first,
                                      long long dimensions, Index index) {
    return Sobol64::to_open_double(sobol_word<unsigned long long>(table, first, dimensions, index));
}

}  // namespace glint::expression
