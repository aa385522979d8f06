// SPDX-License-Identifier: MIT
#include "ast.hpp"

namespace glint::fuzz {
namespace {

class Usage {
public:
    explicit Usage(const Kernel& kernel)
        : variables(kernel.variables.size()), functions(kernel.functions.size()), kernel_(kernel) {
        visit(kernel.body);
    }

    std::vector<bool> variables;
    std::vector<bool> functions;

private:
    void visit(const Block& block) {
        for (const Statement& statement : block) visit(statement);
    }

    void visit(const Statement& statement) {
        for (const Place* place : {&statement.place, &statement.source, &statement.result})
            visit(*place);
        for (const auto* value : {&statement.value, &statement.condition, &statement.step})
            visit(*value);
        for (const Argument& argument : statement.arguments) {
            visit(argument.value);
            visit(argument.place);
        }
        for (const Block& block : statement.blocks) visit(block);
        if (statement.callee >= 0) enter(statement.callee);
    }

    void enter(int callee) {
        if (functions[callee]) return;
        functions[callee] = true;
        for (const int parameter : kernel_.functions[callee].parameters)
            variables[parameter] = true;
        visit(kernel_.functions[callee].body);
    }

    void visit(const Place& place) {
        if (place.variable < 0) return;
        variables[place.variable] = true;
        visit(place.index);
    }

    void visit(const ExpressionPtr& expression) {
        if (!expression) return;
        visit(expression->place);
        for (const ExpressionPtr& operand : expression->operands) visit(operand);
    }

    const Kernel& kernel_;
};

}  // namespace

std::vector<bool> used_variables(const Kernel& kernel) { return Usage(kernel).variables; }
std::vector<bool> used_functions(const Kernel& kernel) { return Usage(kernel).functions; }

std::vector<int> used_parameters(const Kernel& kernel) {
    const std::vector<bool> used = used_variables(kernel);
    std::vector<int> parameters;
    for (std::size_t i = 0; i < used.size(); ++i) {
        const Space space = kernel.variables[i].space;
        if (used[i] && (space == Space::global || space == Space::parameter))
            parameters.push_back(static_cast<int>(i));
    }
    return parameters;
}

}  // namespace glint::fuzz
