// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <glint/array/shape.hpp>

namespace glint::detail {

/// Returns the code of a device struct called `name`, which defines how values are combined (see
/// glint/expression/reductions.cuh). Some reductions insert `text` into that code.
using ReductionWriter = std::string (*)(std::string_view name, std::string_view text);

/// A reduction inside an expression, computed by the expression's own kernel in a loop over lines.
/// A line is the set of elements that are combined into one result. In lists, inner reductions
/// precede the reductions that contain them.
struct LineReduction {
    ReductionWriter source = nullptr;
    std::string_view text{};
    std::string_view name{};           ///< name such as "max"; empty if empty lines are allowed
    std::vector<std::byte> members{};  ///< members of the device struct
    std::size_t first = 0, last = 0;   ///< range of operand indices
    Shape shape{};                     ///< shape of the input
    Shape result{};                    ///< shape of the result
    PerAxis<bool> reduced{};           ///< true for each reduced dimension
    std::size_t state_bytes = 0;       ///< size of the device struct's State
    std::size_t alignment = 1;         ///< alignment of the device struct's members
};

}  // namespace glint::detail
