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

/// A geometric multigrid solver for Poisson's equation L p = f at cell centers, in two or three
/// dimensions of any size. L p of a cell is a sum over the cell's faces. Each term is the openness
/// of the face times the difference of p across the face, divided by the distance between the two
/// values and by the cell's width. This is the second-order Laplacian with 5 or 7 points. Cells
/// without an open face are excluded.
///
/// A Poisson object holds the coarser levels. It queues its work on one stream and can be used for
/// any number of right-hand sides. Use it from one thread at a time. T is float or double. Each
/// V-cycle runs one sweep of over-relaxed red-black Gauss-Seidel before and after each coarse-grid
/// correction, and reduces the error to about a tenth. The method follows Trottenberg, Oosterlee
/// and Schueller, "Multigrid" (2001), with over-relaxation as in Yavneh, "On red-black SOR
/// smoothing in multigrid" (1996). All runs are bit-identical.
///
/// If no Dirichlet border is open, p is unique only up to a constant, and f must have mean 0. The
/// solver subtracts the mean of f on each level, and `solve` returns p with mean 0. If obstacles
/// enclose separate pockets, the solver subtracts only the overall mean. In this case f must have
/// mean 0 in each pocket, like the divergence of a flow that does not cross closed faces.
///
/// Float precision limits the residual: rounding p by one part in 2^24 changes L p by about
/// p / 2^24, divided by the squared spacing. Smooth right-hand sides on large grids need p in
/// double.
///
///     glint::Poisson<float> poisson(stream, {256, 256}, {.borders = {{neumann, neumann}}});
///     const glint::PoissonReport report = poisson.solve(divergence, pressure);
template <class T>
class Poisson {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>,
                  "the Poisson solver supports only float and double");

public:
    /// Compiles the kernels and allocates memory, so that `cycle` can be captured in a graph.
    /// Throws Error(invalid_argument) if the shape does not have 2 or 3 dimensions of 1 to 65535
    /// cells, if the number of borders or spacings differs from the number of dimensions, or if an
    /// option is out of range.
    Poisson(const Stream& stream, const Shape& shape, const PoissonOptions& options = {})
        : plan_(stream, shape, std::is_same_v<T, double>, options) {}

    const Shape& shape() const noexcept { return plan_.shape(); }
    /// Number of grids, including the finest grid.
    std::size_t levels() const noexcept { return plan_.levels(); }

    /// Sets the openness of each face, from 0 to 1: one array per dimension, with one more element
    /// along that dimension. Face i is the lower face of cell i. In a periodic dimension, the last
    /// face is the same as the first and is not read. The arrays are copied, and are averaged for
    /// coarser levels. This function may be called again. Throws Error(invalid_argument) for other
    /// shapes and for arrays not in C order.
    void set_openness(std::initializer_list<ArrayView<const float>> faces) {
        std::vector<detail::PoissonArray> arrays;
        for (const ArrayView<const float>& each : faces)
            arrays.push_back(detail::poisson_array(each));
        plan_.set_openness(arrays);
    }

    // f and p must have the shape of this object and C order; otherwise all functions below throw
    // Error(invalid_argument). `cycle` and `solve` start from the current values of p.

    /// Queues `count` V-cycles.
    void cycle(const ArrayView<const T>& f, const ArrayView<T>& p, std::size_t count = 1) {
        plan_.cycle(detail::poisson_array(f), detail::poisson_array(p), count);
    }

    /// Runs V-cycles until the residual is within the tolerance, the maximum number of cycles is
    /// reached, or rounding prevents further progress. Waits for the result. If f is 0, residuals
    /// are relative to the first residual. p becomes 0 in cells without an open face.
    PoissonReport solve(const ArrayView<const T>& f, const ArrayView<T>& p,
                        const PoissonLimits& limits = {}) {
        return plan_.solve(detail::poisson_array(f), detail::poisson_array(p), limits);
    }

    /// Solves in double, beyond the precision of float: float cycles reduce a residual that is
    /// computed in double. Such a cycle takes about 1.5 times as long as a float cycle, but less
    /// time than a cycle of Poisson<double>. The first call allocates two arrays of floats, and
    /// compiles kernels.
    PoissonReport solve(const ArrayView<const T>& f, const ArrayView<double>& p,
                        const PoissonLimits& limits = {})
        requires(std::is_same_v<T, float>)
    {
        return plan_.refine(detail::poisson_array(f), detail::poisson_array(p), limits);
    }

    /// Queues computing residual = f - L p. Subtracts the mean of f in the same cases as `solve`.
    /// The residual is 0 in cells without an open face.
    void residual(const ArrayView<const T>& f, const ArrayView<const T>& p,
                  const ArrayView<T>& residual) {
        plan_.residual(detail::poisson_array(f), detail::poisson_array(p),
                       detail::poisson_array(residual));
    }

private:
    detail::PoissonPlan plan_;
};

}  // namespace glint
