// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/argument_bytes.hpp>
#include <glint/array/detail/storage.hpp>

namespace glint {

/// The dimensions of a reduction; negative ones count from the end. All dimensions if none is
/// given.
struct Along {
    detail::PerAxis<std::ptrdiff_t> axes{};
    bool all = true;
};

inline Along axis(std::ptrdiff_t number) { return {{number}, false}; }
/// An empty list means no dimensions: each element is reduced by itself.
inline Along axes(std::initializer_list<std::ptrdiff_t> numbers) {
    return {detail::PerAxis<std::ptrdiff_t>(numbers), false};
}
inline const Along all_axes{};

/// Keepdims::yes keeps reduced dimensions with extent 1, so that the result broadcasts against the
/// input.
enum class Keepdims { no, yes };
inline constexpr Keepdims keepdims = Keepdims::yes;

namespace detail {

/// A type-erased reduction.
struct Reduction {
    /// Writes the device struct. Identifies the reduction together with `text`.
    ReductionWriter source = nullptr;
    std::string_view text{};
    std::string_view name{};      ///< such as "max" if the result for no elements is undefined
    std::size_t state_bytes = 0;  ///< size of the device's State
    ElementType result{};
    ArgumentBytes members{};  ///< of the device struct
};

/// "struct NAME : KIND<TYPES, ARGUMENT> {};", preceded by the declarations of the types.
std::string reduction_source(std::string_view name, std::string_view kind,
                             std::initializer_list<ElementType> types,
                             std::string_view argument = {});

/// The device code of a struct whose call operator returns `code` for (a, b).
std::string written_operator(std::string_view name, std::string_view code, const ElementType& type);

/// The first stream of the operands. Throws Error(invalid_argument) if none has a stream.
const Stream& first_stream(const OperandList& operands);

/// A layout that gives each element its index, in C order, among the elements reduced with it.
Layout numbers_within(const Shape& shape, const Along& along);

/// True for each reduced dimension, of `rank`.
/// Throws Error(invalid_argument) for dimensions that do not exist or are repeated.
PerAxis<bool> reduced_axes(const Along& along, std::size_t rank);

/// The number of dimensions of `values` after the one along which one-dimensional `weights` go; 0
/// if each value has a weight. Throws Error(invalid_argument) unless the weights match either way.
std::size_t axes_after_weights(const Shape& values, const Shape& weights, const Along& along);

/// The shape of a reduction's result. Throws like reduced_axes.
Shape reduced_shape(const Shape& shape, const Along& along, Keepdims keep);

/// Adds the reduction, whose operands start at `first`, to the operands of the surrounding
/// expression.
void add_reduction(OperandList& operands, std::size_t first, const Reduction& reduction,
                   const Along& along, const Shape& shape, const Shape& result);

/// Evaluates an expression that is a single reduction into new memory in C order, on the stream of
/// the first array. Throws Error(invalid_argument) if there are no elements and no result for that
/// case.
std::shared_ptr<ArrayStorage> reduce_to_new(const AnyExpression& expression);

}  // namespace detail
}  // namespace glint
