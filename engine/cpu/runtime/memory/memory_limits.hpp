// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>

namespace glint::cpu {

/// Memory available to this process: the machine's, or less if a control group limits it.
struct MemoryLimits {
    std::size_t total_bytes = 0;
    /// Free memory, including memory that the system can reclaim, such as cached files.
    std::size_t available_bytes = 0;
};

/// Reads the current limits from the system's files under `root`.
MemoryLimits memory_limits(const std::filesystem::path& root = "/");

/// Resident memory of this process, in bytes.
std::size_t resident_bytes(const std::filesystem::path& root = "/");

/// True if `size_bytes` more can be used, with a reserve for other processes. `promised_bytes` are
/// already allocated; at most `resident_bytes` of them were touched. Linux promises more memory
/// than it has, and kills processes that touch too much of it.
bool fits(std::size_t size_bytes, const MemoryLimits& limits, std::size_t promised_bytes,
          std::size_t resident_bytes) noexcept;

/// Throws Error(out_of_memory) with the sizes if `size_bytes` more would not fit.
void check_fits(std::size_t size_bytes, std::size_t promised_bytes);

}  // namespace glint::cpu
