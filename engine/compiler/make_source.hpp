// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/compiler/program.hpp>

namespace glint::compiler {

/// Combines `text` with the settings in `options`. Includes are searched in `folder` (skipped if
/// empty), the options' folders and glint's own kernels.
Source make_source(std::string name, std::string text, const std::filesystem::path& folder,
                   const ProgramOptions& options);

}  // namespace glint::compiler
