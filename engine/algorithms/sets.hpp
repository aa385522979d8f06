// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <glint/algorithms/detail/table_operand.hpp>
#include <glint/algorithms/merge.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/select.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/coordinates.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

/// Set operations on arrays, under NumPy's names. Results contain each value once, in ascending
/// order.
///
/// Arrays, views and expressions of any shape are supported. Expressions are not stored in memory
/// before they are sorted. Values are compared by ==. NaN does not equal itself, so each NaN is a
/// separate value, at the end of the order. 0 and -0 are the same value.
namespace glint {
namespace detail {

/// Queues sorting all elements as one line. If `places` is not null, also writes their original
/// indices to it.
void sort_all(Stream& stream, const SortLines& lines, void* keys, std::int64_t* places);

/// Returns all elements, sorted, as a one-dimensional array.
template <class T>
Array<T> sorted_all(const SortLines& lines, std::int64_t* places = nullptr) {
    static_assert(RadixSorted<T>, "elements of this type cannot be ordered, as sets require");
    Array<T> keys(lines.stream(), lines.shape().size());
    sort_all(keys.stream(), lines, keys.data(), places);
    return keys;
}
template <ArrayLike E>
auto sorted_all(const E& x) {
    return sorted_all<ElementOf<E>>(sort_lines_of(x, -1));
}

/// True for each sorted element that differs from the previous one.
template <class T>
auto is_first(const Array<T>& sorted) {
    const auto number = index_along(sorted, 0);
    return number == 0 || sorted != gathered<OutOfRange::clamp>(sorted, number - 1);
}

/// True for elements of `Values` that occur among the sorted elements.
template <class T, class Values>
class MemberNode : public Expression<MemberNode<T, Values>> {
public:
    using Element = bool;
    using Type = Common<T, typename Values::Element>;

    MemberNode(const ArrayView<const T>& sorted, const Values& values)
        : table_(sorted, "search for elements"), values_(values) {}
    void collect(OperandList& operands) const {
        table_.collect(operands);
        values_.collect(operands);
    }
    static std::string write(SourceWriter& writer) {
        writer.declare("#include <glint/expression/search.cuh>\n");
        writer.declare(kElementType<Type>.header);
        const auto names = TableOperand<T>::write(writer);
        const std::string value = SourceWriter::converted(
            Values::write(writer), kElementType<typename Values::Element>, kElementType<Type>);
        return writer.define(kElementType<bool>, "is_among<" +
                                                     std::string(kElementType<Type>.name) + ">(" +
                                                     names.data + ", " + names.count + ", " +
                                                     names.stride + ", " + value + ")");
    }

private:
    TableOperand<T> table_;
    Values values_;
};

template <ArrayLike E, class T>
auto is_member(const E& x, const Array<T>& sorted) {
    if (!sorted.empty()) return MemberNode<T, NodeOf<E>>(sorted.view(), node_of(x));
    const Array<T> any(sorted.stream(), 1);  // a table needs memory even if it is empty
    return MemberNode<T, NodeOf<E>>(any(slice(0, 0)), node_of(x));
}

/// The sorted elements of an array x, grouped into runs of equal elements. `runs` has the distinct
/// values as keys and the start of each run as its value. `places` has the original indices of all
/// sorted elements.
template <class T>
struct Grouped {
    Array<std::int64_t> places{};
    Shape shape{};  ///< shape of x
    KeyedSelection<T, std::int64_t> runs;

    Grouped(const SortLines& lines, bool with_places)
        : places(lines.stream(), with_places ? lines.shape().size() : 0),
          shape(lines.shape()),
          runs(selected_pairs<T, std::int64_t>(
              erased(sorted_all<T>(lines, with_places ? places.data() : nullptr)), Keep::runs)) {}

    Array<T> values() const { return runs.keys(); }
    ArrayView<const std::int64_t> starts() const { return runs.values(); }
};

// These functions use the positions at which each distinct value starts among the sorted elements.
// They return the count of each value, the first occurrence of each value in the input, and the
// index of each input element's value.
Array<std::int64_t> counts_from(const ArrayView<const std::int64_t>& starts, std::size_t size);
Array<std::int64_t> firsts_from(const ArrayView<const std::int64_t>& starts,
                                const Array<std::int64_t>& places);
Array<std::int64_t> inverse_from(const ArrayView<const std::int64_t>& starts,
                                 const Array<std::int64_t>& places, const Shape& shape);

/// Returns the shape of `count` slices along dimension `axis`, after moving that dimension to the
/// front.
Shape parts_shape(const Shape& shape, std::size_t axis, std::size_t count);
/// Moves the first dimension to position `axis`.
template <class T>
Array<T> axis_back(const Array<T>& parts, std::size_t axis) {
    return Array<T>(moveaxis(parts, 0, static_cast<std::ptrdiff_t>(axis)));
}

/// Sorts row indices lexicographically by their elements: one stable sort per column, starting with
/// the last.
template <class T>
Array<std::int64_t> sorted_places(const ArrayView<const T>& rows) {
    Array<std::int64_t> places = arange<std::int64_t>(rows.stream(), rows.shape()[0]);
    for (std::size_t column = rows.shape()[1]; column-- > 0;) {
        Array<T> keys = gathered(rows(slice(), column), places);
        sort_by_key(keys, places);
    }
    return places;
}

/// True for each sorted row that differs from the previous row.
template <class T>
Array<bool> first_rows(const Array<T>& rows) {
    Array<bool> firsts = full<bool>(rows.stream(), rows.shape()[0], true);
    const auto after = slice(1, std::nullopt);
    firsts(after) = any(rows(after) != rows(slice(0, -1)), axis(1));
    return firsts;
}

}  // namespace detail

/// The distinct values of `x`, in ascending order. Does not wait: the device computes their number.
template <ArrayLike E>
auto unique_values(const E& x) {
    return unique(detail::sorted_all(x));
}

/// The distinct values of an array, in ascending order, and the count of each.
template <class T>
struct UniqueCounts {
    Array<T> values;
    Array<std::int64_t> counts;
};
/// Returns the distinct values with their counts. Waits for the number of values.
template <ArrayLike E>
auto unique_counts(const E& x) {
    using T = detail::ElementOf<E>;
    const detail::Grouped<T> groups(detail::sort_lines_of(x, -1), false);
    return UniqueCounts<T>{groups.values(),
                           detail::counts_from(groups.starts(), groups.shape.size())};
}

/// The distinct values of an array, in ascending order, and for each element the index of its
/// value.
template <class T>
struct UniqueInverse {
    Array<T> values;
    Array<std::int64_t> inverse_indices;  ///< in the shape of the array
};
/// Returns the distinct values with inverse indices: gathered(values, inverse_indices) equals `x`.
/// Waits for the number of values.
template <ArrayLike E>
auto unique_inverse(const E& x) {
    using T = detail::ElementOf<E>;
    const detail::Grouped<T> groups(detail::sort_lines_of(x, -1), true);
    return UniqueInverse<T>{groups.values(),
                            detail::inverse_from(groups.starts(), groups.places, groups.shape)};
}

/// The distinct values of an array, in ascending order, with indices and counts.
template <class T>
struct UniqueAll {
    Array<T> values;
    Array<std::int64_t> indices;          ///< of the first occurrence of each value, in C order
    Array<std::int64_t> inverse_indices;  ///< value index of each element, in the array's shape
    Array<std::int64_t> counts;           ///< number of occurrences of each value
};
/// Returns the distinct values with indices and counts. Waits for the number of values.
template <ArrayLike E>
auto unique_all(const E& x) {
    using T = detail::ElementOf<E>;
    const detail::Grouped<T> groups(detail::sort_lines_of(x, -1), true);
    const auto starts = groups.starts();
    return UniqueAll<T>{groups.values(), detail::firsts_from(starts, groups.places),
                        detail::inverse_from(starts, groups.places, groups.shape),
                        detail::counts_from(starts, groups.shape.size())};
}

/// The distinct slices of an array along one dimension, in lexicographic order. For example, the
/// slices along dimension 0 of a matrix are its rows. The result has one index for each distinct
/// slice, and one inverse index for each slice. Sorts once for each element of a slice. Waits for
/// the number of distinct slices. Throws Error(invalid_argument) if the dimension does not exist.
template <ArrayLike E>
auto unique_all(const E& x, std::ptrdiff_t axis) {
    using T = detail::ElementOf<E>;
    static_assert(detail::RadixSorted<T>,
                  "elements of this type cannot be ordered, as sets require");
    const Shape shape = shape_of(x);
    const std::size_t which = detail::axis_of(axis, shape.rank()), count = shape[which];
    const Array<T> parts(moveaxis(x, axis, 0));
    const auto rows =
        parts.view().with(detail::row_major({count, detail::parts_shape(shape, which, 1).size()}));
    const auto places = detail::sorted_places(rows);
    if (count == 0)
        return UniqueAll<T>{detail::axis_back(parts, which), places.copy(), places.copy(),
                            places.copy()};
    const Array<T> sorted = gathered(rows, places);
    const auto firsts = nonzero(detail::first_rows(sorted));
    const auto starts = firsts.elements();
    Array<T> values(rows.stream(), detail::parts_shape(shape, which, starts.size()));
    values.view().with(detail::row_major({starts.size(), rows.shape()[1]})) =
        gathered(sorted, starts);
    return UniqueAll<T>{detail::axis_back(values, which), detail::firsts_from(starts, places),
                        detail::inverse_from(starts, places, Shape(count)),
                        detail::counts_from(starts, count)};
}

/// True for elements of `x` that occur in `among`. The two may have different types, and are
/// compared in their common type. Returns an expression that uses a sorted copy of `among`. The
/// call makes this copy, so later changes of `among` do not affect the expression.
template <ArrayLike E, ArrayLike Among>
auto isin(const E& x, const Among& among) {
    static_assert(detail::kHasOrder<detail::ElementOf<E>>,
                  "complex numbers and vectors cannot be ordered");
    return detail::is_member(x, detail::sorted_all(among));
}

// Set operations on two arrays, views or expressions of one type; use cast<T>(x) to convert. They
// do not wait: the device computes the number of values.

/// The values that occur in both `a` and `b`.
template <ArrayLike A, ArrayLike B>
auto intersect1d(const A& a, const B& b) {
    static_assert(std::is_same_v<detail::ElementOf<A>, detail::ElementOf<B>>,
                  "both arrays must have the same element type");
    const auto sorted = detail::sorted_all(a);
    return select(sorted, detail::is_first(sorted) && isin(sorted, b));
}

/// The values that occur in `a` but not in `b`.
template <ArrayLike A, ArrayLike B>
auto setdiff1d(const A& a, const B& b) {
    static_assert(std::is_same_v<detail::ElementOf<A>, detail::ElementOf<B>>,
                  "both arrays must have the same element type");
    const auto sorted = detail::sorted_all(a);
    return select(sorted, detail::is_first(sorted) && !isin(sorted, b));
}

/// The values that occur in `a` or in `b`.
template <ArrayLike A, ArrayLike B>
auto union1d(const A& a, const B& b) {
    return unique(merged(detail::sorted_all(a), detail::sorted_all(b)));
}

}  // namespace glint
