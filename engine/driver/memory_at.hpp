// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glint/driver/device.hpp>

namespace glint {

using driver::MemoryInfo;
using driver::MemoryKind;

/// Returns the kind, the allocation and the device of the memory at `address`. Returns nullopt for
/// memory that the driver does not know, such as ordinary host memory.
///
/// The CUDA driver knows the allocations of all libraries in the process, on any GPU. The CPU
/// backend knows only allocations made by glint.
inline std::optional<MemoryInfo> memory_at(const Device& device, const void* address) {
    return address ? device.backend()->memory().find(address) : std::nullopt;
}

}  // namespace glint
