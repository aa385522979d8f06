// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace glint::cpu {

/// A function of the runtime that generated code can call.
struct EntryPoint {
    std::string_view name;
    void* address;
};

/// Returns all functions of the runtime that generated code can call.
std::span<const EntryPoint> entry_points();

}  // namespace glint::cpu
