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

/// Particle positions as kernels read them: a fixed number of floats per particle.
struct CellPlaces {
    const float* data = nullptr;
    std::size_t count = 0;
    std::size_t floats = 3;
    bool is_contiguous = true;
};

}  // namespace detail

/// The host's version of `CellLayout` in <glint/cells.cuh>. Kernels receive it as an argument.
using CellLayout = CellLayoutOf<std::array<float, 3>, std::array<int, 3>>;

/// A grid of adjacent cubic cells that contain particles.
struct CellGrid {
    std::array<std::size_t, 3> cells{1, 1, 1};
    std::array<double, 3> low{};  ///< the corner of the first cell
    double width = 1;             ///< side length of a cell, and radius of neighbor searches

    std::size_t count() const noexcept { return cells[0] * cells[1] * cells[2]; }
    /// The kernel argument for this grid, with `low` and `width` rounded to float.
    CellLayout layout() const noexcept;
    friend bool operator==(const CellGrid&, const CellGrid&) = default;
};

/// Sorts particles by cell. After gathering particle data by `order()`, the particles of cell i are
/// contiguous, from index begins()[i] (inclusive) to begins()[i + 1] (exclusive). Cells are
/// numbered with x fastest, so the 3 x 3 x 3 cells around a particle are 9 ranges instead of 27;
/// `<glint/cells.cuh>` iterates over them in kernels.
///
///     glint::CellList list(stream, {.cells = {64, 64, 64}, .width = 1.0 / 64});
///     list.build(positions);
///     positions = glint::gathered(positions, list.order());
///
/// Particles in a cell keep their relative order, so all runs give the same result. The radix sort
/// needs one pass for each byte of the largest cell number. Its time does not depend on how many
/// particles share a cell. Particles outside all cells, or with a NaN coordinate, come last.
class CellList {
public:
    /// Compiles the kernels. Throws Error(invalid_argument) for a grid without cells or with 2^31
    /// or more cells, for a width that is not positive, and for a corner that is not finite.
    CellList(const Stream& stream, const CellGrid& grid);

    const CellGrid& grid() const noexcept { return grid_; }

    // All functions below queue their work on the list's stream, which first waits for the streams
    // of the arguments. All functions throw Error(invalid_argument) for 2^31 particles or more, and
    // for elements that are not contiguous in C order.

    /// Builds the list from positions with three or four floats each.
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

    /// Builds the list from known cell numbers, (z * ny + y) * nx + x. Any other number means that
    /// the particle is outside the grid.
    void build_from_numbers(const ArrayView<const unsigned>& numbers);

    // Results of the last build. Before the first build, they are empty.

    /// The original index of each particle, in cell order.
    const Array<int>& order() const noexcept { return order_; }
    /// The index of the first particle of each cell, followed by two more entries: the index of the
    /// first particle outside the grid, and the number of particles.
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
