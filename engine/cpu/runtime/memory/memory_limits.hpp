// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>

namespace glint::cpu {

/// Memory that is available to this process: the memory of the machine, or less if a control group
/// limits it.
struct MemoryLimits {
    std::size_t total_bytes = 0;
    /// Free memory. This includes memory that the system can reclaim, such as cached files.
    std::size_t available_bytes = 0;
};

/// Reads the current limits from the system files in the folder `root`.
MemoryLimits memory_limits(const std::filesystem::path& root = "/");

/// Returns the resident memory of this process in bytes.
std::size_t resident_bytes(const std::filesystem::path& root = "/");

/// Returns true if the process can use `size_bytes` more bytes. Reserves some memory for other
/// processes. `promised_bytes` is the number of bytes that the process has already allocated. At
/// most `resident_bytes` of these bytes were accessed before; the other bytes will still need
/// memory. This check is necessary because Linux allocates more memory than the machine has, and
/// kills processes that access too much of it.
bool fits(std::size_t size_bytes, const MemoryLimits& limits, std::size_t promised_bytes,
          std::size_t resident_bytes) noexcept;

/// Throws Error(out_of_memory) with the sizes if `fits` returns false for `size_bytes` more bytes.
void check_fits(std::size_t size_bytes, std::size_t promised_bytes);

}  // namespace glint::cpu
