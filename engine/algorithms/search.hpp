// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include <glint/algorithms/detail/expression_kernel.hpp>
#include <glint/algorithms/detail/table_operand.hpp>
#include <glint/array/array.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/views.hpp>

/// Binary search for many values in sorted elements. No function waits.
namespace glint {

/// Selects where a value that equals existing elements would be inserted.
enum class Side {
    left,   ///< before the first of these elements
    right,  ///< after the last of these elements
};

namespace detail {

template <Side side, class T, class Values>
struct SearchNode : ExpressionTag {
    using Element = std::int64_t;
    using Type = Common<T, typename Values::Element>;
    static_assert(kIsNumber<T> && kIsNumber<typename Values::Element>,
                  "only numbers can be searched");
    TableOperand<T> table;
    Values values;

    SearchNode(const ArrayView<const T>& sorted, const Values& given)
        : table(sorted, "search sorted elements"), values(given) {}
    void collect(OperandList& operands) const {
        table.collect(operands);
        values.collect(operands);
    }
    static std::string write(SourceWriter& writer) {
        writer.declare("#include <glint/expression/search.cuh>\n");
        writer.declare(kElementType<Type>.header);
        const auto names = TableOperand<T>::write(writer);
        const std::string value = Values::write(writer);
        return writer.define(
            kElementType<Element>,
            "place_among<" + std::string(kElementType<Type>.name) +
                (side == Side::right ? ", true>(" : ", false>(") + names.data + ", " + names.count +
                ", " + names.stride + ", " +
                SourceWriter::converted(value, kElementType<typename Values::Element>,
                                        kElementType<Type>) +
                ")");
    }
};

template <class P, class V, class Xs>
struct InterpolationNode : ExpressionTag {
    using Element = Floating<Common<V, Common<P, typename Xs::Element>>>;
    static_assert(kHasOrder<P> && kHasOrder<V> && kHasOrder<typename Xs::Element>,
                  "interpolation does not support complex numbers or vectors");
    using Real = std::conditional_t<(sizeof(Element) <= 4), float, double>;
    TableOperand<P> places;
    TableOperand<V> values;
    Xs at;

    InterpolationNode(const ArrayView<const P>& xs, const ArrayView<const V>& ys, const Xs& given)
        : places(xs, "interpolate"), values(ys, "interpolate"), at(given) {}
    void collect(OperandList& operands) const {
        places.collect(operands);
        values.collect(operands);
        at.collect(operands);
    }
    static std::string write(SourceWriter& writer) {
        writer.declare("#include <glint/expression/search.cuh>\n");
        const auto p = TableOperand<P>::write(writer);
        const auto v = TableOperand<V>::write(writer);
        const std::string x = Xs::write(writer);
        const std::string code =
            "interpolated<" + std::string(kElementType<Real>.name) + ">(" + p.data + ", " +
            p.stride + ", " + v.data + ", " + v.stride + ", " + p.count + ", " +
            SourceWriter::converted(x, kElementType<typename Xs::Element>, kElementType<Real>) +
            ")";
        return writer.define(
            kElementType<Element>,
            SourceWriter::converted(code, kElementType<Real>, kElementType<Element>));
    }
};

void check_tables(std::size_t places, std::size_t values);
[[noreturn]] void refuse_difference(const Layout& layout, std::ptrdiff_t axis);
/// Returns the part with indices `first` (inclusive) to `last` (exclusive) along one dimension.
Part cut_axis(const Layout& layout, std::ptrdiff_t axis, std::ptrdiff_t first, std::ptrdiff_t last);

template <Side side, class Sorted, class Values>
Array<std::int64_t> searched(const Sorted& sorted, const Values& values) {
    const auto view = view_of(sorted).as_const();
    using T = typename std::remove_const_t<decltype(view)>::Element;
    if (view.empty())
        return Array<std::int64_t>::zeros(
            stream_for(erased(node_of(values)), "search sorted elements"), shape_of(values));
    return SearchNode<side, T, NodeOf<Values>>(view, node_of(values));
}

}  // namespace detail

/// For each value, the index at which the value can be inserted so that the elements stay sorted
/// (by <). Returns a new array of the shape of `values`, which may be an expression. Values and
/// elements are compared in their common type. NaN comes after all numbers. Throws
/// Error(invalid_argument) unless `sorted`, an array or a view, has one dimension.
template <Viewable Sorted, ArrayLike Values>
Array<std::int64_t> searchsorted(const Sorted& sorted, const Values& values,
                                 Side side = Side::left) {
    return side == Side::left ? detail::searched<Side::left>(sorted, values)
                              : detail::searched<Side::right>(sorted, values);
}

/// Linear interpolation at `x` between the points (places[i], values[i]). `places` must be sorted.
/// The result is constant before the first and after the last point. Returns a new array of the
/// shape of `x`, which may be an expression, in the common floating-point type. Types of up to 4
/// bytes are computed in float. If several points have the same place, the last of them is used.
/// Throws Error(invalid_argument) unless `places` and `values` have one dimension and the same
/// nonzero number of elements.
template <ArrayLike Xs, Viewable Places, Viewable Values>
auto interpolate(const Xs& x, const Places& places, const Values& values) {
    const auto p = detail::view_of(places).as_const();
    const auto v = detail::view_of(values).as_const();
    detail::check_tables(p.size(), v.size());
    using P = typename std::remove_const_t<decltype(p)>::Element;
    using V = typename std::remove_const_t<decltype(v)>::Element;
    return Array(detail::InterpolationNode<P, V, detail::NodeOf<Xs>>(p, v, detail::node_of(x)));
}

/// The difference between each element and the previous element along a dimension, like NumPy's
/// diff. The extent of that dimension decreases by one. Returns an expression. Throws
/// Error(invalid_argument) if the dimension does not exist or is empty.
template <Viewable A>
auto difference(const A& array, std::ptrdiff_t axis = -1) {
    const auto view = detail::view_of(array).as_const();
    const auto cut = [&](std::ptrdiff_t first, std::ptrdiff_t last) {
        return view.part(detail::cut_axis(view.layout(), axis, first, last));
    };
    const auto count =
        static_cast<std::ptrdiff_t>(view.shape()[detail::axis_of(axis, view.rank())]);
    if (count == 0) detail::refuse_difference(view.layout(), axis);
    return cut(1, count) - cut(0, count - 1);
}

}  // namespace glint
