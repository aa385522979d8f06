// SPDX-License-Identifier: MIT
#include <glint/studio/keep/included_hashes.hpp>

#include <algorithm>
#include <iterator>

#include <glint/base/absolute_path.hpp>
#include <glint/base/console.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/detail/include_scan.hpp>

namespace glint::studio {

namespace fs = std::filesystem;

std::vector<fs::path> included_files(const fs::path& file, std::string_view text) {
    const fs::path folder = absolute_path(file).lexically_normal().parent_path();
    std::vector<fs::path> files;
    for (const auto& header : compiler::scan_includes(text, folder, {}).files)
        files.push_back(absolute_path(header.path).lexically_normal());
    return files;
}

IncludedHashes included_hashes(const fs::path& file, std::string_view text) {
    const fs::path folder = absolute_path(file).lexically_normal().parent_path();
    IncludedHashes hashes;
    // Paths from the scan are specific to this machine, so they are made relative.
    for (const fs::path& path : included_files(file, text))
        hashes.emplace_back(console::printable(path.lexically_relative(folder).string()),
                            content_hash(read_text(path)));
    std::ranges::sort(hashes);
    return hashes;
}

std::string first_difference(const IncludedHashes& one, const IncludedHashes& other) {
    IncludedHashes differing;
    std::ranges::set_symmetric_difference(one, other, std::back_inserter(differing));
    return differing.empty() ? std::string() : differing.front().first;
}

}  // namespace glint::studio
