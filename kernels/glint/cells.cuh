// SPDX-License-Identifier: MIT
// Neighbours of particles that lie in the order of their cells, as glint::CellList has them.
#pragma once

#include <glint/cell_layout.cuh>
#include <glint/vector.cuh>

namespace glint {

/// Adjacent cubes, x fastest: what glint::CellGrid::layout() gives on the host.
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
    /// The cell of a place; of one that is no number or far away, one that is outside.
    __device__ int3 cell_of(float3 place) const {
        const float3 c = floor((place - low) / width);
        const bool is_near = c.x >= 0 && c.y >= 0 && c.z >= 0 && c.x < cells.x && c.y < cells.y &&
                             c.z < cells.z;  // so not where one is no number
        return is_near ? make_int3(c.x, c.y, c.z) : make_int3(-1, -1, -1);
    }
    /// The number of the cell of a place, and for those outside all cells the number of cells.
    __device__ int number_of(float3 place) const {
        const int3 c = cell_of(place);
        return has(c) ? number(c) : count();
    }
};

/// Particles from `first` up to, but without, `end`.
struct CellRange {
    int first, end;
};

/// The particles in the row of up to three cells round cell x, y, z along x, which are
/// adjacent; none if y or z is outside.
__device__ inline CellRange near_in_row(const CellLayout& layout, const int* begins, int x, int y,
                                        int z) {
    if (y < 0 || z < 0 || y >= layout.cells.y || z >= layout.cells.z) return {0, 0};
    const int row = (z * layout.cells.y + y) * layout.cells.x;
    const int last = x + 1 < layout.cells.x ? x + 1 : layout.cells.x - 1;
    return {begins[row + (x > 0 ? x - 1 : 0)], begins[row + last + 1]};
}

/// Calls visit(j) for each particle in the cell and in those round it: all that are no further
/// away from a place in the cell than a cell is wide, and others. In the order of the list.
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
