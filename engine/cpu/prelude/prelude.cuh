// SPDX-License-Identifier: MIT
#pragma once

// The parts of CUDA C++ that kernels can use on the CPU. Every source includes this file first.

// clang-format off: headers depend on the headers before them
#include <__glint/annotations.cuh>
#include <__glint/integers.cuh>
#include <__glint/vector_types.cuh>
#include <__glint/indices.cuh>
#include <__glint/synchronisation.cuh>
#include <__glint/warp.cuh>
#include <__glint/address_spaces.cuh>
#include <__glint/atomics.cuh>
#include <__glint/math.cuh>
#include <__glint/math_library.cuh>
#include <__glint/math_pi.cuh>
#include <__glint/math_special.cuh>
#include <__glint/math_bessel.cuh>
#include <__glint/math_constants.cuh>
#include <__glint/comparisons.cuh>
#include <__glint/intrinsics.cuh>
#include <__glint/bytes.cuh>
#include <__glint/dpx.cuh>
#include <__glint/system.cuh>
#include <__glint/assert.cuh>
#include <__glint/graphs.cuh>
#include <__glint/surfaces.cuh>
#include <__glint/textures.cuh>
// clang-format on

/// Refers to a kernel, so that the front end can find the symbol of the kernel.
template <auto kernel>
struct __glint_request;
