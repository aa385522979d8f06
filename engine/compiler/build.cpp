#include <glint/compiler/build.hpp>

#include <glint/base/files.hpp>
#include <glint/compiler/binary_cache.hpp>
#include <glint/compiler/compiler_for.hpp>

namespace glint::compiler {
namespace {

namespace fs = std::filesystem;

struct Compiled {
    Binary binary;
    bool was_cached = false;
};

Compiled load_or_compile(const SourceCompiler& compiler, const Source& source,
                         const IncludeScan& includes) {
    // What a macro includes is not in the key, so such a source is compiled each time.
    const BinaryCache cache(includes.complete ? cache_folder() : std::nullopt);
    const std::string key = cache_key(source, includes.files, compiler.identity());
    if (auto cached = cache.load(key)) return {std::move(*cached), true};
    Compiled compiled{compiler.compile(source), false};
    cache.store(key, compiled.binary);
    return compiled;
}

}  // namespace

Build build(const Device& device, const Source& source, const IncludeScan& includes) {
    Compiled compiled = load_or_compile(*compiler_for(device), source, includes);
    Build built;
    built.module = device.backend()->load_module(compiled.binary.image);
    built.symbols = std::move(compiled.binary.symbols);
    built.warnings = std::move(compiled.binary.warnings);
    built.was_cached = compiled.was_cached;
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
