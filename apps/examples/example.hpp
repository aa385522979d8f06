// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstdlib>
#include <exception>

/// Shared by the `main` functions of all examples.
namespace example {

inline const char* verdict(bool right) { return right ? "correct" : "WRONG"; }

inline int status(bool right) { return right ? EXIT_SUCCESS : EXIT_FAILURE; }

/// Runs `body` and returns its exit status; prints an exception and returns failure.
inline int run(int (*body)()) {
    try {
        return body();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return EXIT_FAILURE;
    }
}

}  // namespace example
