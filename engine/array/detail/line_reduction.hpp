// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <glint/array/shape.hpp>

namespace glint::detail {

/// Writes a device struct of this name that says how values become one (see
/// glint/expression/reductions.cuh), of `text` if it takes one.
using ReductionWriter = std::string (*)(std::string_view name, std::string_view text);

/// A reduction that is part of an expression and computed by its kernel, which then goes over
/// lines: all elements that one result is made of. Lists hold the inner ones first.
struct LineReduction {
    ReductionWriter source = nullptr;
    std::string_view text{};
    std::string_view name{};           ///< "max", for messages; empty if it may go over none
    std::vector<std::byte> members{};  ///< of the device struct
    std::size_t first = 0, last = 0;   ///< the operands that it is made of
    Shape shape{};                     ///< of what is reduced
    Shape result{};                    ///< of what it gives
    PerAxis<bool> reduced{};           ///< which of its dimensions are
    std::size_t state_bytes = 0;       ///< of the device struct's State
    std::size_t alignment = 1;         ///< of its members
};

}  // namespace glint::detail
