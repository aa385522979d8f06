// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "ast.hpp"

/// Functions that create nodes.
namespace glint::fuzz {

ExpressionPtr constant(Type type, std::int64_t value);
inline ExpressionPtr number(std::int64_t value) { return constant(Type::i32, value); }
ExpressionPtr builtin(Builtin which);
ExpressionPtr load(const Kernel& kernel, Place place);
ExpressionPtr unary(Unary operation, ExpressionPtr operand);
/// Signed arithmetic that must not overflow. The shift amount may have another type.
ExpressionPtr binary(Binary operation, ExpressionPtr left, ExpressionPtr right);
/// Signed arithmetic that may overflow.
ExpressionPtr wrapping(Binary operation, ExpressionPtr left, ExpressionPtr right);
/// Casts `value`; returns `value` itself if it already has the type.
ExpressionPtr cast(Type type, ExpressionPtr value);
/// A conversion or operation by the intrinsic with this rounding mode.
ExpressionPtr rounded_cast(Rounding rounding, Type type, ExpressionPtr value);
ExpressionPtr rounded(Rounding rounding, Binary operation, ExpressionPtr left, ExpressionPtr right);
ExpressionPtr choice(ExpressionPtr condition, ExpressionPtr yes, ExpressionPtr no);
ExpressionPtr template_value();

Statement declare(int variable, ExpressionPtr value = nullptr);
Statement assign(Place place, ExpressionPtr value);
Statement copy(Place to, Place from);
Statement branch(ExpressionPtr condition, Block then, Block otherwise = {});
/// for (variable = first; condition; variable = step) body
Statement for_loop(int variable, ExpressionPtr first, ExpressionPtr condition, ExpressionPtr step,
                   Block body);
/// A scope, a lambda, or a loop whose condition is set later.
Statement around(Statement::Kind kind, Block body);
/// A break, continue, return, or barrier.
Statement simple(Statement::Kind kind);
Statement give(ExpressionPtr value);
Statement atomic(Atomic operation, Place place, ExpressionPtr value, Place result = {});
Statement vote(Vote how, Place place, ExpressionPtr value);
Statement warp(Warp operation, std::uint32_t mask, Place place, ExpressionPtr value,
               ExpressionPtr operand = nullptr, unsigned width = 32);

}  // namespace glint::fuzz
