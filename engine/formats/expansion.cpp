// SPDX-License-Identifier: MIT
#include <glint/formats/expansion.hpp>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include <glint/base/cache_limit.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

constexpr std::size_t kAlwaysAllowed = std::size_t{1} << 30;
constexpr std::size_t kTimesTheFile = 32;

}  // namespace

std::size_t expansion_limit(std::size_t file_bytes) {
    const std::size_t usual = std::max(kAlwaysAllowed, kTimesTheFile * file_bytes);
    const char* wish = std::getenv("GLINT_EXPANSION_LIMIT");
    if (!wish || !*wish) return usual;
    if (std::string_view(wish) == "none") return std::numeric_limits<std::size_t>::max();
    if (const auto bytes = parse_size(wish)) return *bytes;
    log::warning_once(fmt::format(
        "GLINT_EXPANSION_LIMIT='{}' is not a size such as '8 GB'. The default limit is used",
        wish));
    return usual;
}

std::string expansion_refusal(std::size_t expanded_bytes, std::size_t file_bytes) {
    return fmt::format("the data would expand to {}, but GLINT_EXPANSION_LIMIT allows only {}",
                       text::human_bytes(expanded_bytes),
                       text::human_bytes(expansion_limit(file_bytes)));
}

}  // namespace glint
