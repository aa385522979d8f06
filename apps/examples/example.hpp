// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstdlib>
#include <exception>

/// Functions that the examples share.
namespace example {

inline const char* verdict(bool right) { return right ? "correct" : "WRONG"; }

inline int status(bool right) { return right ? EXIT_SUCCESS : EXIT_FAILURE; }

/// Runs `body` and returns its exit status. If `body` throws, prints the error and returns failure.
inline int run(int (*body)()) {
    try {
        return body();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return EXIT_FAILURE;
    }
}

}  // namespace example
