// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/backend/source/source_compiler.hpp>

namespace clang {
class FrontendAction;
}

namespace glint::cpu {

class DiagnosticCollector;

/// Path of an empty source, which is used to precompile the prelude.
inline constexpr const char* kEmptySource = "/__glint_prelude/empty.cu";

/// File name that Clang uses for lines that request template instantiations. These lines follow the
/// source, one for each element of Source::instantiations.
inline constexpr const char* kRequestFile = "<glint requests>";

/// Runs `action` on `source`. The prelude is included before the source. If `precompiled_prelude`
/// is not null, Clang reads the prelude from there instead of from its headers.
void execute(clang::FrontendAction& action, const compiler::Source& source,
             const std::string* precompiled_prelude, DiagnosticCollector& collector);

}  // namespace glint::cpu
