#include <glint/algorithms/any_operator.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/files.hpp>

namespace glint::detail {

std::string AnyOperator::source(const std::string& name) const {
    if (function.writer) return operator_source(name, function, type);
    return fmt::format(
        "{0}{1}\n#include <glint/expression/convert.cuh>\n#include "
        "<glint/expression/functions.cuh>\n\nnamespace glint::expression {{\n\nstruct {2} {{\n"
        "    __device__ {3} operator()({3} a, {3} b) const {{ return convert<{3}>({4}); }}\n}};\n\n"
        "}}  // namespace glint::expression\n",
        declared_once(type.header), code.preamble, name, type.name, code.code);
}

void AnyOperator::append_to(KernelKey& key) const {
    key.append(type.name.data());
    key.append(function.writer);
    if (function.writer) return;
    const std::string hash = content_hash(code.code + '\0' + code.preamble);
    key.append(std::as_bytes(std::span(hash)));
}

std::vector<std::byte> AnyOperator::members() const {
    const auto scalars = function.operands.scalars();
    std::vector<std::byte> bytes((std::max<std::size_t>(scalars.size(), 1) + 15) / 16 * 16);
    std::copy(scalars.begin(), scalars.end(), bytes.begin());
    return bytes;
}

}  // namespace glint::detail
