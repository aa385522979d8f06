// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/any_operator.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/array/detail/kernel_recipe.hpp>

namespace glint::detail {

namespace {

std::string code_source(const OperatorCode& code, const std::string& name,
                        const ElementType& type) {
    return fmt::format(
        "{0}{1}\n#include <glint/expression/convert.cuh>\n#include "
        "<glint/expression/functions.cuh>\n\nnamespace glint::expression {{\n\nstruct {2} {{\n"
        "    __device__ {3} operator()({3} a, {3} b) const {{ return convert<{3}>({4}); }}\n}};\n\n"
        "}}  // namespace glint::expression\n",
        declared_once(type.header), code.preamble, name, type.name, code.code);
}

// Returns the code of an operator on optional values. If both operands have values, the code
// applies the operator `of_values` to them.
std::string known_source(const std::string& name, const std::string& of_values,
                         const ElementType& type) {
    return fmt::format(
        "#include <glint/expression/known.cuh>\n\nnamespace glint::expression {{\n\n"
        "struct {0} {{\n    {1} op;\n\n    __device__ {2} operator()({2} a, {2} b) const {{ return "
        "joined(op, a, b); }}\n}};\n\n}}  // namespace glint::expression\n",
        name, of_values, type.name);
}

}  // namespace

std::string AnyOperator::source(const std::string& name) const {
    const bool is_plain = type.name == operand.name;
    const std::string of_values = is_plain ? name : name + "OfValues";
    std::string text = function.writer ? operator_source(of_values, function, operand)
                                       : code_source(code, of_values, operand);
    if (!is_plain) text += known_source(name, of_values, type);
    return text;
}

void AnyOperator::describe(KernelRecipe& recipe, const std::string& name) const {
    recipe.depends_on(type.name);
    recipe.depends_on(function.writer);
    if (!function.writer) {
        recipe.depends_on(code.code);
        recipe.depends_on(code.preamble);
    }
    recipe.text([&] { return source(name); });
}

std::vector<std::byte> AnyOperator::members() const {
    const auto scalars = function.operands.scalars();
    std::vector<std::byte> bytes((std::max<std::size_t>(scalars.size(), 1) + 15) / 16 * 16);
    std::copy(scalars.begin(), scalars.end(), bytes.begin());
    return bytes;
}

}  // namespace glint::detail
