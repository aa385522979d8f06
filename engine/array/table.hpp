#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include <glint/array/array.hpp>
#include <glint/array/views.hpp>

/// How expressions reach elements by indices that other values tell; see gather.hpp, scatter.hpp.
namespace glint::detail {

/// The bytes of the device's Table<T, Count>.
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

/// Dimensions of an array that are indexed, and what is left of it.
struct IndexedLayout {
    std::size_t first = 0;     ///< of the indexed dimensions
    std::size_t trailing = 0;  ///< how many dimensions lie behind them
    Layout rest{};  ///< the others, and between them one of one element for each of the indices
};

/// `count` dimensions from `first` on, indexed by what has `index_shape`.
/// Throws Error(invalid_argument) if there are no such dimensions, and if there is no element in
/// them for an index to mean.
IndexedLayout indexed(const Layout& layout, std::size_t first, std::size_t count,
                      const Shape& index_shape);

/// Throws Error(invalid_argument) unless values of this shape broadcast to `shape`.
void check_scattered(const Shape& values, const Shape& shape);

/// The part of a node that names an array and the indices into it.
template <class T, class... Indices>
class IndexedTable {
public:
    static constexpr std::size_t kCount = sizeof...(Indices);

    IndexedTable(const ArrayView<T>& array, std::size_t first, const Indices&... indices)
        : array_(array),
          indices_(indices...),
          layout_(indexed(array.layout(), first, kCount, shape_of_indices())) {}

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

    /// The device code for "{}.find(offset, indices)" or the like.
    static std::string write(std::string_view call, SourceWriter& writer) {
        writer.declare(kElementType<std::remove_const_t<T>>.header);
        std::string code = writer.scalar(table_type<std::remove_const_t<T>, kCount>());
        code += "." + std::string(call) + "(" + writer.array();
        // Braces evaluate in order.
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

/// Integers, as arrays or expressions.
template <class I>
concept IndexLike =
    ArrayLike<I> && std::is_integral_v<ElementOf<I>> && !std::is_same_v<ElementOf<I>, bool>;

}  // namespace glint::detail
