// SPDX-License-Identifier: MIT
#pragma once

// <mma.h>. Contains only declarations, so that the line that uses tensor cores gets the error.

namespace nvcuda::wmma {
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
template <class Use, int m, int n, int k, class T, class Layout = void>
class __attribute__((unavailable("tensor cores are not supported on the CPU"))) fragment {};
}  // namespace nvcuda::wmma
