// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace glint::cpu {

/// Returns the name of the processor from /proc/cpuinfo, or "CPU" if the name is unknown.
std::string cpu_name();

/// Returns the maximum frequency of the first processor, or 0 if it is unknown.
std::uint64_t highest_clock_hz();

/// Returns the size in bytes of the data cache of this level (2 or 3) that one processor uses.
/// Returns 0 if the size is unknown.
std::size_t cache_bytes(int level);

/// Returns the number of threads that run kernels: the value of `$GLINT_CPU_THREADS`, or one thread
/// per hardware thread if this variable is not set.
unsigned worker_count();

}  // namespace glint::cpu
