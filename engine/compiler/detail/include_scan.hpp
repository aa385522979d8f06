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

/// A source and the files that it includes. In all texts, full paths replace the names of includes
/// that were found. A compiler that receives these texts under these paths therefore compiles
/// exactly what was scanned, without opening the files again.
struct IncludeScan {
    std::string text;                 ///< the source itself
    std::vector<IncludedFile> files;  ///< each file once, in the order of first inclusion
    /// The headers that were passed as texts, with their include names, in the given order.
    std::vector<std::pair<std::string, std::string>> headers;
    /// For each `#include "..."` that was not found, the path that it would have next to the
    /// including file.
    std::vector<std::filesystem::path> missing;
    /// True if all included files are known. False if the operand of an `#include` is a macro,
    /// because only a compiler can expand it.
    bool complete = true;
};

/// Finds the files that `text` includes, directly or indirectly. Searches the folder of the
/// including file, and then `folders`. Does not evaluate conditions: follows includes in all
/// branches. Omits headers that are not found, such as those of the toolkit. `headers` maps include
/// names to texts, which are also scanned if they are included.
IncludeScan scan_includes(std::string_view text, const std::filesystem::path& folder,
                          std::span<const std::string> folders,
                          std::span<const std::pair<std::string, std::string>> headers = {});

}  // namespace glint::compiler
