#include <glint/compiler/nvrtc/nvrtc_program.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/compiler/nvrtc/nvrtc_log.hpp>

namespace glint::compiler::nvrtc {
namespace {

// What ptxas tells when it is asked for resource usage: "ptxas info    : Used 10 registers", and
// below a function's properties "ptxas         .     0 bytes stack frame".
bool is_information(std::string_view line) {
    return line.starts_with("ptxas info") || line.starts_with("ptxas  ");
}

std::string without_information(std::string_view log) {
    std::string kept;
    for (const std::string_view line : text::split(log, '\n'))
        if (!is_information(line)) (kept += line) += '\n';
    return kept;
}

// What is wrong at the end has no place in the log: it is the source's last line.
std::vector<Diagnostic> diagnostics_in(std::string_view log, const Source& source) {
    std::vector<Diagnostic> diagnostics = parse_log(without_information(log));
    const auto newlines = std::ranges::count(source.text, '\n');
    const auto last_line = std::max<std::ptrdiff_t>(1, newlines + !source.text.ends_with('\n'));
    for (Diagnostic& diagnostic : diagnostics) {
        if (!diagnostic.file.empty()) continue;
        diagnostic.file = source.name;
        diagnostic.line = static_cast<unsigned>(last_line);
    }
    return diagnostics;
}

std::vector<std::string> options_for(const Source& source, const std::string& target) {
    std::vector<std::string> options{"--gpu-architecture=" + target, "--std=c++20",
                                     source.debug ? "--device-debug" : "--generate-line-info"};
    if (source.fast_math) options.emplace_back("--use_fast_math");
    for (const auto& [name, value] : source.defines)
        options.push_back(fmt::format("--define-macro={}={}", name, value));
    for (const std::string& folder : source.include_folders)
        options.push_back("--include-path=" + folder);
    if (!api().include_folder.empty()) {
        options.push_back("--include-path=" + api().include_folder.string());
        // Since CUDA 13, headers such as <cuda/std/array> have a folder of their own.
        options.push_back("--include-path=" + (api().include_folder / "cccl").string());
    }
    return options;
}

nvrtcResult run(nvrtcProgram program, const std::vector<std::string>& options) {
    std::vector<const char*> pointers;
    for (const std::string& option : options) pointers.push_back(option.c_str());
    return api().nvrtcCompileProgram(program, static_cast<int>(pointers.size()), pointers.data());
}

}  // namespace

NvrtcProgram::NvrtcProgram(const Source& source, const std::string& target,
                           const std::vector<std::string>& more_options) {
    check(api().nvrtcCreateProgram(&program_, source.text.c_str(), source.name.c_str(), 0, nullptr,
                                   nullptr),
          "create an NVRTC program");
    try {
        for (const std::string& expression : source.instantiations)
            check(api().nvrtcAddNameExpression(program_, expression.c_str()),
                  fmt::format("ask for kernel '{}'", expression));
        std::vector<std::string> options = options_for(source, target);
        options.insert(options.end(), more_options.begin(), more_options.end());
        const nvrtcResult result = run(program_, options);
        warnings_ = diagnostics_in(log(), source);
        if (result == NVRTC_ERROR_COMPILATION) throw CompileError(source.name, warnings_);
        check(result, "compile " + source.name);
    } catch (...) {
        api().nvrtcDestroyProgram(&program_);
        throw;
    }
}

std::string NvrtcProgram::log() const {
    std::size_t size = 0;
    check(api().nvrtcGetProgramLogSize(program_, &size), "read NVRTC's log");
    std::string log(size, '\0');
    check(api().nvrtcGetProgramLog(program_, log.data()), "read NVRTC's log");
    log.resize(log.find('\0') == std::string::npos ? size : log.find('\0'));
    return log;
}

std::vector<std::byte> NvrtcProgram::cubin() const {
    std::size_t size = 0;
    check(api().nvrtcGetCUBINSize(program_, &size), "read the cubin");
    std::vector<std::byte> cubin(size);
    check(api().nvrtcGetCUBIN(program_, reinterpret_cast<char*>(cubin.data())), "read the cubin");
    return cubin;
}

std::vector<std::byte> NvrtcProgram::ptx() const {
    std::size_t size = 0;
    check(api().nvrtcGetPTXSize(program_, &size), "read the PTX");
    std::vector<std::byte> ptx(size);
    check(api().nvrtcGetPTX(program_, reinterpret_cast<char*>(ptx.data())), "read the PTX");
    return ptx;
}

std::map<std::string, std::string> NvrtcProgram::symbols(const Source& source) const {
    std::map<std::string, std::string> symbols;
    for (const std::string& expression : source.instantiations) {
        const char* symbol = nullptr;
        check(api().nvrtcGetLoweredName(program_, expression.c_str(), &symbol),
              fmt::format("find kernel '{}'", expression));
        symbols[expression] = symbol;
    }
    return symbols;
}

}  // namespace glint::compiler::nvrtc
