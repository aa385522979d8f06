// SPDX-License-Identifier: MIT
#include <cstdlib>

#include <fmt/format.h>

#include <apps/glint/commands.hpp>
#include <glint/base/cache_limit.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>

namespace glint::apps {
namespace {

std::string to_string(const CacheSize& size) {
    return fmt::format("{}, {}", text::counted(size.entries, "entry", "entries"),
                       text::human_bytes(size.bytes));
}

}  // namespace

int cache(std::optional<std::size_t> keep_bytes) {
    const auto folder = cache_folder();
    if (!folder) throw Error(ErrorCode::invalid_state, "open the cache", "the cache is disabled");
    if (keep_bytes) console::print("removed {}\n", to_string(trim_cache(*keep_bytes)));
    const auto limit = cache_limit_bytes();
    console::print("{}: {} (limit {})\n", folder->string(), to_string(cache_size()),
                   limit ? text::human_bytes(*limit) : "none");
    return EXIT_SUCCESS;
}

}  // namespace glint::apps
