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

/// Loads `source` from the disk cache. If it is not there, compiles it, stores it and logs its
/// warnings. `includes` is the result of `scan_includes`; its texts are compiled, even if the files
/// have changed since then. Throws CompileError or Error.
Compiled load_or_compile(const SourceCompiler& compiler, const Source& source,
                         const IncludeScan& includes);

/// Like load_or_compile() above, for the processor of `device`. On the stand-in device of a
/// CompileAhead, adds `source` to the queue and returns an empty result.
Compiled load_or_compile(const Device& device, const Source& source, const IncludeScan& includes);

/// Calls load_or_compile() and loads the binary on `device`.
Build build(const Device& device, const Source& source, const IncludeScan& includes);

/// Creates a module from a binary. Throws Error if this device cannot load it.
using LoadBinary = std::function<std::shared_ptr<driver::Module>(const Binary&)>;

/// Builds `source` and creates its module with `load` instead of `Backend::load_module`.
Build build(const Device& device, const Source& source, const IncludeScan& includes,
            const LoadBinary& load);

using Modules = std::vector<std::shared_ptr<driver::Module>>;

/// Builds `source` in addition to `modules`, which were built from it with other instantiations.
/// The new module shares the variables of those modules, so that all kernels access the same
/// memory. It keeps those modules alive.
Build build_additional(const Device& device, const Source& source, const IncludeScan& includes,
                       const Modules& modules);

/// Detects by times and sizes whether files have changed since they were added, and whether files
/// were added to or removed from a folder.
class WatchedFiles {
public:
    /// Adds a file. A missing file is reported as changed when it appears. If the file was added
    /// before, its recorded state is kept, so that no change is missed.
    void add(const std::filesystem::path& file);
    /// Adds all files that were found, and the locations where missing files may appear.
    void add(const IncludeScan& includes);

    /// Returns true if something changed since the last call, and records the new state.
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
