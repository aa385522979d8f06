// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace glint::compiler {

struct IncludedFile {
    std::filesystem::path path;
    std::string text;
};

/// The files that a source includes. In all texts, the includes that were found are replaced by
/// full paths. A compiler that receives these texts under these paths compiles exactly what was
/// scanned, without opening the files again.
struct IncludeScan {
    std::string text;                 ///< the source itself
    std::vector<IncludedFile> files;  ///< each file once, in order of first inclusion
    /// The texts that were passed by include name, in the given order.
    std::vector<std::pair<std::string, std::string>> headers;
    /// For each `#include "..."` that was not found, the path next to the including file.
    std::vector<std::filesystem::path> missing;
    /// True if every included file is known. The operand of an `#include` with a macro is unknown
    /// without compiling.
    bool complete = true;
};

/// Finds the files that `text` includes, directly or indirectly, in the including file's folder or
/// in one of `folders`. Conditions are not evaluated: includes on all branches are followed.
/// Headers that are not found, such as those of the toolkit, are left out. `headers` maps include
/// names to texts; included entries are scanned too.
IncludeScan scan_includes(std::string_view text, const std::filesystem::path& folder,
                          std::span<const std::string> folders,
                          std::span<const std::pair<std::string, std::string>> headers = {});

}  // namespace glint::compiler
