// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/shared_elements.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include <glint/array/detail/operand_list.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

/// `count` runs of `length` bytes each. Adjacent runs start `apart` bytes apart.
struct Runs {
    std::ptrdiff_t count = 1, apart = 0, length = 0;
};

std::optional<Runs> runs_of(const Elements& elements) {
    const auto bytes = static_cast<std::ptrdiff_t>(elements.element_bytes);
    Runs runs{.length = bytes};
    for (std::size_t axis = 0; axis < elements.layout.rank(); ++axis) {
        const auto extent = static_cast<std::ptrdiff_t>(elements.layout.shape[axis]);
        const std::ptrdiff_t stride = elements.layout.strides[axis] * bytes;
        if (extent == 1) continue;
        if (stride == bytes && runs.length == bytes)
            runs.length *= extent;
        else if (stride > 0 && runs.count == 1)
            runs = {.count = extent, .apart = stride, .length = runs.length};
        else
            return {};
    }
    return runs;
}

bool meet(std::ptrdiff_t first, std::ptrdiff_t length, std::ptrdiff_t other,
          std::ptrdiff_t other_length) {
    return first < other + other_length && other < first + length;
}

// True if the runs of `a` and `b` overlap, where `b` starts `distance` bytes after `a`. Returns
// nothing if their row pitches differ.
std::optional<bool> runs_meet(const Runs& a, const Runs& b, std::ptrdiff_t distance) {
    const std::ptrdiff_t row = std::max(a.apart, b.apart);
    if (row == 0) return meet(0, a.length, distance, b.length);
    if ((a.count > 1 && a.apart != row) || (b.count > 1 && b.apart != row)) return {};
    if (a.length > row || b.length > row) return {};
    // Each run of `b` begins in some row of `a` and may extend into the next row.
    const std::ptrdiff_t down = distance >= 0 ? distance / row : -((row - 1 - distance) / row);
    const std::ptrdiff_t along = distance - down * row;
    const std::ptrdiff_t beyond = std::max<std::ptrdiff_t>(along + b.length - row, 0);
    return (meet(0, a.count, down, b.count) && meet(0, a.length, along, b.length - beyond)) ||
           (meet(0, a.count, down + 1, b.count) && meet(0, a.length, 0, beyond));
}

}  // namespace

bool share_elements(const Elements& a, const Elements& b) {
    if (a.layout.size() == 0 || b.layout.size() == 0) return false;
    const MemoryRange range_a = range_of(a.data, a.layout, a.element_bytes);
    const MemoryRange range_b = range_of(b.data, b.layout, b.element_bytes);
    if (!range_a.overlaps(range_b)) return false;
    const std::optional<Runs> runs_a = runs_of(a), runs_b = runs_of(b);
    if (!runs_a || !runs_b) return true;
    const auto distance = static_cast<const std::byte*>(b.data) - static_cast<std::byte*>(a.data);
    return runs_meet(*runs_a, *runs_b, distance).value_or(true);
}

void check_disjoint(const Elements& result, const Elements& operand, const char* name) {
    if (!share_elements(result, operand)) return;
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("write a product to an array of shape {}", to_string(result.layout.shape)),
        fmt::format("the array shares elements with {}", name));
}

}  // namespace glint::detail
