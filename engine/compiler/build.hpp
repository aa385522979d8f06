#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <glint/compiler/include_scan.hpp>
#include <glint/compiler/source_compiler.hpp>
#include <glint/driver/device.hpp>

namespace glint::compiler {

/// A source compiled and loaded.
struct Build {
    std::shared_ptr<driver::Module> module;
    std::map<std::string, std::string> symbols;  ///< of the instantiations asked for
    std::vector<Diagnostic> warnings;
    std::vector<std::filesystem::path> included;
    bool was_cached = false;
};

/// Loads `source` from the disk cache, or compiles it and puts it there. `folder` is the one that
/// its includes are relative to. Throws CompileError or Error.
Build build(const Device& device, const Source& source, const std::filesystem::path& folder);

/// Tells whether files have changed since it was made, by their times and sizes.
class WatchedFiles {
public:
    WatchedFiles() = default;
    WatchedFiles(const std::filesystem::path& file,
                 const std::vector<std::filesystem::path>& included);

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
