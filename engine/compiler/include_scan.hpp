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

struct IncludeScan {
    std::vector<IncludedFile> files;  ///< each once, in the order they are met
    /// Where each `#include "..."` that found nothing would be beside the file that has it.
    std::vector<std::filesystem::path> missing;
    /// Whether an `#include` of a macro was seen, whose file cannot be known without compiling.
    bool complete = true;
};

/// The files that `text` includes, directly and through others, as far as they lie in the
/// including file's folder or one of `folders`. Conditions are not evaluated: a file that is
/// included on any branch counts. Headers found nowhere (the toolkit's) are left out. Of `headers`,
/// texts by the names that includes use, those that are included are looked through, too, but not
/// listed.
IncludeScan scan_includes(std::string_view text, const std::filesystem::path& folder,
                          std::span<const std::string> folders,
                          std::span<const std::pair<std::string, std::string>> headers = {});

}  // namespace glint::compiler
