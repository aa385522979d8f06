// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include <glint/algorithms/detail/paired.hpp>
#include <glint/algorithms/detail/scan_task.hpp>
#include <glint/array/array.hpp>

/// Where segmented scans restart. Pass one of these to a scan after its operator.
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

/// Elements, and how their segments are marked.
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

/// A description of segments.
template <class S>
concept Segments = detail::kIsSegments<std::remove_cvref_t<S>>;

/// A segment starts wherever the key, an element of an array or expression of the same shape,
/// differs (by ==) from the previous one. NaN differs from itself.
template <ArrayLike Keys>
auto by_key(const Keys& keys) {
    return detail::ByKey<detail::NodeOf<Keys>>{detail::node_of(keys)};
}

/// A segment starts wherever `heads` is true (not 0).
template <ArrayLike Flags>
auto by_heads(const Flags& heads) {
    return detail::ByHeads<detail::NodeOf<Flags>>{detail::node_of(heads)};
}

/// Segments start at the indices in `offsets`, an array or expression of integers in any order.
/// Negative offsets and those beyond the end, such as a final end offset, are ignored.
template <ArrayLike Offsets>
auto by_offsets(const Offsets& offsets) {
    return detail::ByOffsets<detail::NodeOf<Offsets>>{detail::node_of(offsets)};
}

}  // namespace glint
