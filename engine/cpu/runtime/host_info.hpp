#pragma once

#include <cstddef>
#include <string>

namespace glint::cpu {

/// The processor's name, as /proc/cpuinfo has it; "CPU" where that does not tell.
std::string cpu_name();

/// Physical memory of this machine.
std::size_t total_memory_bytes();

/// What the system could still give to programs.
std::size_t available_memory_bytes();

/// Threads that kernels run on: `$GLINT_CPU_THREADS`, or one for each that the hardware has.
unsigned worker_count();

}  // namespace glint::cpu
