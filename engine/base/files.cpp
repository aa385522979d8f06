// SPDX-License-Identifier: MIT
#include <glint/base/files.hpp>

#include <system_error>

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <glint/base/absolute_path.hpp>
#include <glint/base/environment.hpp>
#include <glint/base/error.hpp>
#include <glint/base/installed_folders.hpp>
#include <glint/base/package.hpp>
#include <glint/base/replace_file.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> resource_roots() {
    std::vector<fs::path> roots = installed_folders("share/glint", package().data);
    if (const auto root = environment("GLINT_ROOT"))
        roots.insert(roots.begin(), absolute_path(*root));
    return roots;
}

}  // namespace

void write_atomically(const fs::path& path, std::span<const std::byte> content) {
    replace_file(path, content);
}

void write_atomically(const fs::path& path, std::string_view content) {
    write_atomically(path, std::as_bytes(std::span(content)));
}

std::string content_hash(std::string_view content) {
    const XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

std::optional<fs::path> cache_folder() {
    if (environment("GLINT_CACHE") == "off" || environment("GLINT_KEEP")) return std::nullopt;
    if (const auto own = environment("GLINT_CACHE_DIR")) return absolute_path(*own);
    // The XDG base directory specification says to ignore relative paths.
    if (const auto shared = absolute_path_in_environment("XDG_CACHE_HOME"))
        return *shared / "glint";
    if (const auto home = absolute_path_in_environment("HOME")) return *home / ".cache" / "glint";
    return std::nullopt;
}

fs::path resource(std::string_view relative_path) {
    std::string tried;
    for (const fs::path& root : resource_roots()) {
        const fs::path candidate = root / relative_path;
        std::error_code absent;
        if (fs::exists(candidate, absent)) return candidate;
        tried += (tried.empty() ? "" : ", ") + root.string();
    }
    throw Error(ErrorCode::not_found, fmt::format("find resource '{}'", relative_path),
                fmt::format("the resource is not in {}{}", tried,
                            hint_for_moved(package().data, "kernels", "GLINT_ROOT",
                                           "glint's share/glint folder")));
}

}  // namespace glint
