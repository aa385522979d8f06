#include <glint/studio/run/code.hpp>

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include <glint/base/byte_order_mark.hpp>
#include <glint/base/demangle.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/compile.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/studio/run/generated.hpp>
#include <glint/studio/run/missing_header.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

/// What nvcc includes before every file.
constexpr const char* kIncluded =
    "#include <climits>\n#include <cmath>\n#include <cstdlib>\n#include <cstring>\n#line 1\n";

/// Before a text that is to run its blocks from the last to the first.
constexpr const char* kBackwards = R"(
__device__ inline uint3 glint_backward_block() {
    return make_uint3(gridDim.x - 1 - blockIdx.x, gridDim.y - 1 - blockIdx.y,
                      gridDim.z - 1 - blockIdx.z);
}
#define blockIdx glint_backward_block()
#line 1
)";

std::string whole_text(const fs::path& file, const std::string& text, const Reading& reading) {
    return kIncluded + std::string(without_byte_order_mark(text)) +
           generated_text(file.string(), reading);
}

ProgramOptions options_for(const fs::path& file) {
    return {.include_folders = {file.has_parent_path() ? file.parent_path() : fs::path(".")},
            .nvrtc_flags = compiler::parallel_nvrtc_flags()};
}

Program compile(const Device& device, const fs::path& file, const std::string& text,
                const Reading& reading, bool is_backwards = false) {
    return Program::from_text(device, file.string(),
                              (is_backwards ? kBackwards : "") + whole_text(file, text, reading),
                              options_for(file));
}

/// What a compiler says of the file, in the words of a list of mistakes.
std::vector<Mistake> mistakes_in(const CompileError& error, const fs::path& file) {
    std::vector<Mistake> mistakes;
    for (const Diagnostic& diagnostic : error.diagnostics()) {
        if (diagnostic.severity != Diagnostic::Severity::error) continue;
        std::string_view message = diagnostic.message;
        if (const std::size_t answer = message.find(kAnswer); answer != message.npos) {
            message.remove_prefix(answer + std::string_view(kAnswer).size());
            if (message.ends_with('"')) message.remove_suffix(1);
        }
        mistakes.push_back({.line = std::max(diagnostic.line, 1u),
                            .message = about_missing_header(message).value_or(std::string(message)),
                            .file = diagnostic.file == file.string() ? "" : diagnostic.file,
                            .column = diagnostic.column});
    }
    return mistakes;
}

}  // namespace

Code::Code(const Device& device, const fs::path& file, const CodeOptions& options)
    : Code(device, file, read_text(file), options) {}

Code::Code(const Device& device, const fs::path& file, std::string text, const CodeOptions& options)
    : Code([&] {
          Reading reading = read_annotations(file.string(), text, options.read);
          if (!reading.mistakes.empty())
              throw DeclarationError(file.string(), check(device, file, text, options.read));
          return Code(device, file, std::move(text), std::move(reading), options.is_backwards);
      }()) {}

Code::Code(const Device& device, const fs::path& file, std::string text, Reading reading,
           bool is_backwards)
    : text_(std::move(text)), declaration_(reading.declaration), program_([&] {
          try {
              return compile(device, file, text_, reading, is_backwards);
          } catch (const CompileError& error) {
              throw DeclarationError(file.string(), mistakes_in(error, file));
          }
      }()) {
    for (const DeclaredPass& pass : declaration_.passes)
        passes_.push_back(program_.kernel(pass.kernel));
    for (std::size_t i = 0; i < declaration_.derived.size(); ++i) {
        derived_.push_back(program_.kernel(generated_kernel(i)));
        if (declaration_.derived[i].is_extreme())
            finders_.emplace(i, program_.kernel(generated_finder(i)));
    }
    for (const auto& [symbol, reason] : program_.unordered_kernels()) {
        const std::string kernel = demangled_name(symbol);
        if (const auto pass = declaration_.find_pass(kernel);
            pass && declaration_.passes[*pass].role != Role::draw)
            inexact_.push_back(fmt::format("kernel '{}': {}", kernel, reason));
    }
    try {
        for (const std::string& symbol : program_.variable_symbols()) {
            std::string name = variable_name(symbol);
            if (!is_constant_of_glint(name))
                variables_.push_back({std::move(name), program_.global<std::byte>(symbol)});
        }
    } catch (const Error& error) {
        if (error.code() != ErrorCode::unsupported) throw;
        hidden_variables_ = error;
    }
}

const std::vector<Code::Variable>& Code::variables() const {
    if (hidden_variables_) throw *hidden_variables_;
    return variables_;
}

std::string variable_name(std::string symbol) {
    for (const std::string_view mark : {"_INTERNAL_", "_GLOBAL__N_"}) {
        const std::size_t at = symbol.find(mark);
        if (at == symbol.npos) continue;
        std::size_t digits = at;
        while (digits > 0 && std::isdigit(static_cast<unsigned char>(symbol[digits - 1]))) --digits;
        const auto length =
            text::parse_unsigned(std::string_view(symbol).substr(digits, at - digits));
        if (length && *length <= symbol.size() - at) symbol.erase(digits, at - digits + *length);
    }
    return symbol;
}

bool is_constant_of_glint(std::string_view name) {
    return name.starts_with("_ZN5glint") || name.starts_with("_ZZN5glint");
}

std::vector<Mistake> check_for(const std::string& target, const fs::path& file,
                               const ReadOptions& options) {
    const std::string text = read_text(file);
    const Reading reading = read_annotations(file.string(), text, options);
    if (!reading.mistakes.empty()) return reading.mistakes;
    ProgramOptions quiet = options_for(file);
    quiet.log_warnings = false;
    try {
        (void)compile_text(target, file.string(), whole_text(file, text, reading), quiet,
                           BinaryKind::ptx);
        return {};
    } catch (const CompileError& error) {
        return mistakes_in(error, file);
    }
}

std::vector<Mistake> check(const Device& device, const fs::path& file, const ReadOptions& options) {
    return check(device, file, read_text(file), options);
}

std::vector<Mistake> check(const Device& device, const fs::path& file, const std::string& text,
                           const ReadOptions& options) {
    Reading reading = read_annotations(file.string(), text, options);
    std::vector<Mistake> mistakes = std::move(reading.mistakes);
    if (!mistakes.empty()) reading.declaration.derived.clear();  // which may not fit what it takes
    try {
        (void)compile(device, file, text, reading);
    } catch (const CompileError& error) {
        for (Mistake& mistake : mistakes_in(error, file)) mistakes.push_back(std::move(mistake));
    }
    std::ranges::stable_sort(mistakes, {},
                             [](const Mistake& m) { return std::tie(m.file, m.line); });
    return mistakes;
}

}  // namespace glint::studio
