// SPDX-License-Identifier: MIT
#include "build_ast.hpp"

#include "arithmetic.hpp"

namespace glint::fuzz {
namespace {

ExpressionPtr make(Expression node) { return std::make_shared<const Expression>(std::move(node)); }

ExpressionPtr make_binary(Binary operation, ExpressionPtr left, ExpressionPtr right, bool wraps) {
    const bool truth = operation >= Binary::less && operation <= Binary::logical_or;
    Expression node{.kind = Expression::Kind::binary, .type = truth ? Type::i32 : left->type};
    node.binary = operation;
    node.wraps = wraps;
    node.operands = {std::move(left), std::move(right)};
    return make(std::move(node));
}

Type type_of(Unary operation, Type operand) {
    switch (operation) {
        case Unary::logical_not:
        case Unary::popc:
        case Unary::clz:
        case Unary::ffs: return Type::i32;
        case Unary::as_float: return Type::f32;
        case Unary::as_double: return Type::f64;
        case Unary::as_integer: return operand == Type::f64 ? Type::i64 : Type::i32;
        default: return operand;
    }
}

}  // namespace

ExpressionPtr constant(Type type, std::int64_t value) {
    return make({.type = type, .bits = convert(to_bits(value), Type::i64, type)});
}

ExpressionPtr builtin(Builtin which) {
    Expression node{.kind = Expression::Kind::builtin, .type = Type::u32};
    node.builtin = which;
    return make(std::move(node));
}

ExpressionPtr load(const Kernel& kernel, Place place) {
    Expression node{.kind = Expression::Kind::load, .type = kernel.type_of(place)};
    node.place = std::move(place);
    return make(std::move(node));
}

ExpressionPtr unary(Unary operation, ExpressionPtr operand) {
    Expression node{.kind = Expression::Kind::unary, .type = type_of(operation, operand->type)};
    node.unary = operation;
    node.operands = {std::move(operand)};
    return make(std::move(node));
}

ExpressionPtr binary(Binary operation, ExpressionPtr left, ExpressionPtr right) {
    return make_binary(operation, std::move(left), std::move(right), false);
}

ExpressionPtr wrapping(Binary operation, ExpressionPtr left, ExpressionPtr right) {
    return make_binary(operation, std::move(left), std::move(right), true);
}

ExpressionPtr cast(Type type, ExpressionPtr value) {
    if (value->type == type) return value;
    Expression node{.kind = Expression::Kind::cast, .type = type};
    node.operands = {std::move(value)};
    return make(std::move(node));
}

ExpressionPtr rounded_cast(Rounding rounding, Type type, ExpressionPtr value) {
    Expression node{.kind = Expression::Kind::cast, .type = type, .rounding = rounding};
    node.operands = {std::move(value)};
    return make(std::move(node));
}

ExpressionPtr rounded(Rounding rounding, Binary operation, ExpressionPtr left,
                      ExpressionPtr right) {
    Expression node{.kind = Expression::Kind::binary, .type = left->type, .rounding = rounding};
    node.binary = operation;
    node.operands = {std::move(left), std::move(right)};
    return make(std::move(node));
}

ExpressionPtr choice(ExpressionPtr condition, ExpressionPtr yes, ExpressionPtr no) {
    Expression node{.kind = Expression::Kind::choice, .type = yes->type};
    node.operands = {std::move(condition), std::move(yes), std::move(no)};
    return make(std::move(node));
}

ExpressionPtr template_value() {
    return make({.kind = Expression::Kind::template_value, .type = Type::i32});
}

Statement declare(int variable, ExpressionPtr value) {
    Statement statement{.kind = Statement::Kind::declare, .place = {.variable = variable}};
    statement.value = std::move(value);
    return statement;
}

Statement assign(Place place, ExpressionPtr value) {
    Statement statement{.kind = Statement::Kind::assign, .place = std::move(place)};
    statement.value = std::move(value);
    return statement;
}

Statement copy(Place to, Place from) {
    return {.kind = Statement::Kind::copy, .place = std::move(to), .source = std::move(from)};
}

Statement branch(ExpressionPtr condition, Block then, Block otherwise) {
    Statement statement{.kind = Statement::Kind::branch};
    statement.value = std::move(condition);
    statement.blocks = {std::move(then), std::move(otherwise)};
    return statement;
}

Statement for_loop(int variable, ExpressionPtr first, ExpressionPtr condition, ExpressionPtr step,
                   Block body) {
    Statement statement = declare(variable, std::move(first));
    statement.kind = Statement::Kind::for_loop;
    statement.condition = std::move(condition);
    statement.step = std::move(step);
    statement.blocks = {std::move(body)};
    return statement;
}

Statement around(Statement::Kind kind, Block body) {
    Statement statement{.kind = kind};
    statement.blocks = {std::move(body)};
    return statement;
}

Statement simple(Statement::Kind kind) { return {.kind = kind}; }

Statement give(ExpressionPtr value) {
    Statement statement{.kind = Statement::Kind::give};
    statement.value = std::move(value);
    return statement;
}

Statement atomic(Atomic operation, Place place, ExpressionPtr value, Place result) {
    Statement statement = assign(std::move(place), std::move(value));
    statement.kind = Statement::Kind::atomic;
    statement.atomic = operation;
    statement.result = std::move(result);
    return statement;
}

Statement vote(Vote how, Place place, ExpressionPtr value) {
    Statement statement = assign(std::move(place), std::move(value));
    statement.kind = Statement::Kind::vote;
    statement.vote = how;
    return statement;
}

Statement warp(Warp operation, std::uint32_t mask, Place place, ExpressionPtr value,
               ExpressionPtr operand, unsigned width) {
    Statement statement = assign(std::move(place), std::move(value));
    statement.kind = Statement::Kind::warp;
    statement.warp = operation;
    statement.mask = mask;
    statement.condition = std::move(operand);
    statement.width = width;
    return statement;
}

}  // namespace glint::fuzz
