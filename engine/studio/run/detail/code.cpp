// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/code.hpp>

#include <algorithm>
#include <cctype>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <glint/base/byte_order_mark.hpp>
#include <glint/base/demangle.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/compile.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/detail/include_scan.hpp>
#include <glint/compiler/detail/tokens.hpp>
#include <glint/compiler/detail/without_kernels.hpp>
#include <glint/studio/run/detail/generated.hpp>
#include <glint/studio/run/detail/missing_header.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

/// The headers that nvcc includes before every file.
constexpr const char* kIncluded =
    "#include <climits>\n#include <cmath>\n#include <cstdlib>\n#include <cstring>\n#line 1\n";

constexpr const char* kThreadOrder = "_ZN5glint12thread_orderE";

std::string program_text(const fs::path& file, const std::string& text, const Reading& reading) {
    return kIncluded + std::string(without_byte_order_mark(text)) +
           generated_text(file.string(), reading);
}

ProgramOptions options_for(const fs::path& file) {
    return {.include_folders = {file.has_parent_path() ? file.parent_path() : fs::path(".")},
            .nvrtc_flags = compiler::parallel_nvrtc_flags()};
}

Program compile(const Device& device, const fs::path& file, const std::string& text,
                const Reading& reading, bool has_thread_order = false) {
    ProgramOptions options = options_for(file);
    if (has_thread_order) {
        options.defines.emplace_back("__GLINT_THREAD_ORDER", "1");
        // Without this flag, the compiler could fuse multiplications and additions differently in
        // the vectorized code for full groups of lanes and in the code for partial groups.
        options.clang_flags.emplace_back("-ffp-contract=off");
    }
    return Program::from_text(device, file.string(), program_text(file, text, reading), options);
}

bool mentions_index(std::string_view text) {
    const compiler::Tokens all = compiler::tokens_of(text);
    const auto is = [&](std::size_t at, std::string_view word) {
        return at < all.tokens.size() && all.tokens[at].text == word;
    };
    bool has_name = false, is_in_glint = false;
    for (std::size_t i = 0; i < all.tokens.size(); ++i) {
        if (is(i, "index") && i > 0 && is(i - 1, "::")) return true;
        has_name = has_name || is(i, "index");
        is_in_glint = is_in_glint || (is(i, "using") && is(i + 1, "namespace")) ||
                      (is(i, "namespace") && is(i + 1, "glint"));
    }
    const auto may_make_it = [](const compiler::Directive& directive) {
        return directive.text.find("index") != std::string_view::npos ||
               directive.text.find("##") != std::string_view::npos;
    };
    return (has_name && is_in_glint) || std::ranges::any_of(all.directives, may_make_it);
}

/// Returns true if the text of a function of a grid's values may contain a call of glint::index().
bool may_call_index(const fs::path& file, const std::string& text, const Declaration& declaration) {
    const auto is_of_grid = [&](const Derived& derived) {
        return !declaration.structures[derived.over].is_list();
    };
    if (std::ranges::none_of(declaration.derived, is_of_grid)) return false;
    if (mentions_index(without_byte_order_mark(text))) return true;
    const std::string folder = options_for(file).include_folders.front().string();
    const compiler::IncludeScan includes =
        compiler::scan_includes(text, folder, std::span(&folder, 1));
    return !includes.complete ||
           std::ranges::any_of(includes.files, [](const compiler::IncludedFile& included) {
               return mentions_index(included.text);
           });
}

bool is_cpu(const std::string& target) { return target == "cpu"; }
bool is_cpu(const Device& device) { return device.kind() == BackendKind::cpu; }

/// Compiles the file to inspect its generated kernels. For GPUs, omits the file's own kernels if
/// the generated kernels compile without them. Compilation then takes only a tenth of the time.
template <class Target>
Binary compile_generated(const Target& target, const fs::path& file, const std::string& text,
                         const Reading& reading, const ProgramOptions& options) {
    const auto compiled = [&](const std::string& code, BinaryKind kind) {
        return compile_text(target, file.string(), program_text(file, code, reading), options,
                            kind);
    };
    if (is_cpu(target)) return compiled(text, BinaryKind::native);
    try {
        return compiled(compiler::without_kernels(text), BinaryKind::ptx);
    } catch (const CompileError&) {
        return compiled(text, BinaryKind::ptx);
    }
}

/// Returns a mistake for each function of a grid's values that calls glint::index(). In a list,
/// glint::index() is the index of the element, but in a grid, it would be the column. Compiles the
/// code with a variant of glint::index() that contains an atomic operation, and inspects the
/// compiled kernels for atomics. This also reveals indirect calls. `unordered` is
/// Binary::unordered_kernels of the code without this variant. `target` is a Device or the name of
/// an architecture. On a stand-in device, the code is only queued for compilation; the check on the
/// GPU itself finds the mistakes.
template <class Target>
std::vector<Mistake> index_mistakes(const Target& target, const fs::path& file,
                                    const std::string& text, const Reading& reading,
                                    const std::map<std::string, std::string>& unordered) {
    const Declaration& declaration = reading.declaration;
    if (!may_call_index(file, text, declaration)) return {};
    ProgramOptions options = options_for(file);
    options.defines = {{"GLINT_MARKS_INDEX", "1"}};
    options.log_warnings = false;
    const Binary marked = compile_generated(target, file, text, reading, options);
    std::vector<Mistake> mistakes;
    for (std::size_t i = 0; i < declaration.derived.size(); ++i) {
        const Derived& derived = declaration.derived[i];
        const Structure& over = declaration.structures[derived.over];
        const std::string kernel = generated_kernel(i);
        if (over.is_list() || unordered.contains(kernel) ||
            !marked.unordered_kernels.contains(kernel))
            continue;
        mistakes.push_back(
            {derived.line,
             fmt::format("'{}' calls glint::index(), which is an index into a list, but '{}' is a "
                         "grid. Take `int index` as a parameter instead",
                         derived.function, over.name)});
    }
    return mistakes;
}

/// Converts compiler errors to mistakes.
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
          return Code(device, file, std::move(text), std::move(reading), options.has_thread_order);
      }()) {}

Code::Code(const Device& device, const fs::path& file, std::string text, Reading reading,
           bool has_thread_order)
    : text_(std::move(text)), declaration_(reading.declaration), program_([&] {
          try {
              Program program = compile(device, file, text_, reading, has_thread_order);
              auto mistakes =
                  index_mistakes(device, file, text_, reading, program.unordered_kernels());
              if (!mistakes.empty()) throw DeclarationError(file.string(), std::move(mistakes));
              return program;
          } catch (const CompileError& error) {
              throw DeclarationError(file.string(), mistakes_in(error, file));
          }
      }()) {
    for (DeclaredPass& pass : declaration_.passes) {
        passes_.push_back(program_.kernel(pass.kernel));
        if (passes_.back().info().static_shared_bytes > 0) pass.uses_blocks = true;
    }
    for (std::size_t i = 0; i < declaration_.derived.size(); ++i) {
        derived_.push_back(program_.kernel(generated_kernel(i)));
        if (declaration_.derived[i].is_monitor())
            joiners_.emplace(i, program_.kernel(generated_joiner(declaration_, i)));
        if (declaration_.derived[i].is_extreme())
            finders_.emplace(i, program_.kernel(generated_finder(declaration_, i)));
    }
    unordered_.resize(declaration_.passes.size());
    for (const auto& [symbol, reason] : program_.unordered_kernels()) {
        const std::string kernel = demangled_name(symbol);
        const auto pass = declaration_.find_pass(kernel);
        if (!pass) continue;
        declaration_.passes[*pass].has_atomics = true;
        unordered_[*pass] = reason;
        if (declaration_.passes[*pass].role != Role::draw)
            inexact_.push_back(fmt::format("kernel '{}': {}", kernel, reason));
    }
    if (has_thread_order) thread_order_ = program_.global<ThreadOrder>(kThreadOrder);
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
        const Binary binary = compile_text(target, file.string(), program_text(file, text, reading),
                                           quiet, BinaryKind::ptx);
        return index_mistakes(target, file, text, reading, binary.unordered_kernels);
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
    if (!mistakes.empty()) reading.declaration.derived.clear();  // mistakes may affect this list
    try {
        const Program program = compile(device, file, text, reading);
        for (Mistake& mistake :
             index_mistakes(device, file, text, reading, program.unordered_kernels()))
            mistakes.push_back(std::move(mistake));
    } catch (const CompileError& error) {
        for (Mistake& mistake : mistakes_in(error, file)) mistakes.push_back(std::move(mistake));
    }
    std::ranges::stable_sort(mistakes, {},
                             [](const Mistake& m) { return std::tie(m.file, m.line); });
    return mistakes;
}

}  // namespace glint::studio
