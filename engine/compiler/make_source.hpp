// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include <glint/backend/source/source_compiler.hpp>
#include <glint/compiler/program.hpp>

namespace glint::compiler {

/// Returns a source with `text` and the settings in `options`. Compilers will look for includes in
/// `folder` (unless it is empty), in the folders of `options`, and in glint's own kernels folder.
Source make_source(std::string name, std::string text, const std::filesystem::path& folder,
                   const ProgramOptions& options);

}  // namespace glint::compiler
