// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/backend/source/source_compiler.hpp>

namespace clang {
class FrontendAction;
}

namespace glint::cpu {

class DiagnosticCollector;

/// An empty file in the compiler's file system.
inline constexpr const char* kEmptySource = "/__glint_prelude/empty.cu";

/// File name in messages about the lines that request template instantiations. There is one line
/// per entry of Source::instantiations, after the source.
inline constexpr const char* kRequestFile = "<glint requests>";

/// Runs `action` over `source`, preceded by the prelude. The prelude comes from
/// `precompiled_prelude` unless that is null.
void execute(clang::FrontendAction& action, const compiler::Source& source,
             const std::string* precompiled_prelude, DiagnosticCollector& collector);

}  // namespace glint::cpu
