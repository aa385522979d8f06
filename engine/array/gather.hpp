#pragma once

#include <cstddef>

#include <glint/array/table.hpp>

/// Elements by their indices, in expressions: nothing is copied, and indices may be expressions.
namespace glint {

/// What an index means that is not from 0 to the extent: kernels cannot refuse it.
enum class OutOfRange {
    clamp,  ///< the nearest element that there is
    wrap,   ///< counted on from the other end: -1 is the last one
};

namespace detail {

template <OutOfRange mode, class T, class... Indices>
class Gather : public Expression<Gather<mode, T, Indices...>> {
public:
    using Element = T;

    explicit Gather(IndexedTable<const T, Indices...> table) : table_(std::move(table)) {}
    void collect(OperandList& operands) const { table_.collect(operands); }
    static std::string write(SourceWriter& writer) {
        constexpr bool kWraps = mode == OutOfRange::wrap;
        const auto code = IndexedTable<const T, Indices...>::write(
            kWraps ? "template read<OutOfRange::wrap>" : "template read<OutOfRange::clamp>",
            writer);
        return writer.define(kElementType<T>, code);
    }

private:
    IndexedTable<const T, Indices...> table_;
};

template <OutOfRange mode, class T, class... Indices>
auto gather(const ArrayView<const T>& from, std::size_t first, const Indices&... indices) {
    return Gather<mode, T, Indices...>({from, first, indices...});
}

}  // namespace detail

/// The elements array(i, j, ...) for each element of `indices`, which broadcast. They stand for the
/// first dimensions; the others stay, behind those of the indices: gathered(matrix, i) are rows.
/// Throws Error(invalid_argument) for more indices than dimensions, for indices into a dimension
/// without elements, and beyond kMaxRank dimensions.
template <OutOfRange mode = OutOfRange::clamp, Viewable A, detail::IndexLike... Indices>
    requires(sizeof...(Indices) > 0)
auto gathered(const A& array, const Indices&... indices) {
    const auto view = detail::view_of(array).as_const();
    return detail::gather<mode>(view, 0, detail::node_of(indices)...);
}

/// The elements with these indices along one dimension, which becomes those of `index`.
/// Throws as `gathered`.
template <OutOfRange mode = OutOfRange::clamp, Viewable A, detail::IndexLike Index>
auto take(const A& array, const Index& index, std::ptrdiff_t axis = 0) {
    const auto view = detail::view_of(array).as_const();
    return detail::gather<mode>(view, detail::axis_of(axis, view.rank()), detail::node_of(index));
}

}  // namespace glint
