// SPDX-License-Identifier: MIT
#include <glint/compiler/program.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <set>

#include <fmt/format.h>

#include <glint/base/byte_order_mark.hpp>
#include <glint/base/demangle.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/detail/build.hpp>
#include <glint/compiler/detail/declared_parameters.hpp>
#include <glint/compiler/detail/reflection.hpp>
#include <glint/compiler/detail/reload_checks.hpp>
#include <glint/compiler/make_source.hpp>
#include <glint/driver/module.hpp>

namespace glint {

namespace fs = std::filesystem;
using compiler::Build;
using compiler::make_source;
using compiler::Source;
using compiler::WatchedFiles;

namespace {

// Returns the symbol of a variable in a namespace, such as _ZN1a1bE for "a::b".
std::string nested_symbol(std::string_view name) {
    std::string symbol = "_ZN";
    for (;;) {
        const std::size_t end = std::min(name.find("::"), name.size());
        symbol += fmt::format("{}{}", end, name.substr(0, end));
        if (end == name.size()) return symbol + 'E';
        name.remove_prefix(end + 2);
    }
}

/// Returns true if a variable of `size_bytes` may be read as elements of type `asked`. The source
/// declares the type `declared` for it. If the size is not a multiple of the size of `declared`,
/// the declaration belongs to another variable and is ignored.
bool may_be(const driver::SpelledType& asked, const driver::SpelledType& declared,
            std::size_t size_bytes) {
    if (!is_scalar(asked.value.kind) || !is_scalar(declared.value.kind)) return true;
    if (size_bytes % declared.size_bytes != 0) return true;
    return asked.size_bytes == declared.size_bytes && fits(asked.value, declared.value);
}

std::string describe(const driver::SpelledType& type) {
    const std::string text = driver::describe(type.value);
    if (type.value.kind == driver::ValueKind::pointer) return text;
    return fmt::format("{} of {}", text, text::counted(type.size_bytes, "byte"));
}

/// A source, and all modules that were built from it.
struct Code {
    Source source;
    compiler::IncludeScan includes{};
    Build build{};
    std::vector<Build> added{};  // one per template kernel that was requested after the first build

    /// The build that contains the kernel `expression`, and the kernel's symbol in that build.
    /// `build` is null if the kernel is not found.
    struct Place {
        const Build* build = nullptr;
        std::string symbol;
    };
    Place find(std::string_view expression) const {
        if (std::string symbol = symbol_in(build, expression); !symbol.empty())
            return {&build, std::move(symbol)};
        for (const Build& later : added)
            if (const auto found = later.symbols.find(std::string(expression));
                found != later.symbols.end())
                return {&later, found->second};
        return {};
    }

    detail::KernelSlot::Target target(std::string_view expression) const {
        const auto [place, symbol] = find(expression);
        if (!place) return {};
        driver::Kernel* kernel = place->module->find_kernel(symbol);
        if (kernel && !kernel->knows_parameter_types())
            kernel->set_parameter_types(compiler::declared_parameters(source.text, symbol));
        return {place->module, kernel};
    }

    compiler::Modules modules() const {
        compiler::Modules all{build.module};
        for (const Build& later : added) all.push_back(later.module);
        return all;
    }

    /// Finds a variable in all modules. The address is null if the variable is not found.
    driver::Module::Global find_global(std::string_view symbol) const {
        driver::Module::Global found;
        for (const auto& module : modules()) {
            if (!found.address) found = module->find_global(symbol);
            if (!found.address) found = module->find_global(nested_symbol(symbol));
        }
        return found;
    }

    std::vector<std::string> kernel_names() const {
        std::vector<std::string> found;
        for (const std::string& symbol : build.module->kernel_symbols())
            found.push_back(demangled_name(symbol));
        for (const Build& later : added)
            for (const auto& [expression, symbol] : later.symbols)
                found.push_back(demangled_name(symbol));
        return found;
    }

    std::vector<std::string> variable_symbols() const {
        std::set<std::string> found;
        for (const auto& module : modules())
            for (std::string& symbol : module->global_symbols()) found.insert(std::move(symbol));
        return {found.begin(), found.end()};
    }

    std::map<std::string, std::string> unordered_kernels() const {
        std::map<std::string, std::string> all = build.unordered_kernels;
        for (const Build& later : added)
            all.insert(later.unordered_kernels.begin(), later.unordered_kernels.end());
        return all;
    }

    /// Returns all warnings without repetitions: later builds repeat most warnings of earlier ones.
    std::vector<Diagnostic> warnings() const {
        std::vector<Diagnostic> all = build.warnings;
        for (const Build& later : added)
            for (const Diagnostic& warning : later.warnings)
                if (std::ranges::find(all, warning) == all.end()) all.push_back(warning);
        return all;
    }

    bool was_cached() const {
        return build.was_cached && std::ranges::all_of(added, &Build::was_cached);
    }

private:
    static std::string symbol_in(const Build& code, std::string_view expression) {
        if (const auto found = code.symbols.find(std::string(expression));
            found != code.symbols.end())
            return found->second;
        for (const std::string& symbol : code.module->kernel_symbols())
            if (symbol == expression || demangled_name(symbol) == expression) return symbol;
        return code.module->find_kernel(expression) ? std::string(expression) : std::string();
    }
};

}  // namespace

struct Program::State {
    Device device;
    fs::path file;  // empty for a program from a text
    WatchedFiles watched;
    Code code;
    std::string reload_error;
    std::map<std::string, std::shared_ptr<detail::KernelSlot>, std::less<>> slots;
    std::set<std::string, std::less<>> reflected;  // requested parameter structs
    std::set<std::string, std::less<>> globals;    // requested variables
    mutable std::mutex mutex;

    State(const Device& on, fs::path path, Source what, WatchedFiles watching)
        : device(on),
          file(std::move(path)),
          watched(std::move(watching)),
          code(compile(std::move(what))) {}

    /// Compiles `source`. Watches its included files even if compilation fails, because the error
    /// may be in one of them.
    Code compile(Source source) {
        Code made{.source = std::move(source)};
        made.includes = compiler::scan_includes(made.source.text, file.parent_path(),
                                                made.source.include_folders, made.source.headers);
        watched.add(made.includes);
        made.build = compiler::build(device, made.source, made.includes);
        return made;
    }

    [[noreturn]] void throw_no_kernel(std::string_view expression) const {
        const std::vector<std::string> known = code.kernel_names();
        throw Error(ErrorCode::not_found,
                    fmt::format("find kernel '{}' in {}", expression, code.source.name),
                    "kernel not found" + text::did_you_mean(expression, known));
    }

    /// Compiles the current source text again with only `expression` instantiated, and adds the
    /// module. A later reload compiles this instantiation together with the other kernels.
    void instantiate(std::string_view expression) {
        Source more = code.source;
        more.instantiations = {std::string(expression)};
        code.added.push_back(
            compiler::build_additional(device, more, code.includes, code.modules()));
        code.source.instantiations.emplace_back(expression);
    }

    [[noreturn]] void throw_missing(std::string_view what, std::string_view name) const {
        throw Error(ErrorCode::not_found, "reload " + code.source.name,
                    fmt::format("{} '{}' is in use but was removed", what, name));
    }

    /// Returns the requested parameter structs with their current sizes and their declarations in
    /// `fresh`.
    compiler::RedeclaredStructs redeclared(const Source& fresh) const {
        compiler::RedeclaredStructs structs;
        for (const std::string& name : reflected) {
            const auto in = [&](const Source& source) {
                return compiler::reflect_parameters(source.name, source.text, name);
            };
            structs[name] = {in(code.source).bytes().size(), in(fresh)};
        }
        return structs;
    }

    /// Replaces the code by `fresh`. If the host cannot use `fresh`, throws Error and changes
    /// nothing.
    void adopt(Code fresh, const compiler::RedeclaredStructs& structs) {
        std::map<std::string, detail::KernelSlot::Target> targets;
        for (const auto& [expression, slot] : slots) {
            const auto target = targets[expression] = fresh.target(expression);
            if (!target.kernel) throw_missing("kernel", expression);
            compiler::check_arguments(code.source.name, expression, *slot, target.kernel->info(),
                                      structs);
        }
        for (const std::string& symbol : globals)
            if (!fresh.find_global(symbol).address) throw_missing("device variable", symbol);
        for (const auto& [expression, target] : targets) slots[expression]->set(target);
        code = std::move(fresh);
    }

    /// Compiles the file's new text and replaces the code by the result. `choose` removes the
    /// structs that the host does not update. On failure, throws Error and changes nothing.
    compiler::RedeclaredStructs reload(
        const std::function<void(compiler::RedeclaredStructs&)>& choose) {
        Source fresh = code.source;
        fresh.text = without_byte_order_mark(read_text(file));
        // Kernels and parameter structs are replaced together: if one fails, none is replaced.
        compiler::RedeclaredStructs structs = redeclared(fresh);
        choose(structs);
        adopt(compile(std::move(fresh)), structs);
        return structs;
    }

    /// If a file has changed, calls `attempt`. Returns true if that succeeds. If it fails, stores
    /// the error.
    bool reload_if_changed(const std::function<void()>& attempt) {
        if (file.empty() || !watched.changed()) return false;
        try {
            attempt();
            reload_error.clear();
            return true;
        } catch (const Error& error) {
            reload_error = error.what();
            return false;
        }
    }
};

Program::Program(std::unique_ptr<State> state) : state_(std::move(state)) {}
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;
Program::~Program() = default;

Program::Program(const Device& device, const fs::path& file, const ProgramOptions& options) {
    WatchedFiles watched;
    watched.add(file);  // add it before reading it, to detect all later changes
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
    detail::KernelSlot::Target target = state_->code.target(expression);
    if (!target.kernel && expression.find('<') != std::string_view::npos) {
        state_->instantiate(expression);
        target = state_->code.target(expression);
    }
    if (!target.kernel) state_->throw_no_kernel(expression);
    return slots[std::string(expression)] = std::make_shared<detail::KernelSlot>(target);
}

driver::Module::Global Program::find_global(std::string_view symbol,
                                            const driver::SpelledType& element) {
    const std::lock_guard lock(state_->mutex);
    const driver::Module::Global found = state_->code.find_global(symbol);
    const std::string operation =
        fmt::format("find device variable '{}' in {}", symbol, state_->code.source.name);
    if (!found.address)
        throw Error(
            ErrorCode::not_found, operation,
            "variable not found" + detail::nearest_global(*state_->code.modules().front(), symbol));
    if (found.size_bytes % element.size_bytes != 0)
        throw Error(ErrorCode::invalid_argument, operation,
                    fmt::format("the variable has {}, which is not a multiple of {}",
                                text::counted(found.size_bytes, "byte"), element.size_bytes));
    const std::string declared = compiler::declared_variable(state_->code.source.text, symbol);
    if (!may_be(element, driver::spelled_type(declared), found.size_bytes))
        throw Error(ErrorCode::invalid_argument, operation,
                    fmt::format("the variable has the type '{}', but {} was requested", declared,
                                describe(element)));
    state_->globals.emplace(symbol);
    return found;
}

ParameterSet Program::parameters(std::string_view struct_name) const {
    const std::lock_guard lock(state_->mutex);
    ParameterSet parameters = compiler::reflect_parameters(state_->code.source.name,
                                                           state_->code.source.text, struct_name);
    state_->reflected.emplace(struct_name);
    return parameters;
}

bool Program::reload_if_changed() {
    const std::lock_guard lock(state_->mutex);
    return state_->reload_if_changed([&] { state_->reload([](auto&) {}); });
}

bool Program::reload_if_changed(std::span<ParameterSet* const> adopting) {
    const std::lock_guard lock(state_->mutex);
    for (const ParameterSet* parameters : adopting)
        state_->reflected.insert(parameters->struct_name());
    const auto keep_adopted = [&](compiler::RedeclaredStructs& structs) {
        for (const ParameterSet* used : adopting)
            compiler::check_names(state_->code.source.name, *used,
                                  structs.at(used->struct_name()).fresh);
        std::erase_if(structs, [&](const auto& each) {
            return std::ranges::none_of(adopting, [&](const ParameterSet* used) {
                return used->struct_name() == each.first;
            });
        });
    };
    return state_->reload_if_changed([&] {
        const compiler::RedeclaredStructs structs = state_->reload(keep_adopted);
        for (ParameterSet* used : adopting) {
            ParameterSet fresh = structs.at(used->struct_name()).fresh;
            fresh.adopt_values(*used);
            *used = std::move(fresh);
        }
    });
}

std::string Program::name() const {
    const std::lock_guard lock(state_->mutex);
    return state_->code.source.name;
}

std::string Program::reload_error() const {
    const std::lock_guard lock(state_->mutex);
    return state_->reload_error;
}

std::vector<std::string> Program::kernel_names() const {
    const std::lock_guard lock(state_->mutex);
    return state_->code.kernel_names();
}

std::vector<std::string> Program::variable_symbols() const {
    const std::lock_guard lock(state_->mutex);
    return state_->code.variable_symbols();
}

std::map<std::string, std::string> Program::unordered_kernels() const {
    const std::lock_guard lock(state_->mutex);
    return state_->code.unordered_kernels();
}

std::vector<Diagnostic> Program::warnings() const {
    const std::lock_guard lock(state_->mutex);
    return state_->code.warnings();
}

bool Program::was_cached() const {
    const std::lock_guard lock(state_->mutex);
    return state_->code.was_cached();
}

const Device& Program::device() const { return state_->device; }

}  // namespace glint
