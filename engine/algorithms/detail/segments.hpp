// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include <glint/algorithms/detail/paired.hpp>
#include <glint/algorithms/detail/scan_task.hpp>
#include <glint/array/array.hpp>

/// Describes where segmented scans restart. Pass by_key(), by_heads() or by_offsets() to a scan
/// after its operator.
namespace glint {
namespace detail {

template <class Node>
struct ByKey {
    Node keys;
};
template <class Node>
struct ByHeads {
    Node heads;
};
template <class Node>
struct ByOffsets {
    Node offsets;
};

template <class T>
inline constexpr bool kIsSegments = false;
template <class Node>
inline constexpr bool kIsSegments<ByKey<Node>> = true;
template <class Node>
inline constexpr bool kIsSegments<ByHeads<Node>> = true;
template <class Node>
inline constexpr bool kIsSegments<ByOffsets<Node>> = true;

/// Elements paired with their keys, or with flags that mark the starts of segments.
struct Segmented {
    AnyExpression elements;
    Heads heads;
};

template <class E, class Node>
Segmented segmented(const E& x, const ByKey<Node>& by) {
    return {paired(x, by.keys), Heads::keys};
}
template <class E, class Node>
Segmented segmented(const E& x, const ByHeads<Node>& by) {
    return {paired(x, by.heads), Heads::flags};
}
template <class E, class Node>
Segmented segmented(const E& x, const ByOffsets<Node>& by) {
    static_assert(std::is_integral_v<typename Node::Element>, "offsets must be integers");
    const AnyExpression elements = erased(x), offsets = erased(by.offsets);
    auto flags = Array<bool>::zeros(stream_for(elements, "scan segments"), elements.shape);
    mark_heads(flags.stream(), offsets, flags.data(), flags.size());
    Segmented parts = segmented(x, ByHeads<ArrayView<bool>>{flags.view()});
    parts.elements.operands.hold(flags.view().storage());
    return parts;
}

}  // namespace detail

/// A description of segments: the result of by_key, by_heads or by_offsets.
template <class S>
concept Segments = detail::kIsSegments<std::remove_cvref_t<S>>;

/// Starts a segment wherever the key differs (by ==) from the previous key. `keys` is an array or
/// expression with the shape of the elements. NaN differs from every key, including another NaN.
template <ArrayLike Keys>
auto by_key(const Keys& keys) {
    return detail::ByKey<detail::NodeOf<Keys>>{detail::node_of(keys)};
}

/// Starts a segment wherever `heads` is true (not 0).
template <ArrayLike Flags>
auto by_heads(const Flags& heads) {
    return detail::ByHeads<detail::NodeOf<Flags>>{detail::node_of(heads)};
}

/// Starts segments at the indices in `offsets`, an array or expression of integers in any order.
/// Negative offsets are ignored, and so are offsets beyond the last element, such as an end offset.
template <ArrayLike Offsets>
auto by_offsets(const Offsets& offsets) {
    return detail::ByOffsets<detail::NodeOf<Offsets>>{detail::node_of(offsets)};
}

}  // namespace glint
