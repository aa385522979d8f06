// SPDX-License-Identifier: MIT
#pragma once

#include <cstdio>
#include <cstdlib>
#include <exception>

/// What every example's `main` would otherwise repeat.
namespace example {

inline const char* verdict(bool right) { return right ? "right" : "WRONG"; }

inline int status(bool right) { return right ? EXIT_SUCCESS : EXIT_FAILURE; }

/// Runs `body` and gives its exit status; an error is printed and gives a failure.
inline int run(int (*body)()) {
    try {
        return body();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return EXIT_FAILURE;
    }
}

}  // namespace example
