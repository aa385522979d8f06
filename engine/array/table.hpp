// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <glint/array/array.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

/// Device tables for indexing arrays with expressions; see gather.hpp and scatter.hpp.
namespace glint {

/// Determines how indices outside 0 to n - 1 are handled, for extent n.
enum class OutOfRange {
    /// Indices from -n to -1 count from the end: -1 is the last element. Other indices are errors.
    /// The host throws Error(invalid_argument) for indices that it knows, in host memory or from an
    /// `arange`. In debug mode, kernels stop at other invalid indices like at a failed `assert`. In
    /// other modes, gathering uses the nearest element, and scattering skips the value.
    refuse,
    clamp,  ///< use the nearest valid index
    wrap,   ///< wrap around at the ends, as often as needed
    drop,   ///< skip the value; only for scattering
};

namespace detail {

/// The host-side bytes of the device struct Table<T, Count>.
template <std::size_t Count>
struct TableBytes {
    const void* data = nullptr;
    long long extents[Count]{};
    long long strides[Count]{};
};

template <class T, std::size_t Count>
const ElementType& table_type() {
    static const std::string name =
        "Table<" + std::string(kElementType<T>.name) + ", " + std::to_string(Count) + ">";
    static const ElementType type{name, "#include <glint/expression/table.cuh>\n",
                                  sizeof(TableBytes<Count>), alignof(void*)};
    return type;
}

/// The range of indexed dimensions of an array, and the layout of the other dimensions.
struct IndexedLayout {
    std::size_t first = 0;     ///< first indexed dimension
    std::size_t trailing = 0;  ///< number of dimensions after the indexed ones
    Layout rest{};             ///< the other dimensions; index dimensions have extent 1
};

/// Indexes `count` dimensions starting at `first` with indices of shape `index_shape`.
/// Throws Error(invalid_argument) if these dimensions do not exist or have no elements to select.
IndexedLayout indexed(const Layout& layout, std::size_t first, std::size_t count,
                      const Shape& index_shape);

/// Indexes dimension `axis` with an array of the same rank, so that each line along `axis` has its
/// own indices. Throws like `indexed`, and if the numbers of dimensions differ.
IndexedLayout indexed_along(const Layout& layout, std::size_t axis, const Shape& index_shape);

/// Throws Error(invalid_argument) unless values of this shape broadcast to `shape`.
void check_scattered(const Shape& values, const Shape& shape);

/// The name of a mode in device code.
constexpr std::string_view name_of(OutOfRange mode) {
    switch (mode) {
        case OutOfRange::refuse: return "OutOfRange::refuse";
        case OutOfRange::clamp: return "OutOfRange::clamp";
        case OutOfRange::wrap: return "OutOfRange::wrap";
        case OutOfRange::drop: return "OutOfRange::drop";
    }
    return {};
}

/// The part of an expression node that holds an array and the indices into it.
template <class T, class... Indices>
class IndexedTable {
public:
    static constexpr std::size_t kCount = sizeof...(Indices);

    IndexedTable(const ArrayView<T>& array, std::size_t first, const Indices&... indices)
        : array_(array),
          indices_(indices...),
          layout_(indexed(array.layout(), first, kCount, shape_of_indices())) {}
    IndexedTable(const ArrayView<T>& array, const IndexedLayout& layout, const Indices&... indices)
        : array_(array), indices_(indices...), layout_(layout) {}

    void collect(OperandList& operands) const {
        operands.add_memory(memory());
        TableBytes<kCount> table{.data = array_.data()};
        for (std::size_t i = 0; i < kCount; ++i) {
            table.extents[i] = static_cast<long long>(array_.shape()[layout_.first + i]);
            table.strides[i] = array_.strides()[layout_.first + i];
        }
        operands.add_scalar(table);
        operands.add({.layout = layout_.rest, .type = {"Index", "", 0, 1}}, array_.stream());
        const std::size_t before = operands.arrays().size();
        std::apply([&](const auto&... each) { (each.collect(operands), ...); }, indices_);
        operands.append_axes(before, layout_.trailing);
    }

    /// Returns the device code for a call such as "{}.find<mode>(offset, indices)".
    static std::string write(std::string_view function, OutOfRange mode, SourceWriter& writer) {
        writer.declare(kElementType<std::remove_const_t<T>>.header);
        std::string code = writer.scalar(table_type<std::remove_const_t<T>, kCount>());
        code += ".template " + std::string(function) + "<" + std::string(name_of(mode)) + ">(" +
                writer.array();
        // Braced initializers are evaluated in order, so the indices are written in order.
        const std::array<std::string, kCount> names{Indices::write(writer)...};
        for (const std::string& name : names) code += ", " + name;
        return code + ")";
    }

    MemoryRange memory() const { return range_of(array_.data(), array_.layout(), sizeof(T)); }
    const ArrayView<T>& array() const noexcept { return array_; }

    Shape shape() const {
        OperandList operands;
        collect(operands);
        return operands.shape();
    }

private:
    Shape shape_of_indices() const {
        OperandList operands;
        std::apply([&](const auto&... each) { (each.collect(operands), ...); }, indices_);
        return operands.shape();
    }

    ArrayView<T> array_;
    std::tuple<Indices...> indices_;
    IndexedLayout layout_;
};

/// Throws Error(invalid_argument) unless `index` is within the dimension. A negative index counts
/// from the end.
void check_index(const Layout& layout, std::size_t axis, long long index);

template <class I>
constexpr long long index_of(I index) {
    return std::in_range<long long>(index) ? static_cast<long long>(index)
                                           : std::numeric_limits<long long>::max();
}

/// Checks indices whose values are known on the host; other nodes are not checked.
template <class Node>
void check_known(const Layout&, std::size_t, const Node&) {}
template <class T>
void check_known(const Layout& layout, std::size_t axis, const Sequence<Steps<T>>& indices) {
    if (indices.size() == 0) return;
    const Steps<T>& steps = indices.rule();
    const auto last = static_cast<T>(steps.first + static_cast<T>(indices.size() - 1) * steps.step);
    for (const T index : {steps.first, last}) check_index(layout, axis, index_of(index));
}

template <class T>
concept IndexType = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/// Contiguous integers on the host.
template <class I>
concept HostIndices = !detail::ArrayOrExpression<I> && std::ranges::contiguous_range<const I> &&
                      std::ranges::sized_range<const I> && IndexType<std::ranges::range_value_t<I>>;

/// Integer indices: arrays, expressions, or contiguous host memory.
template <class I>
concept IndexLike = HostIndices<I> || (ArrayLike<I> && IndexType<ElementOf<I>>);

/// Returns the expression node of indices along dimension `axis` of an array. Indices on the host
/// are copied to the device, on the array's stream.
template <OutOfRange mode, class T, IndexLike I>
auto index_node(const ArrayView<T>& array, std::size_t axis, const I& indices) {
    const bool is_checked = mode == OutOfRange::refuse && axis < array.rank();
    if constexpr (HostIndices<I>) {
        using Index = std::ranges::range_value_t<I>;
        const std::span<const Index> all(std::ranges::data(indices), std::ranges::size(indices));
        if (is_checked)
            for (const Index index : all) check_index(array.layout(), axis, index_of(index));
        return Array<Index>(array.stream(), all).view().as_const();
    } else {
        const auto node = node_of(indices);
        if (is_checked) check_known(array.layout(), axis, node);
        return node;
    }
}
/// The expression nodes of the indices for consecutive dimensions starting at `first`.
template <OutOfRange mode, class T, IndexLike... Indices>
auto index_nodes(const ArrayView<T>& array, std::size_t first, const Indices&... indices) {
    return [&]<std::size_t... Number>(std::index_sequence<Number...>) {
        return std::tuple{index_node<mode>(array, first + Number, indices)...};
    }(std::index_sequence_for<Indices...>());
}

}  // namespace detail
}  // namespace glint
