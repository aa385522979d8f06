// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <glint/compiler/detail/compiler_for.hpp>
#include <support/requirements.hpp>

namespace glint::test {

/// True if NVRTC can be loaded, which needs no GPU. Also true if `GLINT_REQUIRE` asks for CUDA, so
/// that tests fail if NVRTC is missing.
inline bool has_nvrtc() { return !compiler::nvrtc_version().empty() || is_required("cuda"); }

}  // namespace glint::test

/// Skips the rest of a test if NVRTC is not installed.
#define GLINT_NEEDS_NVRTC() \
    if (!glint::test::has_nvrtc()) GTEST_SKIP() << "cuda: NVRTC is not installed"
