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

/// The dimensions to reduce, by default all. Negative numbers count from the end.
struct Along {
    detail::PerAxis<std::ptrdiff_t> axes{};
    bool all = true;
};

inline Along axis(std::ptrdiff_t number) { return {{number}, false}; }
/// An empty list means that no dimension is reduced: each element is reduced by itself.
inline Along axes(std::initializer_list<std::ptrdiff_t> numbers) {
    return {detail::PerAxis<std::ptrdiff_t>(numbers), false};
}
inline const Along all_axes{};

/// With Keepdims::yes, reduced dimensions remain with extent 1, so that the result broadcasts with
/// the input.
enum class Keepdims { no, yes };
inline constexpr Keepdims keepdims = Keepdims::yes;

namespace detail {

/// A type-erased reduction.
struct Reduction {
    /// Returns the code of the device struct. `source` and `text` together identify the reduction.
    ReductionWriter source = nullptr;
    std::string_view text{};
    std::string_view name{};      ///< such as "max"; set if empty input is an error
    std::size_t state_bytes = 0;  ///< size of the device's State
    ElementType result{};
    ArgumentBytes members{};  ///< members of the device struct
};

/// Returns "struct NAME : KIND<TYPES, ARGUMENT> {};" after the declarations of the types.
std::string reduction_source(std::string_view name, std::string_view kind,
                             std::initializer_list<ElementType> types,
                             std::string_view argument = {});

/// Returns the device code of a struct whose call operator evaluates `code` for (a, b).
std::string written_operator(std::string_view name, std::string_view code, const ElementType& type);

/// Returns the first stream of the operands. Throws Error(invalid_argument) if none has a stream.
const Stream& first_stream(const OperandList& operands);

/// Returns a layout that maps each element to its index, in C order, among the elements that are
/// reduced together with it.
Layout numbers_within(const Shape& shape, const Along& along);

/// Returns, for each of `rank` dimensions, true if the dimension is reduced. Throws
/// Error(invalid_argument) for dimensions that do not exist or are repeated.
PerAxis<bool> reduced_axes(const Along& along, std::size_t rank);

/// Returns the number of dimensions of `values` after the weighted dimension, for one-dimensional
/// `weights`, or 0 if each value has its own weight. Throws Error(invalid_argument) unless the
/// weights have one dimension of matching extent, or the shape of the values.
std::size_t axes_after_weights(const Shape& values, const Shape& weights, const Along& along);

/// Returns the shape of a reduction's result. Throws like reduced_axes.
Shape reduced_shape(const Shape& shape, const Along& along, Keepdims keep);

/// Appends the reduction to the operands of the surrounding expression. The operands of the
/// reduction start at `first`.
void add_reduction(OperandList& operands, std::size_t first, const Reduction& reduction,
                   const Along& along, const Shape& shape, const Shape& result);

/// Evaluates an expression, which must be a single reduction, and stores the results in new memory
/// in C order. Uses the stream of the first array. Throws Error(invalid_argument) if the input is
/// empty and the reduction does not define a result for empty input.
std::shared_ptr<ArrayStorage> reduce_to_new(const AnyExpression& expression);

}  // namespace detail
}  // namespace glint
