// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace glint::cpu {

/// The processor's name, as /proc/cpuinfo has it; "CPU" where that does not tell.
std::string cpu_name();

/// The highest frequency of the first processor; 0 where the system does not tell.
std::uint64_t highest_clock_hz();

/// Size of the data cache of this level, 2 or 3, that one processor uses; 0 where the system does
/// not tell.
std::size_t cache_bytes(int level);

/// Threads that kernels run on: `$GLINT_CPU_THREADS`, or one for each that the hardware has.
unsigned worker_count();

}  // namespace glint::cpu
