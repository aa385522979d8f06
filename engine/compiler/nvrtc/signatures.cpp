#include <glint/compiler/nvrtc/signatures.hpp>

#include <glint/base/demangle.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/nvrtc/nvrtc_program.hpp>

namespace glint::compiler::nvrtc {
namespace {

constexpr std::string_view kUnnamed = "(anonymous namespace)::";

// "float const*" as people write it: "const float*".
std::string with_const_in_front(std::string type) {
    const std::size_t pointer = type.find_first_of("*&[");
    const std::size_t at = type.find(" const");
    if (at >= pointer) return type;
    return "const " + type.erase(at, 6);
}

std::string without_unnamed(std::string_view text) {
    std::string result(text);
    for (auto at = result.find(kUnnamed); at != result.npos; at = result.find(kUnnamed))
        result.erase(at, kUnnamed.size());
    return result;
}

// The parts between commas outside all brackets.
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
        if (!type.empty()) types.push_back(with_const_in_front(std::string(type)));
        start = i + 1;
    }
    return types;
}

// Where the parenthesis opens that closes at the end of `text`.
std::size_t last_list(std::string_view text) {
    int depth = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
        if (text[i] == ')') ++depth;
        if (text[i] == '(' && --depth == 0) return i;
    }
    return text.npos;
}

// "void NAME<void (int, float)>()" holds the type between the outermost "<>".
std::string argument_of(std::string_view instance) {
    const std::size_t open = instance.find('<');
    const std::size_t close = instance.rfind('>');
    if (open == instance.npos || close == instance.npos) return {};
    return std::string(instance.substr(open + 1, close - open - 1));
}

}  // namespace

std::optional<std::vector<std::string>> parameters_in(std::string_view demangled) {
    const std::string text = without_unnamed(demangled);
    if (!text.ends_with(')')) return std::nullopt;
    const std::size_t open = last_list(text);
    if (open == text.npos) return std::nullopt;
    return types_in(std::string_view(text).substr(open + 1, text.size() - open - 2));
}

std::map<std::string, std::vector<std::string>> signatures(
    const Source& source, const std::string& target, const std::vector<std::string>& kernels) {
    std::map<std::string, std::vector<std::string>> found;
    if (kernels.empty()) return found;
    Source asking = source;
    asking.text += "\ntemplate <class Function> __global__ void __glint_signature() {}\n";
    asking.instantiations.clear();
    const auto request = [](const std::string& kernel) {
        return "__glint_signature<decltype(" + kernel + ")>";
    };
    for (const std::string& kernel : kernels) asking.instantiations.push_back(request(kernel));
    try {
        // To PTX alone: nobody wants the code.
        const NvrtcProgram program(asking, "compute_" + target.substr(3));
        const auto symbols = program.symbols(asking);
        for (const std::string& kernel : kernels)
            if (auto types = parameters_in(argument_of(demangled(symbols.at(request(kernel))))))
                found[kernel] = std::move(*types);
    } catch (const Error&) {
        found.clear();
    }
    return found;
}

}  // namespace glint::compiler::nvrtc
