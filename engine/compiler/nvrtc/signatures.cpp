// SPDX-License-Identifier: MIT
#include <glint/compiler/nvrtc/signatures.hpp>

#include <glint/base/demangle.hpp>
#include <glint/compiler/nvrtc/nvrtc_program.hpp>

namespace glint::compiler::nvrtc {
namespace {

// Returns the text between the outermost "<>" in "void NAME<void (int, float)>()".
std::string argument_of(std::string_view instance) {
    const std::size_t open = instance.find('<');
    const std::size_t close = instance.rfind('>');
    if (open == instance.npos || close == instance.npos) return {};
    return std::string(instance.substr(open + 1, close - open - 1));
}

}  // namespace

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
        // Compile only to PTX, because only the symbols are needed.
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
