// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace glint::cpu {

/// Name of the processor according to /proc/cpuinfo; "CPU" if it is unknown.
std::string cpu_name();

/// Highest frequency of the first processor; 0 if it is unknown.
std::uint64_t highest_clock_hz();

/// Size in bytes of the data cache of this level, 2 or 3, that one processor uses; 0 if it is
/// unknown.
std::size_t cache_bytes(int level);

/// Number of threads that run kernels: `$GLINT_CPU_THREADS`, or one per hardware thread.
unsigned worker_count();

}  // namespace glint::cpu
