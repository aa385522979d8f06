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

/// What a source includes. In all texts the includes that were found name their files by the whole
/// path, so that whoever is given these texts under these paths compiles what was scanned, and
/// opens none of the files once more.
struct IncludeScan {
    std::string text;                 ///< the source itself
    std::vector<IncludedFile> files;  ///< each once, in the order they are met
    /// The texts that were given by name, in their order.
    std::vector<std::pair<std::string, std::string>> headers;
    /// Where each `#include "..."` that found nothing would be beside the file that has it.
    std::vector<std::filesystem::path> missing;
    /// Whether every file is known: an `#include` of a macro tells none without compiling.
    bool complete = true;
};

/// The files that `text` includes, directly and through others, as far as they lie in the
/// including file's folder or one of `folders`. Conditions are not evaluated: a file that is
/// included on any branch counts. Headers found nowhere (the toolkit's) are left out. Of `headers`,
/// texts by the names that includes use, those that are included are looked through, too.
IncludeScan scan_includes(std::string_view text, const std::filesystem::path& folder,
                          std::span<const std::string> folders,
                          std::span<const std::pair<std::string, std::string>> headers = {});

}  // namespace glint::compiler
