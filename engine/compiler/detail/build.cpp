// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/build.hpp>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/compiler/detail/binary_cache.hpp>
#include <glint/compiler/detail/compile_only.hpp>
#include <glint/compiler/detail/compile_queue.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/detail/module_shelf.hpp>

namespace glint::compiler {
namespace {

namespace fs = std::filesystem;

bool starts_like_one_of(std::string_view flag, std::initializer_list<std::string_view> beginnings) {
    return std::ranges::any_of(beginnings, [&](auto start) { return flag.starts_with(start); });
}

// Returns true for a flag that refers to a file or folder. The cache key does not cover such files.
bool names_file(std::string_view flag) {
    return flag.find("include") != flag.npos ||
           starts_like_one_of(flag, {"-I", "-i", "@", "-optf", "--options-file", "-use-pch",
                                     "--use-pch", "-load"});
}

// Returns true if the cache key covers all files that the compiler reads. It does not cover files
// that are included through a macro or a flag. Sources with such files are compiled each time.
bool is_cacheable(const Source& source, const IncludeScan& includes) {
    return includes.complete && std::ranges::none_of(source.nvrtc_flags, names_file) &&
           std::ranges::none_of(source.clang_flags, names_file);
}

/// A source as compilers receive it, and the source's key in the cache.
struct Job {
    Source source;
    BinaryCache cache;
    std::string key;
    bool is_whole = false;  ///< true if the key covers all files that the compiler reads
};

// Returns true if a file that was missing during the scan exists now. The compiler may have read
// that file, but the key does not cover its text.
bool may_have_read_more(const IncludeScan& includes) {
    std::error_code absent;
    return std::ranges::any_of(includes.missing,
                               [&](const fs::path& place) { return fs::exists(place, absent); });
}

Job job_for(const SourceCompiler& compiler, Source source, const IncludeScan& includes) {
    const bool keep = is_cacheable(source, includes);
    source.text = includes.text;
    source.headers = includes.headers;
    for (const IncludedFile& file : includes.files)
        source.headers.emplace_back(file.path.string(), file.text);
    std::string key = cache_key(source, compiler.identity());
    return {std::move(source), BinaryCache(keep ? cache_folder() : std::nullopt), std::move(key),
            keep};
}

Binary compile_and_store(const SourceCompiler& compiler, const Job& job,
                         const IncludeScan& includes) {
    const auto start = std::chrono::steady_clock::now();
    Binary binary = compiler.compile(job.source);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    log::debug(fmt::format("compiled {} in {:.2f} s", job.source.name, taken.count()));
    for (const Diagnostic& warning : binary.warnings)
        if (job.source.log_warnings && warning.severity == Diagnostic::Severity::warning)
            log::warning_once(to_string(warning));
    if (!may_have_read_more(includes)) job.cache.store(job.key, binary);
    return binary;
}

// Loads a cached binary. Returns null if that fails. Even a valid entry can fail, for example if it
// was copied from another machine.
std::shared_ptr<driver::Module> load_cached(const LoadBinary& load, const Binary& binary) {
    try {
        return load(binary);
    } catch (const Error& error) {
        log::info(fmt::format("compiling again, because glint {}", error.what()));
        return nullptr;
    }
}

Build build(const SourceCompiler& compiler, const Job& job, const IncludeScan& includes,
            const LoadBinary& load) {
    Build built;
    auto [binary, claim] = job.cache.load_or_claim(job.key);
    if (binary) built.module = load_cached(load, *binary);
    built.was_cached = built.module != nullptr;
    if (!built.was_cached) {
        binary = compile_and_store(compiler, job, includes);
        claim.reset();
        built.module = load(*binary);
    }
    built.symbols = std::move(binary->symbols);
    built.warnings = std::move(binary->warnings);
    built.unordered_kernels = std::move(binary->unordered_kernels);
    return built;
}

CompileOnlyBackend* compile_only(const Device& device) {
    return dynamic_cast<CompileOnlyBackend*>(device.backend().get());
}

/// For a compile-only device, queues the source for compilation into the disk cache. Skips a source
/// that cannot be cached.
Build build_ahead(CompileOnlyBackend& ahead, std::shared_ptr<const SourceCompiler> compiler,
                  const Job& job, const IncludeScan& includes) {
    if (job.is_whole)
        ahead.queue().add(job.key, [compiler = std::move(compiler), job, includes] {
            const CachedBinary cached = job.cache.load_or_claim(job.key);
            if (!cached.binary) (void)compile_and_store(*compiler, job, includes);
        });
    Build built;
    built.module = CompileOnlyBackend::module(job.source.instantiations);
    for (const std::string& expression : job.source.instantiations)
        built.symbols[expression] = expression;
    return built;
}

std::shared_ptr<const SourceCompiler> compiler_of(const Device& device, const Source& source) {
    if (source.architecture.empty()) return compiler_for(device);
    if (device.kind() == BackendKind::cpu)
        throw Error(ErrorCode::unsupported,
                    fmt::format("compile {} for '{}'", source.name, source.architecture),
                    "the architecture does not belong to a CPU");
    return nvrtc_compiler(source.architecture);
}

const void* address_in(const Modules& modules, const std::string& symbol) {
    for (const auto& module : modules)
        if (const void* address = module->find_global(symbol).address) return address;
    return nullptr;
}

// Returns the options of `source` that the driver needs to compile its PTX to machine code.
driver::ModuleOptions options_for(const Source& source, const Device& device) {
    if (device.kind() == BackendKind::cpu) return {};
    return {.max_registers = source.max_registers, .debug = source.debug};
}

std::shared_ptr<driver::Module> with_dependencies(const Modules& modules,
                                                  std::shared_ptr<driver::Module> module) {
    struct Kept {
        Modules owners;
        std::shared_ptr<driver::Module> module;
    };
    auto* const address = module.get();
    return {std::make_shared<Kept>(modules, std::move(module)), address};
}

}  // namespace

Compiled load_or_compile(const SourceCompiler& compiler, const Source& source,
                         const IncludeScan& includes) {
    const Job job = job_for(compiler, source, includes);
    CachedBinary cached = job.cache.load_or_claim(job.key);
    if (cached.binary) return {std::move(*cached.binary), true};
    return {compile_and_store(compiler, job, includes), false};
}

Compiled load_or_compile(const Device& device, const Source& source, const IncludeScan& includes) {
    const auto compiler = compiler_of(device, source);
    CompileOnlyBackend* const ahead = compile_only(device);
    if (!ahead) return load_or_compile(*compiler, source, includes);
    (void)build_ahead(*ahead, compiler, job_for(*compiler, source, includes), includes);
    return {};
}

Build build(const Device& device, const Source& source, const IncludeScan& includes) {
    const auto compiler = compiler_of(device, source);
    const Job job = job_for(*compiler, source, includes);
    if (auto* ahead = compile_only(device)) return build_ahead(*ahead, compiler, job, includes);
    if (auto kept = job.is_whole ? find_loaded(device, job.key) : std::nullopt)
        return std::move(*kept);
    Build built = build(*compiler, job, includes, [&](const Binary& binary) {
        return device.backend()->load_module(binary.image,
                                             {.cooperative_kernels = binary.cooperative_kernels});
    });
    if (job.is_whole) keep(device, job.key, built);
    return built;
}

Build build(const Device& device, const Source& source, const IncludeScan& includes,
            const LoadBinary& load) {
    const auto compiler = compiler_of(device, source);
    const Job job = job_for(*compiler, source, includes);
    if (auto* ahead = compile_only(device)) return build_ahead(*ahead, compiler, job, includes);
    return build(*compiler, job, includes, load);
}

Build build_additional(const Device& device, const Source& source, const IncludeScan& includes,
                       const Modules& modules) {
    if (std::ranges::none_of(modules, [](const auto& it) { return may_have_variables(*it); }))
        return build(device, source, includes);
    const auto compiler = compiler_of(device, source);
    Source additional = source;
    additional.kind = compiler->shareable_kind();
    return build(device, additional, includes, [&](const Binary& binary) {
        const std::vector<std::byte> image = compiler->share_variables(
            binary, [&](const std::string& symbol) { return address_in(modules, symbol); });
        return with_dependencies(modules,
                                 device.backend()->load_module(image, options_for(source, device)));
    });
}

void WatchedFiles::add(const fs::path& file) { stamps_.try_emplace(file, stamp_of(file)); }

void WatchedFiles::add(const IncludeScan& includes) {
    for (const IncludedFile& included : includes.files) add(included.path);
    for (const fs::path& place : includes.missing) add(place);
}

bool WatchedFiles::changed() {
    bool any = false;
    for (auto& [file, stamp] : stamps_) {
        const Stamp now = stamp_of(file);
        any = any || now != stamp;
        stamp = now;
    }
    return any;
}

WatchedFiles::Stamp WatchedFiles::stamp_of(const fs::path& file) {
    std::error_code gone;
    const auto time = fs::last_write_time(file, gone);
    auto size_bytes = fs::file_size(file, gone);
    if (gone == std::errc::is_a_directory) {  // its time changes if files are added or removed
        gone.clear();
        size_bytes = 0;
    }
    return gone ? Stamp{} : Stamp{time, size_bytes};
}

}  // namespace glint::compiler
