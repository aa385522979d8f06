// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <glint/array/detail/for_each.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/table.hpp>

/// Setting elements by index.
namespace glint {
namespace detail {

/// Determines how a value is combined with the element at its index.
enum class Joining { set, add, min, max };

constexpr std::string_view function_of(Joining joining) {
    switch (joining) {
        case Joining::set: return "set_element";
        case Joining::add: return "add_to_element";
        case Joining::min: return "lower_element";
        case Joining::max: return "raise_element";
    }
    return {};
}

template <Joining joining, OutOfRange mode, class T, class Value, class... Indices>
class Scatter : public ExpressionTag {
public:
    using Element = bool;

    Scatter(IndexedTable<T, Indices...> table, Value value)
        : table_(std::move(table)), value_(std::move(value)) {}
    void collect(OperandList& operands) const {
        table_.collect(operands);
        value_.collect(operands);
    }
    static std::string write(SourceWriter& writer) {
        const std::string place = IndexedTable<T, Indices...>::write("find", mode, writer);
        const std::string value = Value::write(writer);
        return writer.define(kElementType<bool>, std::string(function_of(joining)) + "<" +
                                                     std::string(kElementType<T>.name) + ">(" +
                                                     place + ", " + value + ")");
    }

private:
    IndexedTable<T, Indices...> table_;
    Value value_;
};

/// True if a node reads from `memory`.
template <class Node>
bool reads(const Node& node, const MemoryRange& memory) {
    OperandList operands;
    node.collect(operands);
    return reads_any(operands, memory);
}

template <Joining joining, OutOfRange mode, class T, class Value, class... Indices>
void scatter_nodes(const ArrayView<T>& to, const Value& value, const Indices&... indices) {
    const IndexedTable<T, Indices...> table(to, 0, indices...);
    OperandList operands;
    value.collect(operands);
    check_scattered(operands.shape(), table.shape());
    for_each(to.stream(), erased(Scatter<joining, mode, T, Value, Indices...>(table, value)));
}

template <Joining joining, OutOfRange mode, class A, class Value, class... Indices>
void scatter(A& array, const Value& value, const Indices&... indices) {
    const auto to = view_of(array);
    using T = typename std::remove_cvref_t<A>::Element;
    static_assert(std::is_same_v<typename Value::Element, T>,
                  "the values have a different element type. Use cast<T>(values)");
    const MemoryRange memory = range_of(to.data(), to.layout(), sizeof(T));
    const auto put = [&](const auto&... nodes) {
        // Operands that read the output are copied first, because the kernel changes the output.
        if (reads(value, memory) || (reads(nodes, memory) || ...))
            scatter_nodes<joining, mode, T>(to, copied(value), copied(nodes)...);
        else
            scatter_nodes<joining, mode, T>(to, value, nodes...);
    };
    std::apply(put, index_nodes<mode>(to, 0, indices...));
}

template <class T, class V>
auto value_node(const V& values) {
    if constexpr (ArrayLike<V>)
        return node_of(values);
    else
        return scalar_node<T>(values);
}

template <class T>
inline constexpr bool kIsJoined = kIsNumber<T> && !std::is_same_v<T, bool>;

}  // namespace detail

// All functions below queue their work on the array's stream. Indices apply to the first
// dimensions, as in `gathered`; OutOfRange determines how indices out of range are handled. Values
// broadcast to the shape that the indices select. All functions throw Error(invalid_argument) if
// the values do not broadcast, and throw like `gathered`.

/// Sets the elements array(i, j, ...) to `values`. If an index occurs several times, an arbitrary
/// one of its values remains.
template <OutOfRange mode = OutOfRange::refuse, detail::Writable A, class V,
          detail::IndexLike... Indices>
    requires((ArrayLike<V> || PlainValue<V>) && sizeof...(Indices) > 0)
void scatter(A&& array, const V& values, const Indices&... indices) {
    using T = typename std::remove_cvref_t<A>::Element;
    detail::scatter<detail::Joining::set, mode>(array, detail::value_node<T>(values), indices...);
}

/// Adds `values` to the elements array(i, j, ...). If an index occurs several times, all its values
/// are added. The order of additions, and thus the rounding of floating-point sums, varies between
/// runs. Each addition rounds to the element type. Integers wrap. Supports all numbers except bool.
template <OutOfRange mode = OutOfRange::refuse, detail::Writable A, class V,
          detail::IndexLike... Indices>
    requires((ArrayLike<V> || PlainNumber<V>) && sizeof...(Indices) > 0)
void scatter_add(A&& array, const V& values, const Indices&... indices) {
    using T = typename std::remove_cvref_t<A>::Element;
    static_assert(detail::kIsJoined<T>,
                  "scatter_add does not support elements of this type. Use "
                  "reinterpreted<float>(v(slice(), newaxis)) to view vectors as numbers");
    detail::scatter<detail::Joining::add, mode>(array, detail::value_node<T>(values), indices...);
}

/// Sets each of the elements array(i, j, ...) to the minimum or maximum of the element and all
/// `values` for it. The result is NaN if any of these is NaN. Supports all ordered numbers except
/// bool.
template <OutOfRange mode = OutOfRange::refuse, detail::Writable A, class V,
          detail::IndexLike... Indices>
    requires((ArrayLike<V> || PlainNumber<V>) && sizeof...(Indices) > 0)
void scatter_min(A&& array, const V& values, const Indices&... indices) {
    using T = typename std::remove_cvref_t<A>::Element;
    static_assert(detail::kIsJoined<T> && !detail::kIsComplex<T>,
                  "elements of this type cannot be ordered");
    detail::scatter<detail::Joining::min, mode>(array, detail::value_node<T>(values), indices...);
}
template <OutOfRange mode = OutOfRange::refuse, detail::Writable A, class V,
          detail::IndexLike... Indices>
    requires((ArrayLike<V> || PlainNumber<V>) && sizeof...(Indices) > 0)
void scatter_max(A&& array, const V& values, const Indices&... indices) {
    using T = typename std::remove_cvref_t<A>::Element;
    static_assert(detail::kIsJoined<T> && !detail::kIsComplex<T>,
                  "elements of this type cannot be ordered");
    detail::scatter<detail::Joining::max, mode>(array, detail::value_node<T>(values), indices...);
}

/// Sets the elements with these indices along the first dimension.
template <OutOfRange mode = OutOfRange::refuse, detail::Writable A, detail::IndexLike Index,
          class V>
void put(A&& array, const Index& index, const V& values) {
    scatter<mode>(array, values, index);
}

}  // namespace glint
