#include <glint/compiler/build.hpp>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/compiler/binary_cache.hpp>
#include <glint/compiler/compiler_for.hpp>

namespace glint::compiler {
namespace {

namespace fs = std::filesystem;

bool starts_like_one_of(std::string_view flag, std::initializer_list<std::string_view> beginnings) {
    return std::ranges::any_of(beginnings, [&](auto start) { return flag.starts_with(start); });
}

// Flags that name files, whose content no key holds.
bool names_a_file(std::string_view flag) {
    return flag.find("include") != flag.npos ||
           starts_like_one_of(flag, {"-I", "-i", "@", "-optf", "--options-file", "-use-pch",
                                     "--use-pch", "-load"});
}

// What a macro or a flag includes is not in the key, so such a source is compiled each time.
bool can_be_kept(const Source& source, const IncludeScan& includes) {
    return includes.complete && std::ranges::none_of(source.nvrtc_flags, names_a_file) &&
           std::ranges::none_of(source.clang_flags, names_a_file);
}

BinaryCache cache_for(const Source& source, const IncludeScan& includes) {
    return BinaryCache(can_be_kept(source, includes) ? cache_folder() : std::nullopt);
}

Binary compile_and_store(const SourceCompiler& compiler, const Source& source,
                         const BinaryCache& cache, const std::string& key) {
    Binary binary = compiler.compile(source);
    for (const Diagnostic& warning : binary.warnings)
        if (source.log_warnings && warning.severity == Diagnostic::Severity::warning)
            log::warning_once(to_string(warning));
    cache.store(key, binary);
    return binary;
}

// An entry may be whole and yet not load here, as one that was copied from another machine.
std::shared_ptr<driver::Module> load_cached(const LoadBinary& load, const Binary& binary) {
    try {
        return load(binary);
    } catch (const Error& error) {
        log::info(fmt::format("compiling again: {}", error.what()));
        return nullptr;
    }
}

std::shared_ptr<const SourceCompiler> compiler_of(const Device& device, const Source& source) {
    if (source.architecture.empty()) return compiler_for(device);
    if (device.kind() == BackendKind::cpu)
        throw Error(ErrorCode::unsupported,
                    fmt::format("compile {} for '{}'", source.name, source.architecture),
                    "the CPU has no such architecture");
    return nvrtc_compiler(source.architecture);
}

}  // namespace

Compiled load_or_compile(const SourceCompiler& compiler, const Source& source,
                         const IncludeScan& includes) {
    const BinaryCache cache = cache_for(source, includes);
    const std::string key = cache_key(source, includes.files, compiler.identity());
    if (auto cached = cache.load(key)) return {std::move(*cached), true};
    return {compile_and_store(compiler, source, cache, key), false};
}

Build build(const Device& device, const Source& source, const IncludeScan& includes) {
    return build(device, source, includes, [&](const Binary& binary) {
        return device.backend()->load_module(binary.image,
                                             {.cooperative_kernels = binary.cooperative_kernels});
    });
}

Build build(const Device& device, const Source& source, const IncludeScan& includes,
            const LoadBinary& load) {
    const auto compiler = compiler_of(device, source);
    const BinaryCache cache = cache_for(source, includes);
    const std::string key = cache_key(source, includes.files, compiler->identity());
    Build built;
    std::optional<Binary> binary = cache.load(key);
    if (binary) built.module = load_cached(load, *binary);
    built.was_cached = built.module != nullptr;
    if (!built.was_cached) {
        binary = compile_and_store(*compiler, source, cache, key);
        built.module = load(*binary);
    }
    built.symbols = std::move(binary->symbols);
    built.warnings = std::move(binary->warnings);
    return built;
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
    const auto size_bytes = fs::file_size(file, gone);
    return gone ? Stamp{} : Stamp{time, size_bytes};
}

}  // namespace glint::compiler
