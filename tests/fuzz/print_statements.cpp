// SPDX-License-Identifier: MIT
#include <array>

#include <fmt/format.h>

#include "printer.hpp"
#include "warp_ops.hpp"

namespace glint::fuzz {
namespace {

constexpr std::array<const char*, 15> kWarpNames{
    "__shfl_sync",       "__shfl_up_sync",    "__shfl_down_sync",  "__shfl_xor_sync",
    "__ballot_sync",     "__any_sync",        "__all_sync",        "__match_any_sync",
    "__match_all_sync",  "__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync",
    "__reduce_and_sync", "__reduce_or_sync",  "__reduce_xor_sync"};

constexpr std::array<const char*, 10> kAtomicNames{
    "atomicAdd", "atomicSub", "atomicMin", "atomicMax", "atomicAnd",
    "atomicOr",  "atomicXor", "atomicInc", "atomicDec", "atomicExch"};

std::string indent(int depth) { return std::string(4 * static_cast<std::size_t>(depth), ' '); }

Place whole(const Place& place) { return {.variable = place.variable, .index = place.index}; }

}  // namespace

std::string Printer::block(const Block& block, int depth) const {
    std::string text;
    for (const Statement& statement : block) text += this->statement(statement, depth);
    return text;
}

std::string Printer::statement(const Statement& statement, int depth) const {
    using Kind = Statement::Kind;
    const std::string margin = indent(depth);
    const auto braced = [&](const std::string& head, const std::string& tail) {
        return margin + head + "{\n" + block(statement.blocks[0], depth + 1) + margin + "}" + tail;
    };
    switch (statement.kind) {
        case Kind::branch: {
            const std::string text = braced("if (" + expression(statement.value) + ") ", "");
            if (statement.blocks[1].empty()) return text + "\n";
            return text + " else {\n" + block(statement.blocks[1], depth + 1) + margin + "}\n";
        }
        case Kind::for_loop: return braced(for_head(statement), "\n");
        case Kind::while_loop:
            return braced("while (" + expression(statement.condition) + ") ", "\n");
        case Kind::do_loop:
            return braced("do ", " while (" + expression(statement.condition) + ");\n");
        case Kind::lambda: return braced("[&]() ", "();\n");
        case Kind::scope: return braced("", "\n");
        case Kind::choose: return choose(statement, depth);
        default: return margin + simple(statement) + "\n";
    }
}

std::string Printer::simple(const Statement& statement) const {
    using Kind = Statement::Kind;
    switch (statement.kind) {
        case Kind::declare: return declaration(statement);
        case Kind::assign:
            return place(statement.place) + " = " + expression(statement.value) + ";";
        case Kind::copy: {
            // Prints a whole element, without a field name.
            const auto element = [&](const Place& at) {
                const std::string text = place(whole(at));
                return kernel_.at(at).layout->is_scalar() ? text : text.substr(0, text.rfind('.'));
            };
            return element(statement.place) + " = " + element(statement.source) + ";";
        }
        case Kind::leave: return "break;";
        case Kind::proceed: return "continue;";
        case Kind::give: return give(statement);
        case Kind::barrier: return "__syncthreads();";
        case Kind::vote: return vote(statement);
        case Kind::warp: return warp(statement);
        case Kind::warp_sync:
            return statement.mask == 0xffffffffu
                       ? "__syncwarp();"
                       : fmt::format("__syncwarp({:#x}u);", statement.mask);
        case Kind::atomic: return atomic(statement);
        default: return call(statement);
    }
}

std::string Printer::declaration(const Statement& statement) const {
    const Variable& variable = kernel_.at(statement.place);
    const std::string head = variable.layout->name + " " + variable.name;
    if (statement.value) return head + " = " + expression(statement.value) + ";";
    return head + (variable.is_array ? fmt::format("[{}]", variable.count) : "") + " = {};";
}

std::string Printer::for_head(const Statement& statement) const {
    return fmt::format("for ({} {}; {} = {}) ", declaration(statement),
                       expression(statement.condition), place(statement.place),
                       expression(statement.step));
}

std::string Printer::choose(const Statement& statement, int depth) const {
    const std::string margin = indent(depth);
    std::string text = margin + "switch (" + expression(statement.value) + ") {\n";
    for (std::size_t i = 0; i < statement.blocks.size(); ++i) {
        const bool last = i + 1 == statement.blocks.size();
        text += margin + (last ? std::string("default") : fmt::format("case {}", i)) + ": {\n" +
                block(statement.blocks[i], depth + 1) + margin + "}\n";
        if (!last && !statement.falls_through[i]) text += indent(depth + 1) + "break;\n";
    }
    return text + margin + "}\n";
}

std::string Printer::give(const Statement& statement) const {
    if (statement.value) return "return " + typed(statement.value) + ";";
    if (statement.source.variable < 0) return "return;";
    return "return " + kernel_.at(statement.source).name + ";";
}

std::string Printer::vote(const Statement& statement) const {
    const std::string target = place(statement.place), value = expression(statement.value);
    if (statement.vote == Vote::count)
        return fmt::format("{} = __syncthreads_count({});", target, value);
    return fmt::format("{} = __syncthreads_{}({}) != 0;", target,
                       statement.vote == Vote::all ? "and" : "or", value);
}

std::string Printer::warp(const Statement& statement) const {
    const char* name = kWarpNames[static_cast<std::size_t>(statement.warp)];
    std::string arguments = fmt::format("{:#x}u, {}", statement.mask, typed(statement.value));
    if (statement.condition) arguments += ", " + expression(statement.condition);
    if (is_shuffle(statement.warp) && statement.width != 32)
        arguments += fmt::format(", {}", statement.width);
    const std::string target = place(statement.place);
    if (statement.warp == Warp::match_all)
        return fmt::format("{{ int all; {} = {}({}, &all); }}", target, name, arguments);
    const bool votes = statement.warp == Warp::any || statement.warp == Warp::all;
    return fmt::format("{} = {}({}){};", target, name, arguments, votes ? " != 0" : "");
}

std::string Printer::atomic(const Statement& statement) const {
    if (statement.atomic == Atomic::compare_and_swap) return swap_loop(statement);
    const std::string operation =
        fmt::format("{}(&{}, {});", kAtomicNames[static_cast<std::size_t>(statement.atomic)],
                    place(statement.place), typed(statement.value));
    if (statement.result.variable < 0) return operation;
    return place(statement.result) + " = " + operation;
}

// Starts with a guess, because a plain read would race with the atomic operations.
std::string Printer::swap_loop(const Statement& statement) const {
    const std::string type = kernel_.at(statement.place).layout->name;
    return fmt::format(
        "{{ {0}* cell = &{1}; const {0} more = {2}; {0} seen = 0, expected; "
        "do {{ expected = seen; seen = atomicCAS(cell, expected, ({0})(expected + more)); }} "
        "while (seen != expected); }}",
        type, place(statement.place), typed(statement.value));
}

std::string Printer::call(const Statement& statement) const {
    const Function& function = kernel_.functions[statement.callee];
    std::string text;
    for (std::size_t i = 0; i < function.parameters.size(); ++i) {
        const Argument& argument = statement.arguments[i];
        if (i > 0) text += ", ";
        if (argument.value) {
            text += typed(argument.value);
            continue;
        }
        const Variable& variable = kernel_.at(argument.place);
        text += variable.columns > 0 ? "&" + variable.name + "[0][0]" : variable.name;
    }
    const std::string name = function.is_template
                                 ? fmt::format("{}<{}>", function.name, function.template_value)
                                 : function.name;
    const std::string call = fmt::format("{}({});", name, text);
    if (statement.result.variable < 0) return call;
    const Variable& result = kernel_.at(statement.result);
    const bool whole = !function.returns->is_scalar();
    return (whole ? result.name : place(statement.result)) + " = " + call;
}

}  // namespace glint::fuzz
