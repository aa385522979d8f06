// SPDX-License-Identifier: MIT
#include <glint/algorithms/search.hpp>

#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {

void refuse_table(const Layout& layout, const char* operation) {
    throw Error(ErrorCode::invalid_argument, operation,
                fmt::format("the array has shape {}, but must have one dimension",
                            to_string(layout.shape)));
}

void check_tables(std::size_t places, std::size_t values) {
    if (places == values && places > 0) return;
    throw Error(
        ErrorCode::invalid_argument, "interpolate",
        fmt::format("the numbers of positions and values must be equal and positive, not {} and {}",
                    text::counted(places, "position"), text::counted(values, "value")));
}

void refuse_difference(const Layout& layout, std::ptrdiff_t axis) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("take differences along dimension {}", axis),
                fmt::format("the array has shape {}", to_string(layout.shape)));
}

Part cut_axis(const Layout& layout, std::ptrdiff_t axis, std::ptrdiff_t first,
              std::ptrdiff_t last) {
    std::vector<AxisIndex> index(layout.rank(), slice());
    index[axis_of(axis, layout.rank())] = slice(first, last);
    return part_of(layout, index);
}

}  // namespace glint::detail
