// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace glint::cpu {

/// A header that exists only in memory.
struct PreludeFile {
    std::string_view name;
    std::string_view text;
};

/// Path of the folder that contains these headers in the compiler's file system.
inline constexpr const char* kPreludeFolder = "/__glint_prelude";
/// Path of the header that the compiler includes before every source.
inline constexpr const char* kPreludeHeader = "__glint/prelude.cuh";

/// Returns the headers in the folder `prelude`. The build embeds them in this library.
std::span<const PreludeFile> prelude_files() noexcept;

/// Returns headers of CUDA, C and C++ that a source may include. Most are empty, because the
/// prelude already contains their declarations. The others include an additional part of the
/// prelude.
std::span<const PreludeFile> standard_headers() noexcept;

/// Returns a hash of all these headers.
const std::string& prelude_hash();

}  // namespace glint::cpu
