// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <glint/algorithms/detail/expression_kernel.hpp>
#include <glint/algorithms/detail/paired.hpp>
#include <glint/algorithms/detail/select_task.hpp>
#include <glint/array/array.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/sequence.hpp>

/// Selecting elements while keeping their order (stream compaction).
///
/// All functions accept arrays, views and expressions, and read them in C order. Expressions are
/// not stored in memory first. The device computes the number of selected elements. Only functions
/// that return this number, or a view of the selected elements, to the host wait. Results are
/// stored in memory with space for all elements.
namespace glint {

/// Element counts that are computed on the device.
class DeviceCounts {
public:
    /// Creates `size` counts, whose sum is at most `most`.
    DeviceCounts(const Stream& stream, std::size_t size, std::size_t most)
        : numbers_(Array<std::int64_t>::zeros(stream, size)), most_(most) {}

    /// The counts, for kernels and expressions.
    const Array<std::int64_t>& array() const noexcept { return numbers_; }
    std::int64_t* data() noexcept { return numbers_.data(); }
    /// Waits, and returns a count on the host. During CompileAhead, where nothing is computed, the
    /// first count is `most` and the others are 0, so that the program requests the kernels for
    /// that many elements.
    std::size_t operator[](std::size_t i) const;

private:
    Array<std::int64_t> numbers_;
    std::size_t most_;
};

/// The selected elements.
template <class T>
class Selection {
public:
    Selection(const Stream& stream, std::size_t most)
        : room_(stream, most), counts_(stream, 1, most) {}

    /// Waits, and returns the number of selected elements.
    std::size_t count() const { return counts_[0]; }
    /// Waits, and returns a view of the selected elements.
    ArrayView<T> elements() { return room_(kept()); }
    ArrayView<const T> elements() const { return room_(kept()); }

    /// Memory with space for all elements; only the first `device_count()` are set.
    Array<T>& room() noexcept { return room_; }
    const Array<T>& room() const noexcept { return room_; }
    const Array<std::int64_t>& device_count() const noexcept { return counts_.array(); }
    std::int64_t* count_data() noexcept { return counts_.data(); }

private:
    Slice kept() const { return slice(0, static_cast<std::ptrdiff_t>(count())); }

    Array<T> room_;
    DeviceCounts counts_;
};

/// Selected keys, and a value for each.
template <class Key, class Value>
class KeyedSelection {
public:
    KeyedSelection(const Stream& stream, std::size_t most)
        : keys_(stream, most), values_(stream, most) {}

    /// Waits, like the functions below, and returns the number of selected keys.
    std::size_t count() const { return keys_.count(); }
    ArrayView<Key> keys() { return keys_.elements(); }
    ArrayView<const Key> keys() const { return keys_.elements(); }
    ArrayView<Value> values() { return values_(kept()); }
    ArrayView<const Value> values() const { return values_(kept()); }

    Array<Key>& key_room() noexcept { return keys_.room(); }
    const Array<Key>& key_room() const noexcept { return keys_.room(); }
    Array<Value>& value_room() noexcept { return values_; }
    const Array<Value>& value_room() const noexcept { return values_; }
    const Array<std::int64_t>& device_count() const noexcept { return keys_.device_count(); }
    std::int64_t* count_data() noexcept { return keys_.count_data(); }

private:
    Slice kept() const { return slice(0, static_cast<std::ptrdiff_t>(count())); }

    Selection<Key> keys_;
    Array<Value> values_;
};

/// The result of `partition`: all elements, in two or three groups.
template <class T>
class Partitioned {
public:
    Partitioned(const Stream& stream, std::size_t size)
        : elements_(stream, size), counts_(stream, 2, size) {}

    Array<T>& elements() noexcept { return elements_; }
    const Array<T>& elements() const noexcept { return elements_; }
    /// Wait, and return the number of elements in the first or in the second group.
    std::size_t first_count() const { return counts_[0]; }
    std::size_t second_count() const { return counts_[1]; }
    /// Both counts on the device.
    const Array<std::int64_t>& device_counts() const noexcept { return counts_.array(); }
    std::int64_t* counts_data() noexcept { return counts_.data(); }

private:
    Array<T> elements_;
    DeviceCounts counts_;
};

namespace detail {

template <class T>
glint::Selection<T> selected(const AnyExpression& input, Keep keep, const PassOptions& pass = {}) {
    glint::Selection<T> result(stream_for(input, "select elements"), input.shape.size());
    select(result.room().stream(),
           {.input = input,
            .keep = keep,
            .first = kElementType<T>,
            .second = kElementType<std::int64_t>,
            .pass = pass},
           result.room().data(), nullptr, result.count_data());
    return result;
}

template <class Key, class Value>
KeyedSelection<Key, Value> selected_pairs(const AnyExpression& input, Keep keep) {
    KeyedSelection<Key, Value> result(stream_for(input, "select elements"), input.shape.size());
    select(
        result.key_room().stream(),
        {.input = input, .keep = keep, .first = kElementType<Key>, .second = kElementType<Value>},
        result.key_room().data(), result.value_room().data(), result.count_data());
    return result;
}

/// Waits, and returns the indices along each dimension of an array of this shape, for flat indices
/// in C order.
Array<std::int64_t> indices_of(const glint::Selection<std::int64_t>& numbers, const Shape& shape);

template <class E, class Classes>
auto partitioned(const E& x, const Classes& classes, const PassOptions& pass = {}) {
    using T = ElementOf<E>;
    const AnyExpression input = paired(node_of(x), classes);
    glint::Partitioned<T> result(stream_for(input, "partition elements"), input.shape.size());
    partition(result.elements().stream(), input, kElementType<T>, result.elements().data(),
              result.counts_data(), pass);
    return result;
}

}  // namespace detail

/// The elements of `x` where `mask` is true (not 0), like NumPy's x[mask]. `mask` broadcasts with
/// `x`.
template <ArrayLike E, ArrayLike Mask>
auto select(const E& x, const Mask& mask) {
    return detail::selected<detail::ElementOf<E>>(
        detail::paired(detail::node_of(x), detail::node_of(mask)), detail::Keep::flagged);
}

/// The flat indices, in C order, of the elements that are not 0.
template <ArrayLike E>
Selection<std::int64_t> nonzero(const E& x) {
    const detail::AnyExpression input = detail::erased(detail::node_of(x));
    const detail::Sequence indices(detail::stream_for(input, "find nonzero elements"), input.shape,
                                   detail::Steps<std::int64_t>{0, 1});
    return select(indices, x);
}

/// The indices of the elements that are not 0, in C order: one row per element, with the indices
/// along all dimensions. Waits for the number of these elements.
template <ArrayLike E>
Array<std::int64_t> argwhere(const E& x) {
    return detail::indices_of(nonzero(x), shape_of(x));
}

/// Removes each element that equals the previous element. In sorted input, each value remains once;
/// `unique_values` in sets.hpp works for any input. NaN does not equal itself, so each NaN remains.
template <ArrayLike E>
auto unique(const E& x) {
    return detail::selected<detail::ElementOf<E>>(detail::erased(detail::node_of(x)),
                                                  detail::Keep::heads);
}

/// The first key of each run of equal keys, and the value at that position.
template <ArrayLike Keys, ArrayLike Values>
auto unique_by_key(const Keys& keys, const Values& values) {
    return detail::selected_pairs<detail::ElementOf<Keys>, detail::ElementOf<Values>>(
        detail::paired(detail::node_of(keys), detail::node_of(values)), detail::Keep::keys);
}

/// Returns a key and a value for each run of equal elements: the element and the run's length.
template <ArrayLike E>
auto run_length_encode(const E& x) {
    const detail::AnyExpression input = detail::erased(detail::node_of(x));
    auto runs =
        detail::selected_pairs<detail::ElementOf<E>, std::int64_t>(input, detail::Keep::runs);
    Array<std::int64_t> lengths(runs.value_room().stream(), runs.value_room().shape());
    detail::run_lengths(lengths.stream(), detail::erased(runs.value_room().view()),
                        runs.device_count().data(), lengths.data());
    runs.value_room() = std::move(lengths);
    return runs;
}

/// The elements where `mask` is true (not 0), then all others. Both groups keep their original
/// order.
template <ArrayLike E, ArrayLike Mask>
auto partition(const E& x, const Mask& mask) {
    return detail::partitioned(x, where(mask, std::uint8_t(0), std::uint8_t(1)));
}

/// The elements where `first` is true, then those where only `second` is true, then all others.
/// Each group keeps its original order.
template <ArrayLike E, ArrayLike First, ArrayLike Second>
auto partition(const E& x, const First& first, const Second& second) {
    const auto others = where(second, std::uint8_t(1), std::uint8_t(2));
    return detail::partitioned(x, where(first, std::uint8_t(0), others));
}

}  // namespace glint
