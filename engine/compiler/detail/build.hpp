// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/compiler/detail/include_scan.hpp>
#include <glint/driver/device.hpp>

namespace glint::compiler {

/// A source compiled and loaded.
struct Build {
    std::shared_ptr<driver::Module> module;
    std::map<std::string, std::string> symbols;  ///< symbols of the requested instantiations
    std::vector<Diagnostic> warnings;
    std::map<std::string, std::string> unordered_kernels;  ///< see Binary
    bool was_cached = false;
};

/// The result of compiling a source, or of finding it in the disk cache.
struct Compiled {
    Binary binary;
    bool was_cached = false;
};

/// Takes `source` from the disk cache, or compiles it, stores it there and logs its warnings.
/// `includes` is the result of `scan_includes`: those texts are compiled, even if the files have
/// changed since. Throws CompileError or Error.
Compiled load_or_compile(const SourceCompiler& compiler, const Source& source,
                         const IncludeScan& includes);

/// Takes `source` from the disk cache or compiles it for the processor of `device`. On the stand-in
/// of a CompileAhead it adds `source` to the queue and returns an empty result.
Compiled load_or_compile(const Device& device, const Source& source, const IncludeScan& includes);

/// Takes `source` from the disk cache or compiles it, as load_or_compile() does, and loads it on
/// `device`.
Build build(const Device& device, const Source& source, const IncludeScan& includes);

/// Creates a module from a binary. Throws Error if this device cannot load it.
using LoadBinary = std::function<std::shared_ptr<driver::Module>(const Binary&)>;

/// Builds `source` and creates its module with `load` instead of `Backend::load_module`.
Build build(const Device& device, const Source& source, const IncludeScan& includes,
            const LoadBinary& load);

using Modules = std::vector<std::shared_ptr<driver::Module>>;

/// Builds `source` in addition to `modules`, which were made from it with other instantiations. The
/// new module shares the variables of those modules, so that all kernels access the same memory,
/// and it keeps the modules alive.
Build build_additional(const Device& device, const Source& source, const IncludeScan& includes,
                       const Modules& modules);

/// Detects whether files have changed since they were added, by their times and sizes, or whether
/// files were added to or removed from a folder.
class WatchedFiles {
public:
    /// A missing file counts as changed once it appears. A file that was added before keeps its
    /// recorded state, so that no change is missed.
    void add(const std::filesystem::path& file);
    /// Adds all files found, and the locations where missing ones may appear.
    void add(const IncludeScan& includes);

    /// Returns true once per change: records the new state.
    bool changed();

private:
    struct Stamp {
        std::filesystem::file_time_type time{};
        std::uintmax_t size_bytes = 0;

        friend bool operator==(const Stamp&, const Stamp&) = default;
    };

    static Stamp stamp_of(const std::filesystem::path& file);

    std::map<std::filesystem::path, Stamp> stamps_;
};

}  // namespace glint::compiler
