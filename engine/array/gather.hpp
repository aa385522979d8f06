// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include <glint/array/table.hpp>

/// Gathers elements by index in expressions. Nothing is copied, and indices may be expressions.
namespace glint {

namespace detail {

template <OutOfRange mode, class T, class... Indices>
class Gather : public Expression<Gather<mode, T, Indices...>> {
public:
    using Element = T;

    explicit Gather(IndexedTable<const T, Indices...> table) : table_(std::move(table)) {}
    void collect(OperandList& operands) const { table_.collect(operands); }
    static std::string write(SourceWriter& writer) {
        const auto code = IndexedTable<const T, Indices...>::write("read", mode, writer);
        return writer.define(kElementType<T>, code);
    }

private:
    IndexedTable<const T, Indices...> table_;
};

template <OutOfRange mode, class T, class... Indices>
auto gather(const ArrayView<const T>& from, std::size_t first, const Indices&... indices) {
    static_assert(mode != OutOfRange::drop,
                  "a gather cannot drop elements. Use another OutOfRange mode");
    return std::apply(
        [&]<class... Nodes>(const Nodes&... nodes) {
            return Gather<mode, T, Nodes...>({from, first, nodes...});
        },
        index_nodes<mode>(from, first, indices...));
}

}  // namespace detail

/// Returns array(i, j, ...), where i, j, ... are the elements of the `indices`, which broadcast to
/// a common shape. The indices replace the first dimensions of the array. The remaining dimensions
/// follow, so gathered(matrix, i) gives rows. The indices are integers in arrays, in expressions,
/// or in a host container, from which they are copied. Throws Error(invalid_argument) for more
/// indices than dimensions, for indices into a dimension without elements, for indices that the
/// host knows to be out of range (see OutOfRange), and for results of more than kMaxRank
/// dimensions.
template <OutOfRange mode = OutOfRange::refuse, Viewable A, detail::IndexLike... Indices>
    requires(sizeof...(Indices) > 0)
auto gathered(const A& array, const Indices&... indices) {
    const auto view = detail::view_of(array).as_const();
    return detail::gather<mode>(view, 0, indices...);
}

/// Returns the elements with these indices along dimension `axis`. The dimensions of `index`
/// replace that dimension. Throws like `gathered`.
template <OutOfRange mode = OutOfRange::refuse, Viewable A, detail::IndexLike Index>
auto take(const A& array, const Index& index, std::ptrdiff_t axis = 0) {
    const auto view = detail::view_of(array).as_const();
    return detail::gather<mode>(view, detail::axis_of(axis, view.rank()), index);
}

/// For each element of `index`, returns the array's element with that index along dimension `axis`
/// and the same indices along the other dimensions, which broadcast. For example, if
/// `places = argsort(x, {.axis = axis})`, then take_along_axis(x, places, axis) is sorted. Throws
/// like `gathered`, and if the numbers of dimensions differ.
template <OutOfRange mode = OutOfRange::refuse, Viewable A, detail::IndexLike Index>
auto take_along_axis(const A& array, const Index& index, std::ptrdiff_t axis = -1) {
    static_assert(mode != OutOfRange::drop,
                  "take_along_axis cannot drop elements. Use another OutOfRange mode");
    const auto view = detail::view_of(array).as_const();
    const std::size_t which = detail::axis_of(axis, view.rank());
    const auto node = detail::index_node<mode>(view, which, index);
    using T = typename std::remove_cvref_t<decltype(view)>::Element;
    using Node = std::remove_const_t<decltype(node)>;
    const auto layout = detail::indexed_along(view.layout(), which, shape_of(node));
    return detail::Gather<mode, T, Node>({view, layout, node});
}

}  // namespace glint
