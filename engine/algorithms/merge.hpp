// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <type_traits>

#include <glint/array/array.hpp>

/// Merging of two sorted sequences.
namespace glint {
namespace detail {

/// Throws Error(invalid_argument) if the numbers of keys and values differ.
void check_pairs(std::size_t keys, std::size_t values);

/// A type-erased merge; only its generated code knows the types. The pointers to values are null
/// for keys without values.
struct MergeTask {
    ElementType key{}, value{};
    const void* keys[2] = {};
    const void* values[2] = {};
    std::size_t counts[2] = {};
    bool has_values = false;
    OperandList inputs{};    ///< the inputs, whose streams the merge waits for
    bool in_blocks = false;  ///< uses the GPU algorithm on the CPU, too; for tests

    template <class T>
    void add(std::size_t i, const ArrayView<const T>& of_keys) {
        keys[i] = of_keys.data();
        counts[i] = of_keys.size();
        inputs.add({.data = of_keys.data()}, of_keys.stream());
    }
    template <class T>
    void add_values(std::size_t i, const ArrayView<const T>& of_values) {
        check_pairs(counts[i], of_values.size());
        has_values = true;
        values[i] = of_values.data();
        inputs.add({.data = of_values.data()}, of_values.stream());
    }
};

/// Queues the merge. `keys` and `values` must have space for all elements.
void merge(Stream& stream, const MergeTask& task, void* keys, void* values);

/// Returns the elements themselves if they are contiguous, otherwise a contiguous copy.
template <ArrayLike E>
ArrayView<const ElementOf<E>> side_by_side(const E& x) {
    const auto node = node_of(x);
    if constexpr (requires { node.is_contiguous(); })
        if (node.is_contiguous()) return node;
    Array fresh(node);
    return fresh.view().as_const();
}

}  // namespace detail

/// Merges two sequences that are sorted by < into one new sorted array. Equal elements of `a` come
/// before those of `b`. NaN comes after all numbers, as in sorted arrays. Arrays, views and
/// expressions are read in C order. An input that is not contiguous is evaluated first. Does not
/// wait. If an input is not sorted, the order of the result is unspecified.
template <ArrayLike A, ArrayLike B>
auto merged(const A& a, const B& b) {
    using T = detail::ElementOf<A>;
    static_assert(std::is_same_v<T, detail::ElementOf<B>>,
                  "both arrays must have the same element type. Use cast<T>(x)");
    const auto first = detail::side_by_side(a);
    const auto second = detail::side_by_side(b);
    Array<T> result(first.stream(), first.size() + second.size());
    detail::MergeTask task{.key = detail::kElementType<T>, .value = detail::kElementType<T>};
    task.add(0, first);
    task.add(1, second);
    detail::merge(result.stream(), task, result.data(), nullptr);
    return result;
}

/// Keys with one value each.
template <class Key, class Value>
struct KeyedArrays {
    Array<Key> keys;
    Array<Value> values;
};

/// Merges the keys of two sequences like `merged`, and moves the values with their keys. Throws
/// Error(invalid_argument) if the numbers of keys and values differ.
template <ArrayLike A, ArrayLike AValues, ArrayLike B, ArrayLike BValues>
auto merged_by_key(const A& a, const AValues& a_values, const B& b, const BValues& b_values) {
    using T = detail::ElementOf<A>;
    using V = detail::ElementOf<AValues>;
    static_assert(std::is_same_v<T, detail::ElementOf<B>>, "all keys must have the same type");
    static_assert(std::is_same_v<V, detail::ElementOf<BValues>>,
                  "all values must have the same type");
    const auto first = detail::side_by_side(a);
    const auto second = detail::side_by_side(b);
    detail::MergeTask task{.key = detail::kElementType<T>, .value = detail::kElementType<V>};
    task.add(0, first);
    task.add(1, second);
    const auto with_first = detail::side_by_side(a_values);
    const auto with_second = detail::side_by_side(b_values);
    task.add_values(0, with_first);
    task.add_values(1, with_second);
    const std::size_t size = first.size() + second.size();
    KeyedArrays<T, V> result{Array<T>(first.stream(), size), Array<V>(first.stream(), size)};
    detail::merge(result.keys.stream(), task, result.keys.data(), result.values.data());
    return result;
}

}  // namespace glint
