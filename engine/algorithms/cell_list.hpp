// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <type_traits>

#include <glint/array/array.hpp>
#include <glint/array/gather.hpp>
#include <glint/kernels/glint/cell_layout.cuh>

namespace glint {
namespace detail {

/// Places as kernels take them: so many floats each.
struct CellPlaces {
    const float* data = nullptr;
    std::size_t count = 0;
    std::size_t floats = 3;
    bool is_contiguous = true;
};

}  // namespace detail

/// What kernels take as the `CellLayout` of <glint/cells.cuh>.
using CellLayout = CellLayoutOf<std::array<float, 3>, std::array<int, 3>>;

/// Adjacent cubes along x, y and z, in which particles are.
struct CellGrid {
    std::array<std::size_t, 3> cells{1, 1, 1};
    std::array<double, 3> low{};  ///< the corner of the first cell
    double width = 1;             ///< of a cell; as far as particles look for neighbours

    std::size_t count() const noexcept { return cells[0] * cells[1] * cells[2]; }
    /// What kernels take of it: the same cells, with `low` and `width` rounded to float.
    CellLayout layout() const noexcept;
    friend bool operator==(const CellGrid&, const CellGrid&) = default;
};

/// Particles in the order of their cells: who sorts what belongs to them by `order()` finds those
/// of each cell in a row, from `begins()` of the cell to that of the next one. As cells are
/// numbered with x as the fastest, the neighbours of a particle, which lie in 3 x 3 x 3 cells, are
/// 9 ranges, not 27; `<glint/cells.cuh>` goes through them in kernels.
///
///     glint::CellList list(stream, {.cells = {64, 64, 64}, .width = 1.0 / 64});
///     list.build(positions);
///     positions = glint::gathered(positions, list.order());
///
/// Particles of one cell stay in their order, so all runs give the same. They are sorted by radix,
/// in as many passes as the number of cells has bytes: however many share a cell, it takes the same
/// time. What lies outside all cells, or where a coordinate is no number, comes last.
class CellList {
public:
    /// Compiles the kernels. Throws Error(invalid_argument) for a grid without cells, with 2^31 or
    /// more, without a width, or that begins nowhere.
    CellList(const Stream& stream, const CellGrid& grid);

    const CellGrid& grid() const noexcept { return grid_; }

    // All are queued on the list's stream, and the stream of what they take waits. They throw
    // Error(invalid_argument) for 2^31 particles or more, and elements that are not contiguous in
    // C's order.

    /// Finds the cells of places, of which each is three or four floats.
    template <class Place>
        requires(sizeof(Place) == 12 || sizeof(Place) == 16)
    void build(const ArrayView<Place>& places) {
        const auto* const data = reinterpret_cast<const float*>(places.data());
        build({data, places.size(), sizeof(Place) / sizeof(float), places.is_contiguous()},
              detail::moved(places));
    }
    template <class Place>
    void build(const Array<Place>& places) {
        build(places.view());
    }

    /// The same for particles whose cells are known, by their numbers (z * ny + y) * nx + x; others
    /// are outside.
    void build_from_numbers(const ArrayView<const unsigned>& numbers);

    // Of the last build; empty before.

    /// Where the particles were that now lie in the order of their cells.
    const Array<int>& order() const noexcept { return order_; }
    /// The first particle of each cell, then of those outside, then how many there are: two more
    /// than there are cells.
    const Array<int>& begins() const noexcept { return begins_; }

private:
    void build(const detail::CellPlaces& places, const detail::AnyExpression& from);
    void make_room(std::size_t count);
    void sort();

    CellGrid grid_;
    Stream stream_;
    Array<unsigned> numbers_, sorted_;
    Array<int> order_, begins_;
};

}  // namespace glint
