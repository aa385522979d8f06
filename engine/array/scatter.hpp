#pragma once

#include <cstddef>

#include <glint/array/for_each.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/table.hpp>

/// Setting elements by their indices.
namespace glint {
namespace detail {

template <bool adds, class T, class Value, class... Indices>
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
        const std::string place = IndexedTable<T, Indices...>::write("find", writer);
        const std::string value = Value::write(writer);
        const std::string_view function = adds ? "add_to_element<" : "set_element<";
        return writer.define(kElementType<bool>, std::string(function) +
                                                     std::string(kElementType<T>.name) + ">(" +
                                                     place + ", " + value + ")");
    }

private:
    IndexedTable<T, Indices...> table_;
    Value value_;
};

/// Whether a node reads something of `memory`.
template <class Node>
bool reads(const Node& node, const MemoryRange& memory) {
    OperandList operands;
    node.collect(operands);
    return reads_any(operands, memory);
}

template <bool adds, class T, class Value, class... Indices>
void scatter_nodes(const ArrayView<T>& to, const Value& value, const Indices&... indices) {
    const IndexedTable<T, Indices...> table(to, 0, indices...);
    OperandList operands;
    value.collect(operands);
    check_scattered(operands.shape(), table.shape());
    for_each(to.stream(), erased(Scatter<adds, T, Value, Indices...>(table, value)));
}

template <bool adds, class A, class Value, class... Indices>
void scatter(A& array, const Value& value, const Indices&... indices) {
    const auto to = view_of(array);
    using T = typename std::remove_cvref_t<A>::Element;
    static_assert(std::is_same_v<typename Value::Element, T>,
                  "the values are of another type: cast<T>(values)");
    const MemoryRange memory = range_of(to.data(), to.layout(), sizeof(T));
    // What is read must not change while it is written.
    if (reads(value, memory) || (reads(indices, memory) || ...))
        scatter_nodes<adds, T>(to, copied(value), copied(indices)...);
    else
        scatter_nodes<adds, T>(to, value, indices...);
}

template <class T, class V>
auto value_node(const V& values) {
    if constexpr (ArrayLike<V>)
        return node_of(values);
    else
        return scalar_node<T>(values);
}

/// What hardware adds to without a loss when many threads do.
template <class T>
inline constexpr bool kHasAtomicAdd =
    std::is_same_v<T, float> || std::is_same_v<T, double> ||
    (std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) >= 4);

}  // namespace detail

// Both queue on the array's stream. Indices count along the first dimensions, as in `gathered`; an
// element that is not there is left out. Values broadcast to the shape of what the indices name.
// Both throw Error(invalid_argument) for values that do not, and as `gathered`.

/// Sets the elements array(i, j, ...) to `values`. Of several values for one element any is left.
template <detail::Writable A, class V, detail::IndexLike... Indices>
    requires((ArrayLike<V> || PlainNumber<V>) && sizeof...(Indices) > 0)
void scatter(A&& array, const V& values, const Indices&... indices) {
    using T = typename std::remove_cvref_t<A>::Element;
    detail::scatter<false>(array, detail::value_node<T>(values), detail::node_of(indices)...);
}

/// Adds `values` to the elements array(i, j, ...), each as often as it is named. The order, and
/// with it the rounding of floating-point sums, differs from run to run. For int, longer integers,
/// float and double.
template <detail::Writable A, class V, detail::IndexLike... Indices>
    requires((ArrayLike<V> || PlainNumber<V>) && sizeof...(Indices) > 0)
void scatter_add(A&& array, const V& values, const Indices&... indices) {
    using T = typename std::remove_cvref_t<A>::Element;
    static_assert(detail::kHasAtomicAdd<T>, "these elements cannot be added to by many threads");
    detail::scatter<true>(array, detail::value_node<T>(values), detail::node_of(indices)...);
}

/// Sets the elements with these indices along the first dimension.
template <detail::Writable A, detail::IndexLike Index, class V>
void put(A&& array, const Index& index, const V& values) {
    scatter(array, values, index);
}

}  // namespace glint
