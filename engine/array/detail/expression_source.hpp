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

/// Properties of a call that affect the device code of an expression.
struct ExpressionVariant {
    bool wide = false;  ///< true if indices have 64 bits
    std::uint8_t rank = 1;
    std::uint8_t operand_count = 0;
    std::array<Step, kMaxOperands> steps{};
    /// For each operand, the index of the first operand with identical elements; its own index if
    /// it is the first.
    std::array<std::uint8_t, kMaxOperands> same_as{};
    /// Operands that tiles transpose to row order. If `tile_side` is 0, no tiles are used.
    std::array<bool, kMaxOperands> staged{};
    std::uint8_t tile_side = 0;

    friend bool operator==(const ExpressionVariant&, const ExpressionVariant&) = default;
};

/// The variant for these loops. Operand i of the expression is operand `first + i` of the loops.
ExpressionVariant variant_of(const AnyExpression& expression, const Loops& loops,
                             std::size_t first);

/// Marks operands for staging in tiles: those that are contiguous along the last outer loop but not
/// along the rows. Marks none if tiles of a useful size do not fit into shared memory.
void stage_turned_operands(ExpressionVariant& variant, const AnyExpression& expression,
                           const Loops& loops, std::size_t first);

/// Returns the generated header <array/expression.cuh>, without its constants and `Output`. The
/// kernels in kernels/array include this header; the source file of that name shows an example. If
/// operands are staged, the header is <array/tiled_expression.cuh> instead.
std::string expression_source(const AnyExpression& expression, const ExpressionVariant& variant);

/// Returns the name of the device type, such as "Elements<float, Index, 2, Step::unit>".
std::string elements_type(std::string_view element, std::size_t rank, Step step);

/// Appends the bytes of the device struct `Extents`.
void append_extents(ArgumentBytes& bytes, const Loops& loops, bool wide);

/// Adds the code of an expression and of its reductions to a recipe, with everything that the code
/// depends on.
void describe_expression(KernelRecipe& recipe, const AnyExpression& expression,
                         const ExpressionVariant& variant);

/// Adds the definition of the type `Output`: elements of the expression's type with the layout of
/// operand 0 of the loops.
void describe_output(KernelRecipe& recipe, const AnyExpression& expression, const Loops& loops);

/// Appends everything that the generated code depends on to `key`, except the expression's type and
/// the code of its reductions.
void append_key(KernelKey& key, const AnyExpression& expression, const ExpressionVariant& variant);

/// append_operands() appends the bytes of `Operands`, append_elements() those of one `Elements`.
void append_operands(ArgumentBytes& bytes, const AnyExpression& expression,
                     const ExpressionVariant& variant, const Loops& loops, std::size_t first);
void append_elements(ArgumentBytes& bytes, const void* data, const Loops& loops,
                     std::size_t operand, bool wide);

}  // namespace glint::detail
