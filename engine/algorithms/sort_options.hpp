// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>

#include <glint/algorithms/detail/radix_sort.hpp>
#include <glint/array/array.hpp>
#include <glint/array/views.hpp>

namespace glint {

/// Options for sorting numbers.
struct SortOptions {
    bool descending = false;
    /// Sorts the lines along this dimension independently. Negative values count from the end.
    std::ptrdiff_t axis = -1;
    /// Compares only the bits from `first_bit` (inclusive) to `last_bit` (exclusive). This saves
    /// time if the other bits are equal or do not matter. For unsigned integers, the compared bits
    /// are those of the number. For signed integers, the sign bit is inverted first. Floating-point
    /// numbers are first mapped to integers as in radix_key.cuh.
    int first_bit = 0;
    std::optional<int> last_bit{};  ///< default: all bits of the type
};

/// Options for sorting by a comparison.
struct LineOptions {
    std::ptrdiff_t axis = -1;
};

namespace detail {

/// Types that the radix sort supports: all numbers except complex numbers.
template <class T>
concept RadixSorted = kHasOrder<T>;

/// Throws Error(invalid_argument) if keys of this size do not have the selected bits.
SortDigits digits_of(const SortOptions& options, std::size_t key_bytes);

/// Returns the order of dimensions that puts `axis` last. Throws Error(invalid_argument) if that
/// dimension does not exist.
PerAxis<std::ptrdiff_t> sort_axes(std::size_t rank, std::ptrdiff_t axis);

/// Returns a shape with its last dimension moved to position `axis`.
Shape with_axis_back(const Shape& shape, std::size_t axis);

/// Returns a view in which dimension `axis` is last. Each line is a segment of the sort.
template <class T>
ArrayView<T> sort_lines(const ArrayView<T>& view, std::ptrdiff_t axis) {
    if (view.rank() == 0) return view;
    const auto axes = sort_axes(view.rank(), axis);
    return view.with(transposed(view.layout(), {axes.begin(), axes.rank()}));
}

/// Returns the lines of a dense array along its last dimension.
SortSegments sort_segments_of(const Shape& shape);

/// Throws Error(invalid_argument) if the shapes differ.
void check_sort_pairs(const Shape& keys, const Shape& values);

/// Calls `sort(view)` with contiguous lines. If the elements are not contiguous, sorts a copy and
/// copies it back.
template <class T, class Sort>
void with_dense_lines(const ArrayView<T>& x, std::ptrdiff_t axis, Sort&& sort) {
    ArrayView<T> lines = sort_lines(x, axis);
    if (lines.empty()) return;
    if (lines.is_contiguous()) return sort(lines);
    Array<T> dense = lines;
    sort(dense.view());
    lines = dense.view();
}

/// Returns a job that sorts keys in place.
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

/// Sets the output of a sort to the indices of the keys.
template <class Index>
void set_places(SortJob& job, Array<Index>& places) {
    job.value = kElementType<Index>;
    job.numbered = true;
    job.values = {nullptr, places.data()};
}

/// Throws Error(invalid_argument) if an index of this size cannot represent indices up to `length`.
void check_place_index(std::size_t length, std::size_t index_bytes, bool is_signed);

/// The lines of an array or an expression, in the form that a sort reads.
struct SortLines {
    AnyExpression expression{};              ///< the dimension of the lines is last
    const void* data = nullptr;              ///< address of the elements if they are contiguous
    std::shared_ptr<ArrayStorage> memory{};  ///< owns a contiguous copy, if one was made

    const Shape& shape() const noexcept { return expression.shape; }
    bool empty() const noexcept { return shape().size() == 0; }
    /// Returns the first stream of the arrays. Throws Error(invalid_argument) if there are no
    /// arrays.
    const Stream& stream() const;
    /// Returns a job that sorts the lines. The job refers to this object, and the caller still has
    /// to set the job's outputs.
    SortJob job() const;
};

/// Moves the dimension `axis` of an expression to the end. `is_view` is true if the expression is
/// just the elements of an array. Throws Error(invalid_argument) if the dimension does not exist.
void bring_last(SortLines& lines, std::ptrdiff_t axis, bool is_view);
/// Permutes the dimensions of an expression.
void bring_into_order(SortLines& lines, std::span<const std::ptrdiff_t> order, bool is_view);

/// Evaluates the lines into new contiguous memory.
void put_side_by_side(SortLines& lines);

/// True if, in some operand, neighbors within a line are farther apart in memory than elements of
/// different lines. Making the lines contiguous is then faster than reading them element by
/// element.
bool run_across(const SortLines& lines);

template <ArrayLike E>
SortLines sort_lines_of(const E& expression, std::ptrdiff_t axis) {
    SortLines lines{.expression = erased(expression)};
    bring_last(lines, axis, Viewable<const E&>);
    if (run_across(lines)) put_side_by_side(lines);
    return lines;
}

/// Calls `work(stream)` after making the stream wait for the inputs of the lines. The inputs'
/// streams then wait for the work.
template <class Work>
void with_lines(const SortLines& lines, Stream& stream, Work&& work) {
    JoinedStreams joined(stream, lines.expression.operands);
    work(stream);
    joined.release();
}

/// Moves the last dimension, the dimension of the lines, to position `axis`.
template <class T>
Array<T> sort_lines_back(Array<T> lines, std::ptrdiff_t axis) {
    const std::size_t rank = lines.rank();
    if (rank < 2 || axis_of(axis, rank) + 1 == rank) return lines;
    Array<T> result(lines.stream(), with_axis_back(lines.shape(), axis_of(axis, rank)));
    sort_lines(result.view(), axis) = lines.view();
    return result;
}

/// Returns the sorted elements of each line. Calls `sort(job, stream)` to sort them.
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

/// Returns the indices that sort each line. Calls `sort(job, stream)` to find them.
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

/// Calls `work`, which queues on the stream of `keys`, after making that stream wait for `values`.
/// The stream of `values` then waits for that work.
template <class T, class V, class Work>
void with_sort_joined(const ArrayView<T>& keys, const ArrayView<V>& values, Work&& work) {
    const AnyExpression others = moved(values);
    JoinedStreams joined(keys.stream(), others.operands);
    work();
    joined.release();
}

/// Sorts keys and values line by line, using `sort(stream, job)`. Throws Error(invalid_argument) if
/// the shapes of keys and values differ.
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
