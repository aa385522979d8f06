// SPDX-License-Identifier: MIT
#include <glint/base/absolute_path.hpp>

#include <system_error>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint {

namespace fs = std::filesystem;

fs::path absolute_path(const fs::path& path) {
    if (path.empty()) throw Error(ErrorCode::invalid_argument, "find a file", "the path is empty");
    std::error_code failure;
    const fs::path whole = fs::absolute(path, failure);
    if (failure)
        throw Error(ErrorCode::io, fmt::format("find '{}'", path.string()), failure.message());
    return whole;
}

bool is_same_file(const fs::path& one, const fs::path& other) {
    std::error_code unknown;
    if (fs::equivalent(one, other, unknown)) return true;
    const auto whole = [&](const fs::path& path) {
        return fs::weakly_canonical(fs::absolute(path, unknown), unknown);
    };
    const fs::path known = whole(one);
    return !known.empty() && known == whole(other);
}

}  // namespace glint
