// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace glint::cpu {

/// A function of the runtime that generated code calls.
struct EntryPoint {
    std::string_view name;
    void* address;
};

/// All entry points.
std::span<const EntryPoint> entry_points();

}  // namespace glint::cpu
