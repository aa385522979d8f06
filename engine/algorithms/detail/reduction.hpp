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

/// The dimensions that a reduction goes over; they count from the end if negative. All of them if
/// none is named.
struct Along {
    detail::PerAxis<std::ptrdiff_t> axes{};
    bool all = true;
};

inline Along axis(std::ptrdiff_t number) { return {{number}, false}; }
/// None at all in the list is no dimension: every element for itself.
inline Along axes(std::initializer_list<std::ptrdiff_t> numbers) {
    return {detail::PerAxis<std::ptrdiff_t>(numbers), false};
}
inline const Along all_axes{};

/// Whether the dimensions that are reduced stay, with one element each, so that the result
/// broadcasts beside what it was made of.
enum class Keepdims { no, yes };
inline constexpr Keepdims keepdims = Keepdims::yes;

namespace detail {

/// How an expression is reduced, as far as its type does not matter.
struct Reduction {
    /// Writes the device struct. Tells reductions apart together with the text that it takes.
    ReductionWriter source = nullptr;
    std::string_view text{};
    std::string_view name{};      ///< "max", if there is no result of no elements
    std::size_t state_bytes = 0;  ///< of the device's State
    ElementType result{};
    ArgumentBytes members{};  ///< of the device struct
};

/// "struct NAME : KIND<TYPES, ARGUMENT> {};", with what declares the types before it.
std::string reduction_source(std::string_view name, std::string_view kind,
                             std::initializer_list<ElementType> types,
                             std::string_view argument = {});

/// The device code of a struct whose call of (a, b) gives what `code` says.
std::string written_operator(std::string_view name, std::string_view code, const ElementType& type);

/// Where what has these operands is done. Throws Error(invalid_argument) if none has a stream.
const Stream& first_stream(const OperandList& operands);

/// The number that each element has in C's order among those that are reduced with it.
Layout numbers_within(const Shape& shape, const Along& along);

/// Whether each of `rank` dimensions is reduced.
/// Throws Error(invalid_argument) for dimensions that are not there or named twice.
PerAxis<bool> reduced_axes(const Along& along, std::size_t rank);

/// How many dimensions `values` have behind that which `weights` of one dimension go along; none if
/// they have one for each. Throws Error(invalid_argument) unless they have either.
std::size_t axes_behind_weights(const Shape& values, const Shape& weights, const Along& along);

/// The shape of what a reduction gives. Throws as reduced_axes.
Shape reduced_shape(const Shape& shape, const Along& along, Keepdims keep);

/// The reduction, from `first` on of the operands, as a part of the expression that they are of.
void add_reduction(OperandList& operands, std::size_t first, const Reduction& reduction,
                   const Along& along, const Shape& shape, const Shape& result);

/// The value of an expression that is one reduction, in new memory in C's order on the stream of
/// the first array. Throws Error(invalid_argument) for no elements where that has no result.
std::shared_ptr<ArrayStorage> reduce_to_new(const AnyExpression& expression);

}  // namespace detail
}  // namespace glint
