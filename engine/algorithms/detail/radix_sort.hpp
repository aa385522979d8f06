// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include <glint/algorithms/detail/sort_job.hpp>

namespace glint::detail {

/// The bits of the keys that determine the order. Kernels receive this struct as an argument.
struct SortDigits {
    std::uint64_t flip = 0;  ///< all ones for descending order
    int first_bit = 0;
    int last_bit = 0;

    int passes() const noexcept { return (last_bit - first_bit + 7) / 8; }
};

/// Algorithms of the radix sort.
enum class RadixWay {
    automatic,
    sweep,       ///< all blocks cooperate, in one sweep over memory per digit; for GPUs
    wide_sweep,  ///< like sweep, with 64-bit counts; required for 2^30 keys or more
    blocks,      ///< one block per segment
    serial,      ///< one thread per block; for the CPU
};

/// Queues a stable sort of numbers. Only tests use values of `way` other than automatic.
void radix_sort(Stream& stream, const SortJob& job, const SortDigits& digits,
                RadixWay way = RadixWay::automatic);

}  // namespace glint::detail
