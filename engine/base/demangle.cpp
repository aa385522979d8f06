// SPDX-License-Identifier: MIT
#include <glint/base/demangle.hpp>

#include <cstdlib>
#include <memory>

#include <cxxabi.h>

#include <glint/base/text.hpp>

namespace glint {
namespace {

constexpr std::string_view kUnnamed = "(anonymous namespace)";

// Returns the position of the parameter list: the first parenthesis outside template arguments.
std::size_t parameters_start(std::string_view text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i).starts_with(kUnnamed)) i += kUnnamed.size();
        if (text[i] == '<') ++depth;
        if (text[i] == '>') --depth;
        if (text[i] == '(' && depth == 0) return i;
    }
    return text.size();
}

// Returns the start of the function's name. In the symbol of a template function, the return type
// and a space precede the name. Ignores spaces inside "<>".
std::size_t name_start(std::string_view name) {
    int depth = 0;
    for (std::size_t i = name.size(); i-- > 0;) {
        if (name[i] == '>') ++depth;
        if (name[i] == '<') --depth;
        if (name[i] == ' ' && depth == 0 && !name.substr(0, i).ends_with("(anonymous"))
            return i + 1;
    }
    return 0;
}

// Removes the text of unnamed namespaces, because source code cannot name them.
std::string without_unnamed(std::string_view name) {
    std::string result(name);
    const std::string prefix = std::string(kUnnamed) + "::";
    for (auto at = result.find(prefix); at != result.npos; at = result.find(prefix))
        result.erase(at, prefix.size());
    return result;
}

// Moves "const" to the front: returns "const float*" for "float const*".
std::string with_leading_const(std::string type) {
    const std::size_t pointer = type.find_first_of("*&[");
    const std::size_t at = type.find(" const");
    if (at >= pointer) return type;
    return "const " + type.erase(at, 6);
}

// Splits `list` at the commas outside all brackets.
std::vector<std::string> types_in(std::string_view list) {
    std::vector<std::string> types;
    int depth = 0;
    std::size_t start = 0;
    for (std::size_t i = 0; i <= list.size(); ++i) {
        const char c = i < list.size() ? list[i] : ',';
        if (c == '<' || c == '(') ++depth;
        if (c == '>' || c == ')') --depth;
        if (c != ',' || (depth != 0 && i < list.size())) continue;
        const std::string_view type = text::trim(list.substr(start, i - start));
        if (!type.empty()) types.push_back(with_leading_const(std::string(type)));
        start = i + 1;
    }
    return types;
}

// Returns the position of the '(' that matches the ')' at the end of `text`.
std::size_t last_list(std::string_view text) {
    int depth = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
        if (text[i] == ')') ++depth;
        if (text[i] == '(' && --depth == 0) return i;
    }
    return text.npos;
}

}  // namespace

std::string demangled(std::string_view symbol) {
    const std::string terminated(symbol);
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(terminated.c_str(), nullptr, nullptr, &status), &std::free);
    return symbol.starts_with("_Z") && status == 0 ? text.get() : terminated;
}

std::string demangled_name(std::string_view symbol) {
    if (!symbol.starts_with("_Z")) return std::string(symbol);
    const std::string full = demangled(symbol);
    const std::string_view name = std::string_view(full).substr(0, parameters_start(full));
    return without_unnamed(name.substr(name_start(name)));
}

std::optional<std::vector<std::string>> parameters_in(std::string_view demangled) {
    const std::string text = without_unnamed(demangled);
    if (!text.ends_with(')')) return std::nullopt;
    const std::size_t open = last_list(text);
    if (open == text.npos) return std::nullopt;
    return types_in(std::string_view(text).substr(open + 1, text.size() - open - 2));
}

}  // namespace glint
