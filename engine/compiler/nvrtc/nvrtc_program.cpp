// SPDX-License-Identifier: MIT
#include <glint/compiler/nvrtc/nvrtc_program.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/nvrtc/nvrtc_log.hpp>
#include <glint/compiler/nvrtc/standard_headers.hpp>

namespace glint::compiler::nvrtc {
namespace {

// Returns true for lines in which ptxas reports resource usage: "ptxas info    : Used 10
// registers", and "ptxas         .     0 bytes stack frame" after the name of a function.
bool is_information(std::string_view line) {
    return line.starts_with("ptxas info") || line.starts_with("ptxas  ");
}

std::string without_information(std::string_view log) {
    std::string kept;
    for (const std::string_view line : text::split(log, '\n'))
        if (!is_information(line)) (kept += line) += '\n';
    return kept;
}

// Parses the diagnostics. For errors at the end of the source, the log gives no location. Sets
// their location to the last line of the source.
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

void add_include_paths(std::vector<std::string>& options, const Source& source) {
    for (const std::string& folder : source.include_folders)
        options.push_back("--include-path=" + folder);
    if (api().include_folder.empty()) return;
    options.push_back("--include-path=" + api().include_folder.string());
    // From CUDA 13 on, headers such as <cuda/std/array> are in a separate folder.
    options.push_back("--include-path=" + (api().include_folder / "cccl").string());
}

std::vector<std::string> options_for(const Source& source, const std::string& target) {
    std::vector<std::string> options{"--gpu-architecture=" + target,
                                     "--std=" + source.language_standard};
    if (source.debug) options.emplace_back("--device-debug");
    if (source.fast_math) options.emplace_back("--use_fast_math");
    if (source.relocatable) options.emplace_back("--relocatable-device-code=true");
    if (source.kind == BinaryKind::ltoir) options.emplace_back("--dlink-time-opt");
    if (source.max_registers > 0)
        options.push_back(fmt::format("--maxrregcount={}", source.max_registers));
    for (const auto& [name, value] : source.defines)
        options.push_back(fmt::format("--define-macro={}={}", name, value));
    options.emplace_back("--diag-suppress=1406");  // do not warn about trigraphs
    add_include_paths(options, source);
    options.insert(options.end(), source.nvrtc_flags.begin(), source.nvrtc_flags.end());
    return options;
}

nvrtcResult compile(nvrtcProgram program, const std::vector<std::string>& options) {
    std::vector<const char*> pointers;
    for (const std::string& option : options) pointers.push_back(option.c_str());
    return api().nvrtcCompileProgram(program, static_cast<int>(pointers.size()), pointers.data());
}

}  // namespace

NvrtcProgram::NvrtcProgram(const Source& source, const std::string& target,
                           const std::vector<std::string>& more_options)
    : target_(target), options_(options_for(source, target)) {
    options_.insert(options_.end(), more_options.begin(), more_options.end());
    create(source);
    try {
        for (const std::string& expression : source.instantiations)
            check(api().nvrtcAddNameExpression(program_, expression.c_str()),
                  fmt::format("request kernel '{}'", expression));
        const nvrtcResult result = compile(program_, options_);
        warnings_ = diagnostics_in(log(), source);
        if (result == NVRTC_ERROR_COMPILATION || result == NVRTC_ERROR_INVALID_OPTION)
            throw CompileError(source.name, warnings_, run());
        check(result, "compile " + source.name);
        // After a successful compilation, an error is other text in the log, such as a report about
        // a precompiled header. Drop it. Also drop warnings in CUDA's own headers, such as a
        // redefinition of INT_MAX, because users cannot fix them.
        const std::string of_cuda = (api().include_folder / "").string();
        std::erase_if(warnings_, [&](const Diagnostic& diagnostic) {
            return diagnostic.severity == Diagnostic::Severity::error ||
                   (of_cuda.size() > 1 && diagnostic.file.starts_with(of_cuda));
        });
    } catch (...) {
        api().nvrtcDestroyProgram(&program_);
        throw;
    }
}

void NvrtcProgram::create(const Source& source) {
    std::vector<const char*> names, texts;
    for (const auto& [name, text] : source.headers) {
        names.push_back(name.c_str());
        texts.push_back(text.c_str());
    }
    for (const auto& [name, text] : standard_headers()) {
        if (std::ranges::count(source.headers, name, &std::pair<std::string, std::string>::first))
            continue;
        names.push_back(name);
        texts.push_back(text);
    }
    check(api().nvrtcCreateProgram(&program_, source.text.c_str(), source.name.c_str(),
                                   static_cast<int>(names.size()), texts.data(), names.data()),
          "create an NVRTC program");
}

CompilerRun NvrtcProgram::run() const {
    return {.target = target_, .options = options_, .log = log()};
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
    ptx.pop_back();  // the terminating zero
    return ptx;
}

std::vector<std::byte> NvrtcProgram::ltoir() const {
    if (!api().ltoir_size || !api().ltoir)
        throw Error(ErrorCode::unsupported, "generate LTO-IR", "LTO-IR needs NVRTC 12 or later");
    std::size_t size = 0;
    check(api().ltoir_size(program_, &size), "read the LTO-IR");
    std::vector<std::byte> ltoir(size);
    check(api().ltoir(program_, reinterpret_cast<char*>(ltoir.data())), "read the LTO-IR");
    return ltoir;
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
