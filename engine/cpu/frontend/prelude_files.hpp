// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace glint::cpu {

/// A header that exists in memory only.
struct PreludeFile {
    std::string_view name;
    std::string_view text;
};

/// The folder of these headers in the compiler's file system.
inline constexpr const char* kPreludeFolder = "/__glint_prelude";
/// The header that every source includes first.
inline constexpr const char* kPreludeHeader = "__glint/prelude.cuh";

/// The headers under `prelude/`, embedded when the library was built.
std::span<const PreludeFile> prelude_files() noexcept;

/// Headers of CUDA and of the C library that a source may include, although the prelude already
/// declares everything in them.
std::span<const PreludeFile> standard_headers() noexcept;

/// Hash of all these headers.
const std::string& prelude_hash();

}  // namespace glint::cpu
