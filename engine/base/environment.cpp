// SPDX-License-Identifier: MIT
#include <glint/base/environment.hpp>

#include <cstdlib>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

[[noreturn]] void refuse(const char* name, const std::string& text, const std::string& expected) {
    throw Error(ErrorCode::invalid_argument, fmt::format("read {}", name),
                fmt::format("'{}' is not {}", text, expected));
}

}  // namespace

std::optional<std::string> environment(const char* name) {
    const char* value = std::getenv(name);
    if (!value || !*value) return std::nullopt;
    return value;
}

std::optional<double> environment_number(const char* name, double most) {
    const auto text = environment(name);
    if (!text) return std::nullopt;
    const auto number = text::parse_double(*text);
    if (number && *number >= 0 && *number <= most) return number;
    refuse(name, *text, fmt::format("a number from 0 to {:g}", most));
}

std::optional<std::uint64_t> environment_whole(const char* name, std::uint64_t most) {
    const auto text = environment(name);
    if (!text) return std::nullopt;
    const auto number = text::parse_unsigned(*text);
    if (number && *number <= most) return number;
    refuse(name, *text, fmt::format("a whole number from 0 to {}", most));
}

std::optional<std::filesystem::path> absolute_path_in_environment(const char* name) {
    const auto value = environment(name);
    if (!value || !std::filesystem::path(*value).is_absolute()) return std::nullopt;
    return *value;
}

}  // namespace glint
