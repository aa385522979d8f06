// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstdlib>
#include <source_location>

namespace glint::soak {

/// Aborts the process if a parser breaks a promise, which a fuzzer then reports.
inline void require(bool holds, std::source_location place = std::source_location::current()) {
    if (holds) return;
    std::fprintf(stderr, "%s:%u: a parser broke its promise\n", place.file_name(), place.line());
    std::abort();
}

}  // namespace glint::soak
