// SPDX-License-Identifier: MIT
#include <glint/studio/state/detail/flip_rows.hpp>

#include <algorithm>

namespace glint::studio {

void flip_rows(std::span<std::byte> elements, std::size_t row_bytes, std::size_t rows) {
    for (std::size_t first = 0; first < elements.size(); first += row_bytes * rows)
        for (std::size_t low = 0, high = rows - 1; low < high; ++low, --high)
            std::ranges::swap_ranges(elements.subspan(first + low * row_bytes, row_bytes),
                                     elements.subspan(first + high * row_bytes, row_bytes));
}

}  // namespace glint::studio
