#include <glint/compiler/program.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include <glint/base/demangle.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/build.hpp>
#include <glint/compiler/declared_parameters.hpp>
#include <glint/compiler/make_source.hpp>
#include <glint/compiler/reflection.hpp>

namespace glint {

namespace fs = std::filesystem;
using compiler::Build;
using compiler::make_source;
using compiler::Source;
using compiler::WatchedFiles;

struct Program::State {
    Device device;
    fs::path file;  // empty for a program from text
    Source source;
    WatchedFiles watched;
    Build build;
    std::string reload_error;
    std::map<std::string, std::shared_ptr<detail::KernelSlot>, std::less<>> slots;
    std::set<std::string, std::less<>> reflected;  // parameter structs that were asked for
    mutable std::mutex mutex;

    State(const Device& on, fs::path path, Source what, WatchedFiles watching)
        : device(on),
          file(std::move(path)),
          source(std::move(what)),
          watched(std::move(watching)),
          build(compile(source)) {}

    /// Watches what `what` includes even if it does not compile: the mistake may be there.
    Build compile(const Source& what) {
        const compiler::IncludeScan includes = compiler::scan_includes(
            what.text, file.parent_path(), what.include_folders, what.headers);
        watched.add(includes);
        return compiler::build(device, what, includes);
    }

    std::vector<std::string> names() const {
        std::vector<std::string> found;
        for (const std::string& symbol : build.module->kernel_symbols())
            found.push_back(demangled_name(symbol));
        return found;
    }

    /// The symbol of `expression` in the loaded code, or "".
    static std::string symbol_in(const Build& code, std::string_view expression) {
        if (const auto found = code.symbols.find(std::string(expression));
            found != code.symbols.end())
            return found->second;
        for (const std::string& symbol : code.module->kernel_symbols())
            if (symbol == expression || demangled_name(symbol) == expression) return symbol;
        return code.module->find_kernel(expression) ? std::string(expression) : std::string();
    }

    static detail::KernelSlot::Target target_in(const Source& from, const Build& code,
                                                std::string_view expression) {
        const std::string symbol = symbol_in(code, expression);
        if (symbol.empty()) return {};
        driver::Kernel* kernel = code.module->find_kernel(symbol);
        if (kernel && !kernel->knows_parameter_types())
            kernel->set_parameter_types(compiler::declared_parameters(from.text, symbol));
        return {code.module, kernel};
    }

    [[noreturn]] void throw_no_kernel(std::string_view expression) const {
        const std::vector<std::string> known = names();
        throw Error(ErrorCode::not_found,
                    fmt::format("find kernel '{}' in {}", expression, source.name),
                    "there is no such kernel" + text::did_you_mean(expression, known));
    }

    /// Compiles once more with `expression` instantiated, and moves all kernels to that code.
    void instantiate(std::string_view expression) {
        Source more = source;
        more.instantiations.emplace_back(expression);
        adopt(more, compile(more));
    }

    /// Takes `code` into use. Throws Error(not_found) and changes nothing if a kernel in use is
    /// missing from it.
    void adopt(Source from, Build code) {
        std::map<std::string, detail::KernelSlot::Target> targets;
        for (const auto& [expression, slot] : slots) {
            targets[expression] = target_in(from, code, expression);
            if (!targets[expression].kernel)
                throw Error(ErrorCode::not_found, "reload " + source.name,
                            fmt::format("kernel '{}', which is in use, is gone", expression));
        }
        for (const auto& [expression, target] : targets) slots[expression]->set(target);
        source = std::move(from);
        build = std::move(code);
    }
};

namespace {

// The symbol of the variable `name` in its namespaces: "a::b" is _ZN1a1bE.
std::string nested_symbol(std::string_view name) {
    std::string symbol = "_ZN";
    for (;;) {
        const std::size_t end = std::min(name.find("::"), name.size());
        symbol += fmt::format("{}{}", end, name.substr(0, end));
        if (end == name.size()) return symbol + 'E';
        name.remove_prefix(end + 2);
    }
}

}  // namespace

Program::Program(std::unique_ptr<State> state) : state_(std::move(state)) {}
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

Program::Program(const Device& device, const fs::path& file, const ProgramOptions& options) {
    WatchedFiles watched;
    watched.add(file);  // before it is read, so that no change comes between
    state_ = std::make_unique<State>(
        device, file, make_source(file.string(), read_text(file), file.parent_path(), options),
        std::move(watched));
}

Program Program::from_text(const Device& device, std::string name, std::string text,
                           const ProgramOptions& options) {
    return Program(std::make_unique<State>(
        device, fs::path(), make_source(std::move(name), std::move(text), {}, options),
        WatchedFiles()));
}

std::shared_ptr<const detail::KernelSlot> Program::slot(std::string_view expression) {
    const std::lock_guard lock(state_->mutex);
    auto& slots = state_->slots;
    if (const auto found = slots.find(expression); found != slots.end()) return found->second;
    detail::KernelSlot::Target target = State::target_in(state_->source, state_->build, expression);
    if (!target.kernel && expression.find('<') != std::string_view::npos) {
        state_->instantiate(expression);
        target = State::target_in(state_->source, state_->build, expression);
    }
    if (!target.kernel) state_->throw_no_kernel(expression);
    return slots[std::string(expression)] = std::make_shared<detail::KernelSlot>(target);
}

driver::Module::Global Program::find_global(std::string_view symbol, std::size_t element_bytes) {
    const std::lock_guard lock(state_->mutex);
    driver::Module& module = *state_->build.module;
    driver::Module::Global found = module.find_global(symbol);
    if (!found.address) found = module.find_global(nested_symbol(symbol));
    const std::string operation =
        fmt::format("find device variable '{}' in {}", symbol, state_->source.name);
    if (!found.address) throw Error(ErrorCode::not_found, operation, "there is no such variable");
    if (found.size_bytes % element_bytes != 0)
        throw Error(
            ErrorCode::invalid_argument, operation,
            fmt::format("its {} bytes are no multiple of {}", found.size_bytes, element_bytes));
    return found;
}

ParameterSet Program::parameters(std::string_view struct_name) const {
    const std::lock_guard lock(state_->mutex);
    ParameterSet parameters =
        compiler::reflect_parameters(state_->source.name, state_->source.text, struct_name);
    state_->reflected.emplace(struct_name);
    return parameters;
}

bool Program::reload_if_changed() {
    const std::lock_guard lock(state_->mutex);
    if (state_->file.empty() || !state_->watched.changed()) return false;
    try {
        Source fresh = state_->source;
        fresh.text = read_text(state_->file);
        // Kernels and their parameters change together or not at all.
        for (const std::string& name : state_->reflected)
            (void)compiler::reflect_parameters(fresh.name, fresh.text, name);
        state_->adopt(fresh, state_->compile(fresh));
        state_->reload_error.clear();
        return true;
    } catch (const Error& error) {
        state_->reload_error = error.what();
        return false;
    }
}

std::string Program::reload_error() const {
    const std::lock_guard lock(state_->mutex);
    return state_->reload_error;
}

std::vector<std::string> Program::kernel_names() const {
    const std::lock_guard lock(state_->mutex);
    return state_->names();
}

std::vector<Diagnostic> Program::warnings() const {
    const std::lock_guard lock(state_->mutex);
    return state_->build.warnings;
}

bool Program::was_cached() const {
    const std::lock_guard lock(state_->mutex);
    return state_->build.was_cached;
}

const Device& Program::device() const { return state_->device; }

}  // namespace glint
