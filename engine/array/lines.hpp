#pragma once

#include <glint/array/any_expression.hpp>
#include <glint/array/storage.hpp>

/// Expressions with reductions in them, by one kernel: it goes over the lines, all elements that
/// one result of a reduction is made of, once for each level of reductions that need each other's
/// results, and once to write. Nothing is in memory in between.
///
/// `fits_lines` (expression.hpp) says of which expressions that is so: all reductions go over
/// elements of the same shape, along the same dimensions at its end; the expression has that shape,
/// or the one that is left without these dimensions; elements lie along the lines rather than
/// across; and lines have at most kLongestLine elements, or there are kManyLines of them.
namespace glint::detail {

inline constexpr std::size_t kLongestLine = 65536;
inline constexpr std::size_t kManyLines = 1024;

/// Queues computing such an expression into `to`, which has its shape and of which no operand needs
/// what it was before, other than in the same place.
void evaluate_lines(Stream& stream, const Elements& to, const AnyExpression& expression);

/// Whether operand `number` of the expression is part of what is reduced.
bool is_reduced(const AnyExpression& expression, std::size_t number) noexcept;

}  // namespace glint::detail
