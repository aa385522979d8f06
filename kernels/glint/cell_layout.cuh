// SPDX-License-Identifier: MIT
// A grid of cells as a kernel argument, shared by host and device.
#pragma once

namespace glint {

/// Adjacent cubic cells, with x fastest. Floats and Ints are types with three components.
template <class Floats, class Ints>
struct CellLayoutOf {
    Floats low;   ///< the corner of the first cell
    float width;  ///< side length of a cell
    Ints cells;

    static_assert(sizeof(Floats) == 12 && sizeof(Ints) == 12,
                  "the host and device layouts must match");
};

}  // namespace glint
