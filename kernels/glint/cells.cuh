// SPDX-License-Identifier: MIT
// Neighbors of particles that are sorted by cell, as in glint::CellList.
#pragma once

#include <glint/cell_layout.cuh>
#include <glint/vector.cuh>

namespace glint {

/// Adjacent cubic cells, with x fastest, as glint::CellGrid::layout() returns them on the host.
struct CellLayout : CellLayoutOf<float3, int3> {
    __device__ int count() const { return cells.x * cells.y * cells.z; }
    __device__ bool has(int3 c) const {
        return c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < cells.x && c.y < cells.y && c.z < cells.z;
    }
    __device__ int number(int3 c) const { return (c.z * cells.y + c.y) * cells.x + c.x; }
    __device__ int3 cell(int number) const {
        const int row = number / cells.x;
        return make_int3(number - row * cells.x, row % cells.y, row / cells.y);
    }
    /// Returns the cell of a position. NaN and positions far away give a cell outside the grid.
    __device__ int3 cell_of(float3 place) const {
        const float3 c = floor((place - low) / width);
        const bool is_near = c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < cells.x && c.y < cells.y &&
                             c.z < cells.z;  // false for NaN
        return is_near ? make_int3(c.x, c.y, c.z) : make_int3(-1, -1, -1);
    }
    /// Returns the index of the position's cell, or the number of cells outside the grid.
    __device__ int number_of(float3 place) const {
        const int3 c = cell_of(place);
        return has(c) ? number(c) : count();
    }
};

/// The particles with indices from `first` (inclusive) to `end` (exclusive).
struct CellRange {
    int first, end;
};

/// Returns the particles of up to three cells in a row along x, with cell (x, y, z) in the middle.
/// They are adjacent in the list. The range is empty if y or z is outside the grid.
__device__ inline CellRange near_in_row(const CellLayout& layout, const int* begins, int x, int y,
                                        int z) {
    if (y < 0 || z < 0 || y >= layout.cells.y || z >= layout.cells.z) return {0, 0};
    const int row = (z * layout.cells.y + y) * layout.cells.x;
    const int last = x + 1 < layout.cells.x ? x + 1 : layout.cells.x - 1;
    return {begins[row + (x > 0 ? x - 1 : 0)], begins[row + last + 1]};
}

/// Calls visit(j) for each particle in the cell and in the cells around it, in list order. This
/// includes all particles within one cell width of any position in the cell.
template <class Visit>
__device__ void for_each_near(const CellLayout& layout, const int* begins, int3 cell,
                              const Visit& visit) {
    for (int z = cell.z - 1; z <= cell.z + 1; ++z)
        for (int y = cell.y - 1; y <= cell.y + 1; ++y) {
            const CellRange range = near_in_row(layout, begins, cell.x, y, z);
            for (int j = range.first; j < range.end; ++j) visit(j);
        }
}

}  // namespace glint
