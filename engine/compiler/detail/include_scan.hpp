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

/// The files that a source includes. In all texts, includes that were found use the full path. A
/// compiler that is given these texts under these paths compiles exactly what was scanned, without
/// opening the files again.
struct IncludeScan {
    std::string text;                 ///< the source itself
    std::vector<IncludedFile> files;  ///< each once, in order of first inclusion
    /// The texts that were passed by name, in order.
    std::vector<std::pair<std::string, std::string>> headers;
    /// Location next to the including file for each `#include "..."` that was not found.
    std::vector<std::filesystem::path> missing;
    /// True if every file is known: the operand of an `#include` with a macro is unknown without
    /// compiling.
    bool complete = true;
};

/// Finds the files that `text` includes, directly or indirectly, in the including file's folder or
/// one of `folders`. Conditions are not evaluated: a file that is included on any branch counts.
/// Headers that are not found (the toolkit's) are left out. Included entries of `headers`, which
/// maps include names to texts, are scanned too.
IncludeScan scan_includes(std::string_view text, const std::filesystem::path& folder,
                          std::span<const std::string> folders,
                          std::span<const std::pair<std::string, std::string>> headers = {});

}  // namespace glint::compiler
