#include <glint/base/absolute_path.hpp>

#include <system_error>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint {

std::filesystem::path absolute_path(const std::filesystem::path& path) {
    if (path.empty()) throw Error(ErrorCode::invalid_argument, "find a file", "its path is empty");
    std::error_code failure;
    const std::filesystem::path whole = std::filesystem::absolute(path, failure);
    if (failure)
        throw Error(ErrorCode::io, fmt::format("find '{}'", path.string()), failure.message());
    return whole;
}

}  // namespace glint
