// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/symbol.hpp>

#include <fmt/format.h>

namespace glint::detail {

std::string operator_source(const std::string& name, const AnyFunction& function,
                            const ElementType& parameter, const ElementType& result) {
    SourceWriter writer;
    writer.declare(parameter.header);
    const std::string value = function.writer(writer);
    std::string members;
    for (std::size_t i = 0; i < writer.scalars().size(); ++i)
        members += fmt::format("        {} s{};\n", writer.scalars()[i].name, i);
    // The code that nodes write accesses scalar N as operands.scalars.sN.
    const std::string scalars =
        members.empty() ? ""
                        : fmt::format("    struct alignas(16) {{\n{}    }} scalars;\n", members);
    const std::string operands =
        members.empty() ? "" : fmt::format("        const {}& operands = *this;\n", name);
    return fmt::format(
        "{0}#include <glint/expression/convert.cuh>\n#include <glint/expression/functions.cuh>\n\n"
        "namespace glint::expression {{\n\nstruct {1} {{\n{2}\n"
        "    __device__ {7} operator()({3} a, {3} b) const {{\n{4}{5}        return "
        "convert<{7}>({6});\n"
        "    }}\n}};\n\n}}  // namespace glint::expression\n",
        writer.declarations(), name, scalars, parameter.name, operands, writer.statements(), value,
        result.name);
}

}  // namespace glint::detail
