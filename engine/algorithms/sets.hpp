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

/// Arrays as sets of their values: each value once, in ascending order, under NumPy's names.
///
/// Arrays, views and expressions are taken whatever their shape, and not put into memory before
/// they are sorted. Values are compared by ==: no number equals none, also not itself, so that
/// each is a value of its own, the last ones in order. 0 and -0 are one value.
namespace glint {
namespace detail {

/// Queues sorting all elements in one line, and, unless that is null, their places.
void sort_all(Stream& stream, const SortLines& lines, void* keys, std::int64_t* places);

/// The elements in order, in one dimension.
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

/// Whether each of sorted elements is the first of equal ones.
template <class T>
auto is_first(const Array<T>& sorted) {
    const auto number = index_along(sorted, 0);
    return number == 0 || sorted != gathered<OutOfRange::clamp>(sorted, number - 1);
}

/// Whether elements are among sorted ones.
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
    const Array<T> any(sorted.stream(), 1);  // a table has memory, if no elements
    return MemberNode<T, NodeOf<E>>(any(slice(0, 0)), node_of(x));
}

/// Sorted elements of `x` in `keys`, where they were, and where each value begins among them.
template <class T>
struct Grouped {
    Array<std::int64_t> places{};
    Shape shape{};  ///< of x
    KeyedSelection<T, std::int64_t> runs;

    Grouped(const SortLines& lines, bool with_places)
        : places(lines.stream(), with_places ? lines.shape().size() : 0),
          shape(lines.shape()),
          runs(selected_pairs<T, std::int64_t>(
              erased(sorted_all<T>(lines, with_places ? places.data() : nullptr)), Keep::runs)) {}

    Array<T> values() const { return runs.keys(); }
    ArrayView<const std::int64_t> starts() const { return runs.values(); }
};

// What is found of values that start at these places among sorted elements: how often each occurs
// among `size`, where it occurs first, and for each element which value it has.
Array<std::int64_t> counts_from(const ArrayView<const std::int64_t>& starts, std::size_t size);
Array<std::int64_t> firsts_from(const ArrayView<const std::int64_t>& starts,
                                const Array<std::int64_t>& places);
Array<std::int64_t> inverse_from(const ArrayView<const std::int64_t>& starts,
                                 const Array<std::int64_t>& places, const Shape& shape);

/// The shape of parts along a dimension when there are `count` of them, that dimension first.
Shape parts_shape(const Shape& shape, std::size_t axis, std::size_t count);
/// Puts the dimension before the others into its place.
template <class T>
Array<T> axis_back(const Array<T>& parts, std::size_t axis) {
    return Array<T>(moveaxis(parts, 0, static_cast<std::ptrdiff_t>(axis)));
}

/// Sorts the places of rows by their elements, the first column's above all: from the last column
/// on, each in a stable sort.
template <class T>
Array<std::int64_t> sorted_places(const ArrayView<const T>& rows) {
    Array<std::int64_t> places = arange<std::int64_t>(rows.stream(), rows.shape()[0]);
    for (std::size_t column = rows.shape()[1]; column-- > 0;) {
        Array<T> keys = gathered(rows(slice(), column), places);
        sort_by_key(keys, places);
    }
    return places;
}

/// Which of sorted rows are not as the one before.
template <class T>
Array<bool> first_rows(const Array<T>& rows) {
    Array<bool> firsts = full<bool>(rows.stream(), rows.shape()[0], true);
    const auto behind = slice(1, std::nullopt);
    firsts(behind) = any(rows(behind) != rows(slice(0, -1)), axis(1));
    return firsts;
}

}  // namespace detail

/// Each value of `x` once, in ascending order: NumPy's unique without anything beside it. Queued;
/// how many they are is found on the device.
template <ArrayLike E>
auto unique_values(const E& x) {
    return unique(detail::sorted_all(x));
}

/// The values of an array, in ascending order, and how often each occurs.
template <class T>
struct UniqueCounts {
    Array<T> values;
    Array<std::int64_t> counts;
};
/// Waits for how many values there are.
template <ArrayLike E>
auto unique_counts(const E& x) {
    using T = detail::ElementOf<E>;
    const detail::Grouped<T> groups(detail::sort_lines_of(x, -1), false);
    return UniqueCounts<T>{groups.values(),
                           detail::counts_from(groups.starts(), groups.shape.size())};
}

/// The values of an array, in ascending order, and for each element the index of its value.
template <class T>
struct UniqueInverse {
    Array<T> values;
    Array<std::int64_t> inverse_indices;  ///< in the shape of the array
};
/// Waits for how many values there are: gathered(values, inverse_indices) is `x` again.
template <ArrayLike E>
auto unique_inverse(const E& x) {
    using T = detail::ElementOf<E>;
    const detail::Grouped<T> groups(detail::sort_lines_of(x, -1), true);
    return UniqueInverse<T>{groups.values(),
                            detail::inverse_from(groups.starts(), groups.places, groups.shape)};
}

/// All that is to be known of the values of an array, which are in ascending order.
template <class T>
struct UniqueAll {
    Array<T> values;
    Array<std::int64_t> indices;          ///< where each occurs first, in C's order
    Array<std::int64_t> inverse_indices;  ///< of each element its value's index, in its shape
    Array<std::int64_t> counts;           ///< how often each occurs
};
/// Waits for how many values there are.
template <ArrayLike E>
auto unique_all(const E& x) {
    using T = detail::ElementOf<E>;
    const detail::Grouped<T> groups(detail::sort_lines_of(x, -1), true);
    const auto starts = groups.starts();
    return UniqueAll<T>{groups.values(), detail::firsts_from(starts, groups.places),
                        detail::inverse_from(starts, groups.places, groups.shape),
                        detail::counts_from(starts, groups.shape.size())};
}

/// All that is to be known of the parts of an array along one dimension, as the rows of a matrix
/// along 0: each once, in the order of their first elements that differ, and for each part one
/// index and one inverse index. Sorts once for each element of a part; waits for how many there
/// are. Throws Error(invalid_argument) if there is no such dimension.
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

/// Whether each element of `x` is one of `among`, which may have another type: compared in the type
/// common to both. An expression, which has sorted `among` when it is made: what is in that later
/// does not count.
template <ArrayLike E, ArrayLike Among>
auto isin(const E& x, const Among& among) {
    static_assert(detail::kHasOrder<detail::ElementOf<E>>,
                  "complex numbers and vectors cannot be ordered");
    return detail::is_member(x, detail::sorted_all(among));
}

// Sets made of two arrays, views or expressions of one type: cast<T>(x) makes it. Queued; how many
// values there are is found on the device.

/// The values that are in both.
template <ArrayLike A, ArrayLike B>
auto intersect1d(const A& a, const B& b) {
    static_assert(std::is_same_v<detail::ElementOf<A>, detail::ElementOf<B>>,
                  "both arrays must have the same element type");
    const auto sorted = detail::sorted_all(a);
    return select(sorted, detail::is_first(sorted) && isin(sorted, b));
}

/// The values that are in `a` and not in `b`.
template <ArrayLike A, ArrayLike B>
auto setdiff1d(const A& a, const B& b) {
    static_assert(std::is_same_v<detail::ElementOf<A>, detail::ElementOf<B>>,
                  "both arrays must have the same element type");
    const auto sorted = detail::sorted_all(a);
    return select(sorted, detail::is_first(sorted) && !isin(sorted, b));
}

/// The values that are in one of the two.
template <ArrayLike A, ArrayLike B>
auto union1d(const A& a, const B& b) {
    return unique(merged(detail::sorted_all(a), detail::sorted_all(b)));
}

}  // namespace glint
