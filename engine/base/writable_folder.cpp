// SPDX-License-Identifier: MIT
#include <glint/base/absolute_path.hpp>
#include <glint/base/writable_folder.hpp>

#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

namespace glint {
namespace {

namespace fs = std::filesystem;

/// Returns `folder`, or its nearest ancestor that exists.
fs::path nearest_existing(const fs::path& folder) {
    fs::path place = absolute_path(folder);
    std::error_code absent;
    while (!fs::exists(place, absent) && place.has_relative_path()) place = place.parent_path();
    return place;
}

}  // namespace

std::optional<std::string> reason_not_writable(const fs::path& folder) {
    const fs::path place = nearest_existing(folder);
    std::error_code unknown;
    if (!fs::is_directory(place, unknown))
        return fmt::format("'{}' is not a folder", place.string());
    if (::access(place.c_str(), W_OK | X_OK) == 0) return std::nullopt;
    return fmt::format("folder '{}' is not writable ({})", place.string(),
                       std::generic_category().message(errno));
}

std::optional<std::string> reason_not_replaceable(const fs::path& file) {
    std::error_code absent;
    if (fs::is_directory(file, absent)) return "the path refers to a folder";
    const fs::path target = fs::weakly_canonical(absolute_path(file), absent);
    if (target.empty()) return absent.message();
    if (!fs::exists(target, absent) || fs::is_regular_file(target, absent))
        return reason_not_writable(target.parent_path());
    if (::access(target.c_str(), W_OK) == 0) return std::nullopt;
    return std::generic_category().message(errno);
}

}  // namespace glint
