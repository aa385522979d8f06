// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include <glint/algorithms/reduce.hpp>
#include <glint/array/coordinates.hpp>
#include <glint/array/gather.hpp>

/// Derivatives and integrals of sampled functions. The functions return expressions, which are
/// computed in the same kernel as the surrounding expression.
///
///     const Array<float> slope = abs(gradient(y, 0.1));
///     const double area = trapezoid(exp(-x * x), x).item();
namespace glint {
namespace detail {

/// Throws Error(invalid_argument), with the shape, if the axis has fewer than `needed` elements.
void check_gradient(const Shape& shape, std::ptrdiff_t axis, std::size_t needed);
/// Throws Error(invalid_argument), with both shapes, unless the positions either have the shape of
/// the values or are one-dimensional with the length of dimension `axis`.
void check_places(const char* operation, const Shape& values, const Shape& places,
                  std::ptrdiff_t axis);
[[noreturn]] void refuse_spacing(double spacing);
/// Returns the layout of a one-dimensional `line` placed along dimension `axis`. All other
/// dimensions get extent 1.
Layout along_axis(const Layout& line, std::size_t rank, std::ptrdiff_t axis);

/// Returns the index of each element along dimension `axis` of an array of this shape.
inline auto indices_along(const Stream& stream, const Shape& shape, std::ptrdiff_t axis) {
    return Sequence(stream, along(shape, axis), OwnIndex());
}

/// The type in which slopes of T are computed.
template <class T>
using Slope = Computed<Floating<T>>;

/// Returns, for each line along `axis`, the elements at the indices `index`. Indices beyond an end
/// of the line select the element at that end.
template <class T, class Index>
auto at_index(const ArrayView<const T>& view, std::ptrdiff_t axis, const Index& index) {
    return cast<Slope<T>>(take<OutOfRange::clamp>(view, index, axis));
}

/// Returns the index of the center of each element's three-point stencil. This is the element's own
/// index, except that with order 2 the first and last elements use the index of their neighbor.
template <int Order>
auto middles(const Stream& stream, std::size_t length) {
    const auto index = arange<long long>(stream, length);
    if constexpr (Order == 1)
        return index;
    else
        return clamp(index, 1, static_cast<long long>(length) - 2);
}

/// Calls a device function. Its arguments are sample values, spacings or positions, and two flags:
/// one is true for the first element of a line, the other for the last.
template <Code Function>
struct SlopeOf {
    template <class Value, class...>
    using Result = Value;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        writer.declare("#include <glint/expression/gradient.cuh>\n");
        return filled(Function.view(), names);
    }
};
using EvenSlope = SlopeOf<"even_slope({}, {}, {}, {}, {}, {})">;
template <int Order>
using UnevenSlope =
    std::conditional_t<Order == 1, SlopeOf<"uneven_slope<1>({}, {}, {}, {}, {}, {}, {}, {})">,
                       SlopeOf<"uneven_slope<2>({}, {}, {}, {}, {}, {}, {}, {})">>;

/// Converts slopes from Slope<T>, the type of the computation, to Floating<T>, the result type of
/// gradient().
template <class T, class Node>
auto slopes_of(const Node& node) {
    if constexpr (std::is_same_v<typename Node::Element, Floating<T>>)
        return node;
    else
        return cast<Floating<T>>(node);
}

template <class T>
ArrayView<const T> places_along(const ArrayView<const T>& places, std::size_t rank,
                                std::ptrdiff_t axis) {
    if (places.rank() == rank) return places;
    return places.with(along_axis(places.layout(), rank, axis));
}

/// is_first() is true for elements at the start of a dimension, is_last() for those at the end.
inline auto is_first(const Stream& stream, const Shape& shape, std::ptrdiff_t axis) {
    return indices_along(stream, shape, axis) == 0;
}
inline auto is_last(const Stream& stream, const Shape& shape, std::ptrdiff_t axis) {
    const auto last = static_cast<long long>(shape[axis_of(axis, shape.rank())]) - 1;
    return indices_along(stream, shape, axis) == last;
}

/// Returns the weight of each sample: half the distance from the previous to the next position.
template <class T>
auto trapezoid_weights(const ArrayView<const T>& places, std::ptrdiff_t axis) {
    const std::size_t length = places.shape()[axis_of(axis, places.rank())];
    const auto index = arange<long long>(places.stream(), length);
    return Slope<T>(0.5) * (at_index(places, axis, index + 1) - at_index(places, axis, index - 1));
}

/// Returns the weight of each sample: the spacing, or half of it for the first and the last sample.
/// A single sample has weight 0.
template <class Real>
auto even_weights(const Stream& stream, const Shape& shape, Real spacing, std::ptrdiff_t axis) {
    const auto before = where(is_first(stream, shape, axis), Real(0), spacing / 2);
    return before + where(is_last(stream, shape, axis), Real(0), spacing / 2);
}

/// Returns the sum of values of type Slope<T>, as a Floating<T>.
template <class T, class Values>
auto integral(const Values& values, std::ptrdiff_t axis) {
    return reduced(values, glint::axis(axis), Keepdims::no, kinds::Sum<Floating<T>>());
}

}  // namespace detail

/// The derivative along dimension `axis` of samples with equal spacing, like NumPy's gradient with
/// edge_order = Order. Uses central differences in the interior, and one-sided differences of order
/// `Order` at the ends. Integers are converted to floating point. Returns an expression. If an
/// argument is an expression, it is evaluated first. Throws Error(invalid_argument) if the
/// dimension has fewer than Order + 1 elements or the spacing is 0.
template <int Order = 1, ArrayLike F>
auto gradient(const F& f, double spacing = 1, std::ptrdiff_t axis = -1) {
    static_assert(Order == 1 || Order == 2,
                  "the order of the differences at the ends must be 1 or 2");
    using T = detail::ElementOf<F>;
    using Real = typename detail::RealOf<detail::Slope<T>>::Type;
    const auto view = detail::seen(f).as_const();
    detail::check_gradient(view.shape(), axis, Order + 1);
    if (spacing == 0) detail::refuse_spacing(spacing);
    const Stream& stream = view.stream();
    const auto inverse = static_cast<Real>(1 / spacing);
    const auto middle =
        detail::middles<Order>(stream, view.shape()[detail::axis_of(axis, view.rank())]);
    const auto before = detail::at_index(view, axis, middle - 1);
    const auto after = detail::at_index(view, axis, middle + 1);
    const auto first = detail::is_first(stream, view.shape(), axis);
    const auto last = detail::is_last(stream, view.shape(), axis);
    if constexpr (Order == 1)
        return detail::slopes_of<T>((after - before) * where(first || last, inverse, inverse / 2));
    else
        return detail::slopes_of<T>(
            detail::apply<detail::EvenSlope>(before, detail::at_index(view, axis, middle), after,
                                             detail::ScalarNode<Real>(inverse), first, last));
}

/// The derivative of samples at the positions `places` along dimension `axis`. The positions are
/// one-dimensional or have the shape of f. Interior points use the parabola through three points.
/// The ends use the line through two points or, with order 2, the nearest parabola. Throws
/// Error(invalid_argument), with both shapes, if the positions have neither of these shapes. Also
/// throws Error(invalid_argument) if the dimension has fewer than Order + 1 elements.
template <int Order = 1, ArrayLike F, Viewable X>
auto gradient(const F& f, const X& places, std::ptrdiff_t axis = -1) {
    static_assert(Order == 1 || Order == 2,
                  "the order of the differences at the ends must be 1 or 2");
    const auto view = detail::seen(f).as_const();
    detail::check_gradient(view.shape(), axis, Order + 1);
    const auto given = detail::view_of(places).as_const();
    detail::check_places("differentiate", view.shape(), given.shape(), axis);
    const auto x = detail::places_along(given, view.rank(), axis);
    using T = detail::ElementOf<F>;
    using Real = typename detail::RealOf<detail::Slope<T>>::Type;
    const auto middle =
        detail::middles<Order>(view.stream(), view.shape()[detail::axis_of(axis, view.rank())]);
    const auto f_at = [&](const auto& index) { return detail::at_index(view, axis, index); };
    const auto x_at = [&](const auto& index) {
        return cast<Real>(detail::at_index(x, axis, index));
    };
    return detail::slopes_of<T>(detail::apply<detail::UnevenSlope<Order>>(
        f_at(middle - 1), f_at(middle), f_at(middle + 1), x_at(middle - 1), x_at(middle),
        x_at(middle + 1), detail::is_first(view.stream(), view.shape(), axis),
        detail::is_last(view.stream(), view.shape(), axis)));
}

/// The integral along a dimension of samples with equal spacing, by the trapezoidal rule, like
/// NumPy's trapezoid. The integral is a reduction of y (see reduce.hpp), and is 0 for fewer than
/// two elements. Throws Error(invalid_argument) if the dimension does not exist.
template <ArrayLike Y>
auto trapezoid(const Y& y, double spacing = 1, std::ptrdiff_t axis = -1) {
    using T = detail::ElementOf<Y>;
    using Real = typename detail::RealOf<detail::Slope<T>>::Type;
    auto operands = detail::OperandList::of_lines();
    detail::node_of(y).collect(operands);
    const Stream& stream = *operands.streams()[0];
    const auto weights =
        detail::even_weights(stream, shape_of(y), static_cast<Real>(spacing), axis);
    return detail::integral<T>(cast<detail::Slope<T>>(y) * weights, axis);
}
/// The integral of samples at the positions `places` along dimension `axis`. The positions are
/// one-dimensional or have the shape of y. Throws Error(invalid_argument), with both shapes, if the
/// positions have neither of these shapes.
template <ArrayLike Y, Viewable X>
auto trapezoid(const Y& y, const X& places, std::ptrdiff_t axis = -1) {
    const Shape shape = shape_of(y);
    const auto given = detail::view_of(places).as_const();
    detail::check_places("integrate", shape, given.shape(), axis);
    const auto x = detail::places_along(given, shape.rank(), axis);
    using T = detail::Common<detail::ElementOf<Y>, detail::ElementOf<X>>;
    return detail::integral<T>(cast<detail::Slope<T>>(y) * detail::trapezoid_weights(x, axis),
                               axis);
}

}  // namespace glint
