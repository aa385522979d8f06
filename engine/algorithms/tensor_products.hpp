// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/algorithms/detail/subscripts.hpp>
#include <glint/algorithms/matmul.hpp>
#include <glint/algorithms/reduce.hpp>

/// Tensor contractions: products of arrays summed over some dimensions. They are computed as matrix
/// products (see matmul.hpp), or as elementwise products and sums in one kernel where a matrix
/// product does not apply. All functions queue their work on the stream of their first array and
/// return new arrays. Arguments may be expressions.
namespace glint {
namespace detail {

/// An array whose dimensions have distinct labels.
template <class T>
struct NamedView {
    ArrayView<const T> view;
    Labels labels;
    bool is_own = false;  ///< the only owner of the memory, which is in C order

    NamedLayout layout() const { return {view.layout(), labels}; }
};

template <class T>
NamedView<T> named_array(const Array<T>& array, Labels labels) {
    return {array.view(), std::move(labels), true};
}

/// Returns the dimensions after the first `kept` dimensions.
Along axes_after(std::size_t kept, std::size_t rank);

/// Returns a view with `layout` and the given shape, or a copy if the strides require one.
template <class T>
ArrayView<const T> grouped(const ArrayView<const T>& view, const Layout& layout,
                           const Shape& shape) {
    const auto turned = view.with(layout);
    if (const auto as_is = reshaped(layout, shape)) return turned.with(*as_is);
    return Array<T>(turned).view().with(row_major(shape)).as_const();
}

/// Returns the shape after grouping dimensions: the batch dimensions, then rows and columns.
Shape factor_shape(const Subscripts& subscripts, const Labels& batches, const Labels& rows,
                   const Labels& columns);

/// Returns the sum over all dimensions except those in `kept`.
template <class T>
NamedView<T> summed(const NamedView<T>& operand, const Labels& kept) {
    const Labels gone = without(operand.labels, kept);
    if (gone.empty()) return operand;
    Labels rest = without(operand.labels, gone), all = rest;
    all.insert(all.end(), gone.begin(), gone.end());
    const auto view = operand.view.with(ordered(operand.layout(), all));
    const Array<T> total = sum(view, axes_after(rest.size(), all.size()));
    return named_array(total, std::move(rest));
}

/// Returns the elementwise product a * b, summed over the dimensions in `roles.summed`.
template <class T>
NamedView<T> multiplied_elements(const NamedView<T>& a, const NamedView<T>& b, const Roles& roles) {
    Labels all = roles.product();
    const std::size_t kept = all.size();
    all.insert(all.end(), roles.summed.begin(), roles.summed.end());
    const auto left = a.view.with(ordered(a.layout(), all));
    const auto right = b.view.with(ordered(b.layout(), all));
    if (roles.summed.empty()) return named_array<T>(Array<T>(left * right), std::move(all));
    using Wide = kinds::Accumulator<T>;
    const auto total = reduced(cast<Wide>(left) * cast<Wide>(right), axes_after(kept, all.size()),
                               Keepdims::no, kinds::Sum<T>());
    all.resize(kept);
    return named_array<T>(Array<T>(total), std::move(all));
}

/// Returns the sum of elementwise products over all dimensions except those in `kept`.
template <class T>
NamedView<T> contracted(const Subscripts& subscripts, const NamedView<T>& a, const NamedView<T>& b,
                        const Labels& kept) {
    const Roles roles = roles_of(a.labels, b.labels, kept, subscripts.result);
    if (roles.is_swapped) return contracted(subscripts, b, a, kept);
    if (roles.summed.empty() || (roles.first.empty() && roles.second.empty()))
        return multiplied_elements(a, b, roles);
    const auto factor = [&](const NamedView<T>& of, const Labels& rows, const Labels& columns) {
        Labels order = roles.both;
        order.insert(order.end(), rows.begin(), rows.end());
        order.insert(order.end(), columns.begin(), columns.end());
        return grouped(of.view, ordered(of.layout(), order),
                       factor_shape(subscripts, roles.both, rows, columns));
    };
    const Array<T> product =
        matmul(factor(a, roles.first, roles.summed), factor(b, roles.summed, roles.second));
    const Labels labels = roles.product();
    return {product.view().with(row_major(subscripts.shape_of(labels))), labels, true};
}

/// Permutes the dimensions into the order of the result.
template <class T>
Array<T> arranged(const Subscripts& subscripts, const NamedView<T>& from) {
    const Shape shape = subscripts.shape_of(subscripts.result);
    const Layout layout = ordered(from.layout(), subscripts.result);
    if (from.is_own && is_row_major(layout)) return Made<T>{{}, from.view.storage(), shape};
    return Array<T>(from.view.with(layout));
}

template <class T>
std::vector<Labels> labels_of(const std::vector<NamedView<T>>& operands) {
    std::vector<Labels> all;
    for (const auto& operand : operands) all.push_back(operand.labels);
    return all;
}

/// Multiplies the pair of operands that cheapest() selects, removes both, and appends their
/// product.
template <class T>
std::vector<NamedView<T>> with_product(const Subscripts& subscripts,
                                       const std::vector<NamedView<T>>& operands) {
    const std::vector<Labels> labels = labels_of(operands);
    const Pair pair = cheapest(subscripts, labels);
    std::vector<NamedView<T>> result;
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (i != pair.first && i != pair.second) result.push_back(operands[i]);
    result.push_back(contracted(subscripts, operands[pair.first], operands[pair.second],
                                needed(subscripts, labels, pair.first, pair.second)));
    return result;
}

template <class T>
Array<T> sum_of_products(const Subscripts& subscripts, const std::vector<NamedView<T>>& operands) {
    const std::vector<Labels> labels = labels_of(operands);
    std::vector<NamedView<T>> left;
    for (std::size_t i = 0; i < operands.size(); ++i)
        left.push_back(summed(operands[i], needed(subscripts, labels, i, i)));
    while (left.size() > 1) left = with_product(subscripts, left);
    return arranged(subscripts, left[0]);
}

/// The element type in which products of several arrays are computed.
template <class... A>
using MultipliedAll =
    std::conditional_t<kIsNarrow<CommonOf<ElementOf<A>...>>, CommonOf<ElementOf<A>...>,
                       Solved<CommonOf<ElementOf<A>...>>>;

template <class T, ArrayLike A>
NamedView<T> named_view(const A& array, const Labels& labels) {
    const auto view = view_or_copy<T>(array, [](const Layout&) { return true; });
    NamedLayout layout = named(view.layout(), labels);
    return {view.with(layout.layout), std::move(layout.labels)};
}

template <ArrayLike... A>
auto sum_of_products(const Subscripts& subscripts, const A&... arrays) {
    using T = MultipliedAll<A...>;
    std::size_t i = 0;
    return sum_of_products<T>(
        subscripts, std::vector<NamedView<T>>{named_view<T>(arrays, subscripts.operands[i++])...});
}

/// The layouts with which kron interleaves the dimensions of two arrays.
struct KronLayouts {
    Layout first, second;  ///< each with extent 1 along the other array's dimensions
    Shape shape;           ///< shape of all dimensions of both arrays
    Shape result;
};
/// Throws Error(invalid_argument), with both shapes, for more than kMaxRank dimensions.
KronLayouts kron_layouts(const Layout& a, const Layout& b);

}  // namespace detail

/// Einstein summation. The subscripts label the dimensions of each array with letters. Elements
/// with equal indices are multiplied. The products are summed over all letters that do not appear
/// after '->'.
///
///     einsum("ij,jk->ik", a, b)        // the product of matrices
///     einsum("...ij,...j->...i", a, x) // of matrices with vectors, for all leading dimensions
///     einsum("ii", a)                  // the trace
///     einsum("ia,jb,ab->ij", u, v, g)  // in the order that makes the smallest products
///
/// '...' stands for the remaining dimensions, which broadcast. Without '->', the result has '...'
/// and the letters that appear once, in alphabetical order with capitals first. Dimensions of
/// extent 1 broadcast. The result has the common element type. Products of halves are accumulated
/// in float and returned as halves; integers are multiplied in double. Throws
/// Error(invalid_argument), with subscripts and shapes, if subscripts and shapes do not match, and
/// if an intermediate product would have more than kMaxRank dimensions.
template <ArrayLike... A>
    requires(sizeof...(A) > 0)
auto einsum(std::string_view subscripts, const A&... arrays) {
    const std::array shapes{shape_of(arrays)...};
    return detail::sum_of_products(detail::einsum_subscripts(subscripts, shapes), arrays...);
}

/// The sum of products over the last `axes` dimensions of a and the first `axes` dimensions of b.
/// The result has the remaining dimensions of a, then those of b. With 0 axes, the result is the
/// outer product. Element types are as in einsum. Throws Error(invalid_argument), with both shapes,
/// if the extents of paired dimensions differ.
template <ArrayLike A, ArrayLike B>
auto tensordot(const A& a, const B& b, std::size_t axes = 2) {
    return detail::sum_of_products(detail::tensordot_subscripts(shape_of(a), shape_of(b), axes), a,
                                   b);
}
/// The sum of products over dimension `axes_a[i]` of a and `axes_b[i]` of b, for each i. The result
/// has the remaining dimensions of a, then those of b. Throws Error(invalid_argument), with both
/// shapes, if the extents of paired dimensions differ, and for dimensions that do not exist or are
/// repeated.
template <ArrayLike A, ArrayLike B>
auto tensordot(const A& a, const B& b, std::initializer_list<std::ptrdiff_t> axes_a,
               std::initializer_list<std::ptrdiff_t> axes_b) {
    return detail::sum_of_products(
        detail::tensordot_subscripts(shape_of(a), shape_of(b), {axes_a.begin(), axes_a.size()},
                                     {axes_b.begin(), axes_b.size()}),
        a, b);
}

/// The Kronecker product. Each block of the result is an element of a, multiplied by all of b. Each
/// extent of the result is the product of the corresponding extents of a and b. The array with
/// fewer dimensions gets leading dimensions of extent 1. Throws Error(invalid_argument), with both
/// shapes, if this requires more than kMaxRank dimensions with more than one element.
template <ArrayLike A, ArrayLike B>
auto kron(const A& a, const B& b) {
    const auto first = detail::seen(a).as_const();
    const auto second = detail::seen(b).as_const();
    const detail::KronLayouts layouts = detail::kron_layouts(first.layout(), second.layout());
    const auto product = first.with(layouts.first) * second.with(layouts.second);
    Array<detail::ElementOf<decltype(product)>> result(first.stream(), layouts.result);
    result.view().with(detail::row_major(layouts.shape)) = product;
    return result;
}

}  // namespace glint
