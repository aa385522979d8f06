// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include <glint/driver/device.hpp>

namespace glint {

using driver::MemoryInfo;
using driver::MemoryKind;

/// What memory `address` points into: its kind, its whole allocation, and whose it is. Nothing for
/// memory that the driver knows nothing of, such as the host's own.
///
/// On CUDA it knows what any library of the process allocated, on any GPU; on the CPU, what glint
/// allocated.
inline std::optional<MemoryInfo> memory_at(const Device& device, const void* address) {
    return address ? device.backend()->memory().find(address) : std::nullopt;
}

}  // namespace glint
