// SPDX-License-Identifier: MIT
#include "print.hpp"

#include <string_view>

#include <fmt/format.h>

#include "printer.hpp"
#include "storage.hpp"

namespace glint::fuzz {
namespace {

std::string table(const Variable& variable, const Printer& printer) {
    std::string cells;
    for (std::size_t i = 0; i < variable.count; ++i) {
        Expression cell{.type = variable.layout->fields[0].type};
        cell.bits = initial_bits(variable, i, 0);
        cells += (i > 0 ? ", " : "") +
                 printer.expression(std::make_shared<const Expression>(std::move(cell)));
    }
    return fmt::format("__constant__ {} {}[{}] = {{{}}};\n", variable.layout->name, variable.name,
                       variable.count, cells);
}

std::string parameter(const Variable& variable, bool restrict) {
    if (variable.space == Space::parameter) return variable.layout->name + " " + variable.name;
    return fmt::format("{}{}*{} {}", variable.read_only ? "const " : "", variable.layout->name,
                       restrict ? " __restrict__" : "", variable.name);
}

std::string parameters(const Kernel& kernel) {
    std::string text;
    for (const int number : used_parameters(kernel)) {
        if (!text.empty()) text += ", ";
        text += parameter(kernel.variables[number], kernel.restrict_pointers);
    }
    return text;
}

std::string shared_variables(const Kernel& kernel, const Printer& printer) {
    const std::vector<bool> used = used_variables(kernel);
    std::string text;
    for (std::size_t i = 0; i < used.size(); ++i) {
        const Space space = kernel.variables[i].space;
        if (used[i] && (space == Space::shared || space == Space::dynamic_shared))
            text += "    " + printer.variable(kernel.variables[i]);
    }
    return text;
}

std::string file_scope(const Kernel& kernel, const Printer& printer) {
    const std::vector<bool> variables = used_variables(kernel), functions = used_functions(kernel);
    std::string text;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const Variable& variable = kernel.variables[i];
        if (!variables[i]) continue;
        if (variable.space == Space::constant) text += table(variable, printer);
        if (variable.space == Space::device) text += printer.variable(variable);
    }
    for (std::size_t i = 0; i < functions.size(); ++i)
        if (functions[i]) text += printer.function(kernel.functions[i]);
    return text;
}

}  // namespace

std::string Printer::variable(const Variable& variable) const {
    const std::string head = variable.layout->name + " " + variable.name;
    if (variable.space == Space::dynamic_shared)
        return fmt::format("extern __shared__ {}[];\n", head);
    const char* where = variable.space == Space::device ? "__device__" : "__shared__";
    if (variable.columns > 0)
        return fmt::format("{} {}[{}][{}];\n", where, head, variable.count / variable.columns,
                           variable.columns);
    return fmt::format("{} {}{};\n", where, head,
                       variable.is_array ? fmt::format("[{}]", variable.count) : "");
}

std::string Printer::function(const Function& function) const {
    std::string parameters;
    for (const int number : function.parameters) {
        const Variable& variable = kernel_.variables[number];
        if (!parameters.empty()) parameters += ", ";
        parameters +=
            variable.layout->name + (variable.space == Space::pointer ? "* " : " ") + variable.name;
    }
    return fmt::format("{}{}__device__ {} {}({}) {{\n{}}}\n",
                       function.is_template ? "template <int N>\n" : "",
                       function.no_inline ? "__noinline__ " : "",
                       function.returns ? function.returns->name : "void", function.name,
                       parameters, block(function.body, 1));
}

std::string print(const Kernel& kernel) {
    const Printer printer(kernel);
    const auto& [grid, block] = kernel.shape;
    return fmt::format(
        "// seed {}, grid {}x{}x{}, block {}x{}x{}\n{}extern \"C\" __global__ void "
        "__launch_bounds__({}) {}({}) {{\n{}{}}}\n",
        kernel.seed, grid[0], grid[1], grid[2], block[0], block[1], block[2],
        file_scope(kernel, printer), block[0] * block[1] * block[2], kernel.name,
        parameters(kernel), shared_variables(kernel, printer), printer.block(kernel.body, 1));
}

// CUDA's compiler may return anything for a shift by an out-of-range constant, so amounts are
// hidden from it. The CPU compiler may see them, because it defines the result.
constexpr std::string_view kAmount = R"(
template <class T>
__device__ T amount(T value) {
#ifdef __CUDACC_RTC__
    if constexpr (sizeof(T) == 8)
        asm("" : "+l"(value));
    else
        asm("" : "+r"(value));
#endif
    return value;
}
)";

std::string print(const std::vector<Kernel>& kernels) {
    std::string text = layout_definitions();
    text += kAmount;
    for (const Kernel& kernel : kernels) text += "\n" + print(kernel);
    return text;
}

}  // namespace glint::fuzz
