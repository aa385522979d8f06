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
    std::map<std::string, std::string> symbols;  ///< of the instantiations asked for
    std::vector<Diagnostic> warnings;
    std::map<std::string, std::string> unordered_kernels;  ///< as Binary has them
    bool was_cached = false;
};

/// What a compiler made of a source, or the disk cache had.
struct Compiled {
    Binary binary;
    bool was_cached = false;
};

/// Takes `source` from the disk cache, or compiles it, puts it there and logs its warnings.
/// `includes` is what `scan_includes` found in it: those texts are compiled, whatever becomes of
/// the files meanwhile. Throws CompileError or Error.
Compiled load_or_compile(const SourceCompiler& compiler, const Source& source,
                         const IncludeScan& includes);

/// Takes `source` from the disk cache or compiles it for the processor of `device`. On the stand-in
/// of a CompileAhead it adds `source` to the queue and returns an empty result.
Compiled load_or_compile(const Device& device, const Source& source, const IncludeScan& includes);

/// Takes `source` from the disk cache or compiles it, as load_or_compile() does, and loads it on
/// `device`.
Build build(const Device& device, const Source& source, const IncludeScan& includes);

/// How a binary becomes a module. Throws Error for one that this device cannot load.
using LoadBinary = std::function<std::shared_ptr<driver::Module>(const Binary&)>;

/// Builds `source` and makes its module with `load` instead of `Backend::load_module`.
Build build(const Device& device, const Source& source, const IncludeScan& includes,
            const LoadBinary& load);

using Modules = std::vector<std::shared_ptr<driver::Module>>;

/// Builds `source` beside `modules`, which were made of it with other instantiations: variables
/// that one of them has are shared, so the kernels of all see the same values at the same places.
/// The module keeps them.
Build build_beside(const Device& device, const Source& source, const IncludeScan& includes,
                   const Modules& modules);

/// Tells whether files have changed since they were added, by their times and sizes, or whether
/// files of a folder have come or gone.
class WatchedFiles {
public:
    /// A file that is not there changes when it comes. One that was added before keeps its state,
    /// so that no change is missed.
    void add(const std::filesystem::path& file);
    /// All that was found, and the places where more may come.
    void add(const IncludeScan& includes);

    /// True once for each change: the new state is remembered.
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
