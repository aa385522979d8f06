// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <glint/algorithms/detail/sort_job.hpp>

namespace glint::detail {

/// The bits of the keys' order that count, as kernels take them.
struct SortDigits {
    std::uint64_t flip = 0;  ///< all ones for descending order
    int first_bit = 0;
    int last_bit = 0;

    int passes() const noexcept { return (last_bit - first_bit + 7) / 8; }
};

/// How keys are sorted by radix.
enum class RadixWay {
    automatic,
    sweep,       ///< all blocks together, one sweep over memory for each digit; GPUs' way
    wide_sweep,  ///< the same with counts of 64 bits, which 2^30 keys need
    blocks,      ///< a block for each segment
    serial,      ///< blocks of one thread; the CPU's way
};

/// Queues a stable sort of numbers. A `way` other than automatic is for tests.
void radix_sort(Stream& stream, const SortJob& job, const SortDigits& digits,
                RadixWay way = RadixWay::automatic);

}  // namespace glint::detail
