// SPDX-License-Identifier: MIT
#include "library.hpp"

#include "team.hpp"

#define GLINT_BENCH_TEXT_OF(value) #value
#define GLINT_BENCH_TEXT(value) GLINT_BENCH_TEXT_OF(value)
#define GLINT_BENCH_VERSION(major, minor, patch) \
    GLINT_BENCH_TEXT(major) "." GLINT_BENCH_TEXT(minor) "." GLINT_BENCH_TEXT(patch)

#ifdef __clang__
#define GLINT_BENCH_COMPILER \
    "clang++ " GLINT_BENCH_VERSION(__clang_major__, __clang_minor__, __clang_patchlevel__)
#else
#define GLINT_BENCH_COMPILER \
    "g++ " GLINT_BENCH_VERSION(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__)
#endif

namespace glint::bench::openmp {

const char* openmp_compiler() {
#ifdef __FAST_MATH__
    return GLINT_BENCH_COMPILER " -ffast-math";
#else
    return GLINT_BENCH_COMPILER;
#endif
}

void openmp_use_threads(int count) { omp_set_num_threads(count); }

}  // namespace glint::bench::openmp
