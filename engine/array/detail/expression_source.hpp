// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/argument_bytes.hpp>
#include <glint/array/detail/kernel_recipe.hpp>
#include <glint/array/detail/loops.hpp>

namespace glint::detail {

/// What makes the device code of one expression differ between calls.
struct ExpressionVariant {
    bool wide = false;  ///< whether indices have 64 bits
    std::uint8_t rank = 1;
    std::uint8_t operand_count = 0;
    std::array<Step, kMaxOperands> steps{};
    /// The first operand that is the same elements; the operand itself if there is none before.
    std::array<std::uint8_t, kMaxOperands> same_as{};
    /// Which operands tiles bring into the order of the rows; 0 is the side of no tile.
    std::array<bool, kMaxOperands> staged{};
    std::uint8_t tile_side = 0;

    friend bool operator==(const ExpressionVariant&, const ExpressionVariant&) = default;
};

/// Operand i of the expression is operand `first + i` of the loops.
ExpressionVariant variant_of(const AnyExpression& expression, const Loops& loops,
                             std::size_t first);

/// Lets tiles stage the operands that are contiguous along the last outer loop and not along the
/// rows. Nothing is staged if tiles of a sensible side would not fit into shared memory.
void stage_turned_operands(ExpressionVariant& variant, const AnyExpression& expression,
                           const Loops& loops, std::size_t first);

/// The text that kernels in kernels/array include as <array/expression.cuh>, which shows its form,
/// without constants and `Output`; with staged operands <array/tiled_expression.cuh>.
std::string expression_source(const AnyExpression& expression, const ExpressionVariant& variant);

/// "Elements<float, Index, 2, Step::unit>".
std::string elements_type(std::string_view element, std::size_t rank, Step step);

/// The bytes of `Extents`.
void append_extents(ArgumentBytes& bytes, const Loops& loops, bool wide);

/// Tells a recipe the text of an expression with its reductions, and what that depends on.
void describe_expression(KernelRecipe& recipe, const AnyExpression& expression,
                         const ExpressionVariant& variant);

/// Tells it the type `Output` of elements of the expression as operand 0 of the loops lies.
void describe_output(KernelRecipe& recipe, const AnyExpression& expression, const Loops& loops);

/// All that the texts depend on that are written for an expression, but for its type and texts of
/// its reductions.
void append_key(KernelKey& key, const AnyExpression& expression, const ExpressionVariant& variant);

/// The bytes of `Operands`, and of one `Elements` at their end.
void append_operands(ArgumentBytes& bytes, const AnyExpression& expression,
                     const ExpressionVariant& variant, const Loops& loops, std::size_t first);
void append_elements(ArgumentBytes& bytes, const void* data, const Loops& loops,
                     std::size_t operand, bool wide);

}  // namespace glint::detail
