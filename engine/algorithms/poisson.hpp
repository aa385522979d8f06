// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <initializer_list>
#include <type_traits>
#include <vector>

#include <glint/algorithms/detail/poisson_plan.hpp>
#include <glint/algorithms/poisson_options.hpp>
#include <glint/array/array.hpp>

namespace glint {
namespace detail {

template <class T>
PoissonArray poisson_array(const ArrayView<T>& view) {
    return {.data = const_cast<std::remove_const_t<T>*>(view.data()),
            .shape = view.shape(),
            .is_contiguous = view.is_contiguous(),
            .stream = &view.stream()};
}

}  // namespace detail

/// Poisson's equation L p = f for values at the centres of cells, in two or three dimensions of any
/// sizes, by geometric multigrid. L is the sum, over the faces of a cell, of how open the face is
/// times the difference of p across it, over the distance and over the cell's width: the Laplacian
/// with 5 or 7 points, of second order. A cell without an open face has no equation.
///
/// A plan holds the coarser levels. It belongs to its stream, and can be used for any number of
/// right sides; from one thread at a time. T is float or double. V-cycles with one red-black sweep
/// of over-relaxed Gauss-Seidel on both sides lessen the error to about a tenth each. Trottenberg,
/// Oosterlee and Schueller, "Multigrid" (2001); the over-relaxation is Yavneh's, "On red-black SOR
/// smoothing in multigrid" (1996). All runs give the same bits.
///
/// Without a Dirichlet border that is open, p is unique but for a constant, and f has to have the
/// mean 0: the mean of f is ignored, on each level, and `solve` gives p the mean 0. If obstacles
/// cut off pockets from the rest, that holds for the mean of all; f has to have the mean 0 in each
/// pocket, as the divergence of a flow has that does not cross closed faces.
///
/// What a float can tell limits the residual: rounding p by one part in 2^24 changes L p by about
/// that times p over the spacing's square. Smooth right sides on large grids want p in double.
///
///     glint::Poisson<float> poisson(stream, {256, 256}, {.borders = {{neumann, neumann}}});
///     const glint::PoissonReport report = poisson.solve(divergence, pressure);
template <class T>
class Poisson {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                  "Poisson supports only float and double");

public:
    /// Compiles the kernels and takes the memory, so that `cycle` can be captured in a graph.
    /// Throws Error(invalid_argument) for a shape that has not 2 or 3 dimensions of 1 to 65535
    /// cells, borders or spacings for another number of dimensions, and options out of their range.
    Poisson(const Stream& stream, const Shape& shape, const PoissonOptions& options = {})
        : plan_(stream, shape, std::is_same_v<T, double>, options) {}

    const Shape& shape() const noexcept { return plan_.shape(); }
    /// Grids, with the finest.
    std::size_t levels() const noexcept { return plan_.levels(); }

    /// How open each face is, from 0 to 1: for each dimension an array that has one element more
    /// along it, face i of which lies below cell i. Where a dimension is periodic, the last face is
    /// the first one, and is not read. Copied, and averaged for the coarser levels; may be called
    /// again. Throws Error(invalid_argument) for arrays of other shapes or not in C's order.
    void set_openness(std::initializer_list<ArrayView<const float>> faces) {
        std::vector<detail::PoissonArray> arrays;
        for (const ArrayView<const float>& each : faces)
            arrays.push_back(detail::poisson_array(each));
        plan_.set_openness(arrays);
    }

    // f and p have the plan's shape and lie in C's order, else all throw Error(invalid_argument).
    // Each starts from what p is.

    /// Queues so many V-cycles.
    void cycle(const ArrayView<const T>& f, const ArrayView<T>& p, std::size_t count = 1) {
        plan_.cycle(detail::poisson_array(f), detail::poisson_array(p), count);
    }

    /// V-cycles until the residual is small enough, there were enough of them, or rounding lets it
    /// become no smaller. Waits. Where f is 0, residuals are shares of the first one. Cells without
    /// an open face become 0.
    PoissonReport solve(const ArrayView<const T>& f, const ArrayView<T>& p,
                        const PoissonLimits& limits = {}) {
        return plan_.solve(detail::poisson_array(f), detail::poisson_array(p), limits);
    }

    /// The same for a solution in double, which tells apart what float cannot: cycles in float find
    /// what a residual in double leaves. A cycle takes about half as long again, and less than one
    /// of Poisson<double>. The first one takes the memory of two arrays of floats, and compiles.
    PoissonReport solve(const ArrayView<const T>& f, const ArrayView<double>& p,
                        const PoissonLimits& limits = {})
        requires(std::is_same_v<T, float>)
    {
        return plan_.refine(detail::poisson_array(f), detail::poisson_array(p), limits);
    }

    /// Queues residual = f - L p, without the mean of f if that is ignored, and 0 in cells without
    /// an open face.
    void residual(const ArrayView<const T>& f, const ArrayView<const T>& p,
                  const ArrayView<T>& residual) {
        plan_.residual(detail::poisson_array(f), detail::poisson_array(p),
                       detail::poisson_array(residual));
    }

private:
    detail::PoissonPlan plan_;
};

}  // namespace glint
