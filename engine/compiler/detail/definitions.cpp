// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/definitions.hpp>

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include <glint/base/demangle.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cuda/cubin.hpp>

namespace glint::compiler {
namespace {

// Returns the name that a declaration defines, such as _Z5twicei in
// "func  (.param .b32 func_retval0) _Z5twicei(" or x in "global .align 4 .u32 x[2] =".
std::string name_in(std::string_view declaration) {
    if (declaration.starts_with("func") && declaration.find(')') != declaration.npos)
        if (const std::size_t result = declaration.find("func_retval"); result != declaration.npos)
            declaration.remove_prefix(declaration.find(')', result) + 1);
    declaration = declaration.substr(0, declaration.find_first_of("([=;"));
    declaration = text::trim(declaration);
    return std::string(declaration.substr(declaration.find_last_of(" \t") + 1));
}

std::vector<std::string> definitions_of(const driver::LinkPart& part) {
    if (part.kind == driver::LinkInput::cubin) return driver::definitions_in_cubin(part.bytes);
    if (part.kind != driver::LinkInput::ptx) return {};
    return definitions_in_ptx(
        {reinterpret_cast<const char*>(part.bytes.data()), part.bytes.size()});
}

}  // namespace

std::vector<std::string> definitions_in_ptx(std::string_view ptx) {
    constexpr std::string_view kVisible = ".visible .";
    std::vector<std::string> found;
    for (const std::string_view line : text::split(ptx, '\n'))
        if (line.starts_with(kVisible)) found.push_back(name_in(line.substr(kVisible.size())));
    return found;
}

void check_definitions(std::span<const driver::LinkPart> parts, const std::string& operation) {
    std::map<std::string, std::string> first_in;
    for (const driver::LinkPart& part : parts)
        for (const std::string& symbol : definitions_of(part))
            if (const auto [first, is_new] = first_in.try_emplace(symbol, part.name); !is_new)
                throw Error(ErrorCode::compile, operation,
                            fmt::format("'{}' ({}) is defined in both '{}' and '{}'",
                                        demangled_name(symbol), symbol, first->second, part.name));
}

}  // namespace glint::compiler
