// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <glint/compiler/detail/compiler_for.hpp>
#include <support/requirements.hpp>

namespace glint::test {

/// Returns true if NVRTC can be loaded, which needs no GPU. Also returns true if `GLINT_REQUIRE`
/// asks for CUDA, so that tests fail if NVRTC is missing.
inline bool has_nvrtc() { return !compiler::nvrtc_version().empty() || is_required("cuda"); }

}  // namespace glint::test

/// Skips the rest of a test unless has_nvrtc() returns true.
#define GLINT_NEEDS_NVRTC() \
    if (!glint::test::has_nvrtc()) GTEST_SKIP() << "cuda: NVRTC is not installed"
