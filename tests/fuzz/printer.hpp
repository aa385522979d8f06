// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "ast.hpp"

namespace glint::fuzz {

/// Prints a kernel as CUDA C++.
class Printer {
public:
    explicit Printer(const Kernel& kernel) : kernel_(kernel) {}

    std::string expression(const ExpressionPtr& expression) const;
    /// Text of an expression of exactly its type, even where C++ would give it type bool.
    std::string typed(const ExpressionPtr& expression) const;
    std::string place(const Place& place) const;
    std::string statement(const Statement& statement, int depth) const;
    std::string block(const Block& block, int depth) const;
    std::string function(const Function& function) const;
    std::string variable(const Variable& variable) const;

private:
    std::string unary(const Expression& node) const;
    std::string rounded_cast(const Expression& node) const;
    std::string binary(const Expression& node) const;
    std::string builtin(Builtin which) const;

    std::string declaration(const Statement& statement) const;
    std::string simple(const Statement& statement) const;
    std::string for_head(const Statement& statement) const;
    std::string choose(const Statement& statement, int depth) const;
    std::string warp(const Statement& statement) const;
    std::string vote(const Statement& statement) const;
    std::string atomic(const Statement& statement) const;
    std::string swap_loop(const Statement& statement) const;
    std::string call(const Statement& statement) const;
    std::string give(const Statement& statement) const;

    const Kernel& kernel_;
};

}  // namespace glint::fuzz
