#include <glint/base/demangle.hpp>

#include <cstdlib>
#include <memory>

#include <cxxabi.h>

namespace glint {
namespace {

// Where the parameter list starts: the first parenthesis outside template arguments.
std::size_t parameters_start(std::string_view text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
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
        if (name[i] == ' ' && depth == 0) return i + 1;
    }
    return 0;
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
    return std::string(name.substr(name_start(name)));
}

}  // namespace glint
