// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>

namespace glint::cpu {

/// How much memory there is for this process: the machine's, or less where a control group limits
/// it.
struct MemoryLimits {
    std::size_t total_bytes = 0;
    /// Free, or in use for what the system can drop, as files that it read.
    std::size_t available_bytes = 0;
};

/// What the system tells now, in files under `root`.
MemoryLimits memory_limits(const std::filesystem::path& root = "/");

/// What of this process's memory is in use.
std::size_t resident_bytes(const std::filesystem::path& root = "/");

/// Linux promises more memory than there is, and kills processes when it is touched. Whether
/// `size_bytes` more can be touched, beside `promised_bytes` of which `resident_bytes` at most were
/// touched, with something left for others.
bool fits(std::size_t size_bytes, const MemoryLimits& limits, std::size_t promised_bytes,
          std::size_t resident_bytes) noexcept;

/// Throws Error(out_of_memory) with the sizes if `size_bytes` more would not fit.
void check_fits(std::size_t size_bytes, std::size_t promised_bytes);

}  // namespace glint::cpu
