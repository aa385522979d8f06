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

/// A source that is compiled and loaded.
struct Build {
    std::shared_ptr<driver::Module> module;
    std::map<std::string, std::string> symbols;  ///< symbols of the instantiations
    std::vector<Diagnostic> warnings;
    std::map<std::string, std::string> unordered_kernels;  ///< see Binary
    bool was_cached = false;
};

/// A compiled source, possibly from the disk cache.
struct Compiled {
    Binary binary;
    bool was_cached = false;
};

/// Returns the binary of `source` from the disk cache. If the cache does not have it, compiles the
/// source, stores the binary and logs its warnings. `includes` is the result of `scan_includes`.
/// Compiles the texts in `includes`, even if the files have changed since the scan. Throws
/// CompileError or Error.
Compiled load_or_compile(const SourceCompiler& compiler, const Source& source,
                         const IncludeScan& includes);

/// Like load_or_compile() above, but for the processor of `device`. For the stand-in device of a
/// CompileAhead, adds `source` to the queue and returns an empty result.
Compiled load_or_compile(const Device& device, const Source& source, const IncludeScan& includes);

/// Calls load_or_compile() and loads the binary on `device`.
Build build(const Device& device, const Source& source, const IncludeScan& includes);

/// Creates a module from a binary. Throws Error if the device cannot load the binary.
using LoadBinary = std::function<std::shared_ptr<driver::Module>(const Binary&)>;

/// Like build() above, but creates the module with `load` instead of `Backend::load_module`.
Build build(const Device& device, const Source& source, const IncludeScan& includes,
            const LoadBinary& load);

using Modules = std::vector<std::shared_ptr<driver::Module>>;

/// Builds `source` after `modules` were built from the same source with other instantiations. The
/// new module shares the variables of `modules`, so all kernels access the same memory. The new
/// module keeps `modules` alive.
Build build_additional(const Device& device, const Source& source, const IncludeScan& includes,
                       const Modules& modules);

/// Detects whether files have changed since they were added, by their times and sizes. For a
/// folder, detects whether files were added to or removed from it.
class WatchedFiles {
public:
    /// Adds a file. A missing file counts as changed when it appears. Adding a file again does not
    /// change its recorded state, so no change is missed.
    void add(const std::filesystem::path& file);
    /// Adds all files that were found, and the paths at which missing files may appear.
    void add(const IncludeScan& includes);

    /// Returns true if a file has changed since the last call. Records the new state of all files.
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
