#include <glint/base/demangle.hpp>

#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace glint {
namespace {

constexpr std::string_view kUnnamed = "(anonymous namespace)";

// Where the parameter list starts: the first parenthesis outside template arguments.
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

// Template functions carry their return type in front, ended by a space outside "<>".
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

// Source code has no name for an unnamed namespace: what is in it goes by its own name.
std::string without_unnamed(std::string_view name) {
    std::string result(name);
    const std::string prefix = std::string(kUnnamed) + "::";
    for (auto at = result.find(prefix); at != result.npos; at = result.find(prefix))
        result.erase(at, prefix.size());
    return result;
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

}  // namespace glint
