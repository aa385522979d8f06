#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/compiler/compiler_for.hpp>
#include <glint/compiler/nvrtc/nvrtc_api.hpp>
#include <glint/compiler/nvrtc/nvrtc_log.hpp>

namespace glint::compiler {
namespace nvrtc {
namespace {

/// An nvrtcProgram, destroyed with its scope.
class ProgramHandle {
public:
    explicit ProgramHandle(const Source& source) {
        check(api().nvrtcCreateProgram(&program_, source.text.c_str(), source.name.c_str(), 0,
                                       nullptr, nullptr),
              "create an NVRTC program");
    }
    ~ProgramHandle() { api().nvrtcDestroyProgram(&program_); }
    ProgramHandle(const ProgramHandle&) = delete;
    ProgramHandle& operator=(const ProgramHandle&) = delete;

    operator nvrtcProgram() const noexcept { return program_; }

private:
    nvrtcProgram program_ = nullptr;
};

std::string log_of(nvrtcProgram program) {
    std::size_t size = 0;
    check(api().nvrtcGetProgramLogSize(program, &size), "read NVRTC's log");
    std::string log(size, '\0');
    check(api().nvrtcGetProgramLog(program, log.data()), "read NVRTC's log");
    log.resize(log.find('\0') == std::string::npos ? size : log.find('\0'));
    return log;
}

std::vector<std::byte> cubin_of(nvrtcProgram program) {
    std::size_t size = 0;
    check(api().nvrtcGetCUBINSize(program, &size), "read the cubin");
    std::vector<std::byte> cubin(size);
    check(api().nvrtcGetCUBIN(program, reinterpret_cast<char*>(cubin.data())), "read the cubin");
    return cubin;
}

std::vector<std::byte> ptx_of(nvrtcProgram program) {
    std::size_t size = 0;
    check(api().nvrtcGetPTXSize(program, &size), "read the PTX");
    std::vector<std::byte> ptx(size);
    check(api().nvrtcGetPTX(program, reinterpret_cast<char*>(ptx.data())), "read the PTX");
    return ptx;
}

// What is wrong at the end has no place in the log: it is the source's last line.
std::vector<Diagnostic> diagnostics_of(nvrtcProgram program, const Source& source) {
    std::vector<Diagnostic> diagnostics = parse_log(log_of(program));
    const auto newlines = std::ranges::count(source.text, '\n');
    const auto last_line = std::max<std::ptrdiff_t>(1, newlines + !source.text.ends_with('\n'));
    for (Diagnostic& diagnostic : diagnostics) {
        if (!diagnostic.file.empty()) continue;
        diagnostic.file = source.name;
        diagnostic.line = static_cast<unsigned>(last_line);
    }
    return diagnostics;
}

int capability_of(std::string_view architecture) {
    int capability = 0;
    const std::string_view digits =
        architecture.substr(std::min<std::size_t>(3, architecture.size()));
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), capability);
    if (!architecture.starts_with("sm_") || error != std::errc() ||
        end != digits.data() + digits.size())
        throw Error(ErrorCode::invalid_argument, fmt::format("compile for '{}'", architecture),
                    "an architecture is written like sm_90");
    return capability;
}

std::vector<std::string> options_for(const Source& source, const std::string& target) {
    std::vector<std::string> options{"--gpu-architecture=" + target, "--std=c++20",
                                     source.debug ? "--device-debug" : "--generate-line-info"};
    if (source.fast_math) options.emplace_back("--use_fast_math");
    for (const auto& [name, value] : source.defines)
        options.push_back(fmt::format("--define-macro={}={}", name, value));
    for (const std::string& folder : source.include_folders)
        options.push_back("--include-path=" + folder);
    if (!api().include_folder.empty())
        options.push_back("--include-path=" + api().include_folder.string());
    return options;
}

nvrtcResult run(nvrtcProgram program, const std::vector<std::string>& options) {
    std::vector<const char*> pointers;
    for (const std::string& option : options) pointers.push_back(option.c_str());
    return api().nvrtcCompileProgram(program, static_cast<int>(pointers.size()), pointers.data());
}

class NvrtcCompiler final : public SourceCompiler {
public:
    explicit NvrtcCompiler(const std::string& architecture) {
        const int capability = capability_of(architecture);
        const std::vector<int> known = supported_architectures();
        as_ptx_ = !std::ranges::binary_search(known, capability);
        const auto above = std::ranges::upper_bound(known, capability);
        if (above == known.begin())
            throw Error(ErrorCode::unsupported, "compile for " + architecture,
                        fmt::format("NVRTC {} starts at sm_{}", nvrtc_version(), known.front()));
        target_ = as_ptx_ ? fmt::format("compute_{}", *std::prev(above)) : architecture;
    }

    std::string identity() const override {
        return fmt::format("nvrtc {} {}", nvrtc_version(), target_);
    }

    Binary compile(const Source& source) const override {
        const ProgramHandle program(source);
        for (const std::string& expression : source.instantiations)
            check(api().nvrtcAddNameExpression(program, expression.c_str()),
                  fmt::format("ask for kernel '{}'", expression));
        const nvrtcResult result = run(program, options_for(source, target_));
        std::vector<Diagnostic> diagnostics = diagnostics_of(program, source);
        if (result == NVRTC_ERROR_COMPILATION) throw CompileError(source.name, diagnostics);
        check(result, "compile " + source.name);
        Binary binary;
        binary.image = as_ptx_ ? ptx_of(program) : cubin_of(program);
        binary.warnings = std::move(diagnostics);
        for (const std::string& expression : source.instantiations) {
            const char* symbol = nullptr;
            check(api().nvrtcGetLoweredName(program, expression.c_str(), &symbol),
                  fmt::format("find kernel '{}'", expression));
            binary.symbols[expression] = symbol;
        }
        return binary;
    }

private:
    std::string target_;
    bool as_ptx_ = false;
};

}  // namespace
}  // namespace nvrtc

std::shared_ptr<const SourceCompiler> nvrtc_compiler(const std::string& architecture) {
    return std::make_shared<nvrtc::NvrtcCompiler>(architecture);
}

std::string nvrtc_version() {
    const nvrtc::Api* api = nvrtc::find_api();
    if (!api) return {};
    int major = 0;
    int minor = 0;
    nvrtc::check(api->nvrtcVersion(&major, &minor), "read NVRTC's version");
    return fmt::format("{}.{} ({})", major, minor, api->library.string());
}

}  // namespace glint::compiler
