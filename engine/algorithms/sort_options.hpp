// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include <glint/algorithms/detail/radix_sort.hpp>
#include <glint/array/array.hpp>
#include <glint/array/views.hpp>

namespace glint {

/// How numbers are sorted.
struct SortOptions {
    bool descending = false;
    /// Lines along this dimension are sorted each for itself; the last one if negative, and so on.
    std::ptrdiff_t axis = -1;
    /// Only the bits from `first_bit` to before `last_bit` count, which saves time where the others
    /// are equal or do not matter: bits of unsigned integers; of signed ones with the sign's bit
    /// turned over; of floating-point numbers as radix_key.cuh orders them.
    int first_bit = 0;
    std::optional<int> last_bit{};  ///< all of the type's if not given
};

/// How elements are sorted by a comparison.
struct LineOptions {
    std::ptrdiff_t axis = -1;
};

namespace detail {

/// What a radix sort orders: numbers, but for complex ones.
template <class T>
concept RadixSorted = kHasOrder<T>;

/// Throws Error(invalid_argument) for bits that keys of so many bytes do not have.
SortDigits digits_of(const SortOptions& options, std::size_t key_bytes);

/// The order of dimensions that has `axis` last. Throws Error(invalid_argument) if there is none.
PerAxis<std::ptrdiff_t> sort_axes(std::size_t rank, std::ptrdiff_t axis);

/// A shape whose last dimension is brought to the place `axis`.
Shape with_axis_back(const Shape& shape, std::size_t axis);

/// A view with the dimension `axis` last; its lines are then the segments of a sort.
template <class T>
ArrayView<T> sort_lines(const ArrayView<T>& view, std::ptrdiff_t axis) {
    if (view.rank() == 0) return view;
    const auto axes = sort_axes(view.rank(), axis);
    return view.with(transposed(view.layout(), {axes.begin(), axes.rank()}));
}

/// The lines of a dense array along its last dimension.
SortSegments sort_segments_of(const Shape& shape);

/// Throws Error(invalid_argument) if the shapes differ.
void check_sort_pairs(const Shape& keys, const Shape& values);

/// Calls `sort(view)` with a view of the lines that are contiguous: of the elements themselves
/// if they do, else of a copy that is written back.
template <class T, class Sort>
void with_dense_lines(const ArrayView<T>& x, std::ptrdiff_t axis, Sort&& sort) {
    ArrayView<T> lines = sort_lines(x, axis);
    if (lines.empty()) return;
    if (lines.is_contiguous()) return sort(lines);
    Array<T> dense = lines;
    sort(dense.view());
    lines = dense.view();
}

/// A job that sorts keys in place.
template <class T>
SortJob sort_job_in_place(const ArrayView<T>& keys) {
    return {.key = kElementType<T>,
            .keys = {keys.data(), keys.data()},
            .segments = sort_segments_of(keys.shape()),
            .size = keys.size()};
}
template <class T, class V>
SortJob sort_job_in_place(const ArrayView<T>& keys, const ArrayView<V>& values) {
    SortJob job = sort_job_in_place(keys);
    job.value = block_type<V>();
    job.values = {values.data(), values.data()};
    return job;
}

/// Lets a sort give the keys' places.
template <class Index>
void set_places(SortJob& job, Array<Index>& places) {
    job.value = kElementType<Index>;
    job.numbered = true;
    job.values = {nullptr, places.data()};
}

/// Throws Error(invalid_argument) if places up to `length` do not fit into an index of so many
/// bytes.
void check_place_index(std::size_t length, std::size_t index_bytes, bool is_signed);

/// The lines of an array or an expression, as a sort reads them.
struct SortLines {
    AnyExpression expression{};              ///< with their dimension as the last one
    const void* data = nullptr;              ///< where its elements are, if they are contiguous
    std::shared_ptr<ArrayStorage> memory{};  ///< that they were put into, if they were

    const Shape& shape() const noexcept { return expression.shape; }
    bool empty() const noexcept { return shape().size() == 0; }
    /// The first stream of the arrays in it. Throws Error(invalid_argument) if there are none.
    const Stream& stream() const;
    /// A job that sorts them, which refers to this object and lacks results.
    SortJob job() const;
};

/// Brings the dimension `axis` of an expression to the end. `is_view` says that it is nothing but
/// the elements of an array. Throws Error(invalid_argument) if there is no such dimension.
void bring_last(SortLines& lines, std::ptrdiff_t axis, bool is_view);
/// Brings the dimensions of an expression into this order.
void bring_in_order(SortLines& lines, std::span<const std::ptrdiff_t> order, bool is_view);

/// Evaluates the lines to memory of their own.
void put_side_by_side(SortLines& lines);

/// Whether neighbours of a line are further apart than those of different lines in some operand: to
/// read them one by one takes longer than to make them contiguous.
bool run_across(const SortLines& lines);

template <ArrayLike E>
SortLines sort_lines_of(const E& expression, std::ptrdiff_t axis) {
    SortLines lines{.expression = erased(expression)};
    bring_last(lines, axis, Viewable<const E&>);
    if (run_across(lines)) put_side_by_side(lines);
    return lines;
}

/// Calls `work(stream)` with a stream on which all that the lines are made of is ready, and lets
/// the streams of that wait for it.
template <class Work>
void with_lines(const SortLines& lines, Stream& stream, Work&& work) {
    JoinedStreams joined(stream, lines.expression.operands);
    work(stream);
    joined.release();
}

/// An array of lines with their dimension, the last one, at the place `axis`.
template <class T>
Array<T> sort_lines_back(Array<T> lines, std::ptrdiff_t axis) {
    const std::size_t rank = lines.rank();
    if (rank < 2 || axis_of(axis, rank) + 1 == rank) return lines;
    Array<T> result(lines.stream(), with_axis_back(lines.shape(), axis_of(axis, rank)));
    sort_lines(result.view(), axis) = lines.view();
    return result;
}

/// The elements of each line in their order, which `sort(job, stream)` makes.
template <class T, class E, class Sort>
Array<T> sort_to_new(const E& expression, std::ptrdiff_t axis, Sort&& sort) {
    const SortLines lines = sort_lines_of(expression, axis);
    Array<T> sorted(lines.stream(), lines.shape());
    if (!lines.empty())
        with_lines(lines, sorted.stream(), [&](Stream& stream) {
            SortJob job = lines.job();
            job.keys.result = sorted.data();
            sort(job, stream);
        });
    return sort_lines_back(std::move(sorted), axis);
}

/// The places of the elements of each line in their order: `sort(job, stream)` finds them.
template <class Index, class T, class E, class Sort>
Array<Index> sort_places_of(const E& expression, std::ptrdiff_t axis, Sort&& sort) {
    static_assert(std::is_integral_v<Index> && sizeof(Index) >= 4,
                  "positions must be integers of at least 4 bytes");
    const SortLines lines = sort_lines_of(expression, axis);
    SortJob job = lines.job();
    check_place_index(job.segments.length, sizeof(Index), std::is_signed_v<Index>);
    Array<Index> places(lines.stream(), lines.shape());
    if (!lines.empty()) {
        Array<T> keys(lines.stream(), lines.shape());
        job.keys.result = keys.data();
        set_places(job, places);
        with_lines(lines, places.stream(), [&](Stream& stream) { sort(job, stream); });
    }
    return sort_lines_back(std::move(places), axis);
}

/// Does `work`, which is queued on the stream of `keys`, when `values` are ready; their stream
/// waits for it.
template <class T, class V, class Work>
void with_sort_joined(const ArrayView<T>& keys, const ArrayView<V>& values, Work&& work) {
    const AnyExpression others = moved(values);
    JoinedStreams joined(keys.stream(), others.operands);
    work();
    joined.release();
}

/// Sorts keys and values line by line, by `sort(stream, job)`.
/// Throws Error(invalid_argument) if their shapes differ.
template <class T, class V, class Sort>
void sort_pairs(const ArrayView<T>& keys, const ArrayView<V>& values, std::ptrdiff_t axis,
                Sort&& sort) {
    check_sort_pairs(keys.shape(), values.shape());
    with_dense_lines(keys, axis, [&](const ArrayView<T>& key_lines) {
        with_dense_lines(values, axis, [&](const ArrayView<V>& value_lines) {
            with_sort_joined(key_lines, value_lines, [&] {
                sort(key_lines.stream(), sort_job_in_place(key_lines, value_lines));
            });
        });
    });
}

}  // namespace detail
}  // namespace glint
