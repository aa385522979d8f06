// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/backend/source/source_compiler.hpp>

namespace clang {
class FrontendAction;
}

namespace glint::cpu {

class DiagnosticCollector;

/// A file without text that the compiler's file system has.
inline constexpr const char* kEmptySource = "/__glint_prelude/empty.cu";

/// The name under which messages have the lines that request instantiations of templates, one for
/// each of Source::instantiations. They follow the source.
inline constexpr const char* kRequestFile = "<glint requests>";

/// Runs `action` over `source` with the prelude before it, which is taken from
/// `precompiled_prelude` unless that is null.
void execute(clang::FrontendAction& action, const compiler::Source& source,
             const std::string* precompiled_prelude, DiagnosticCollector& collector);

}  // namespace glint::cpu
