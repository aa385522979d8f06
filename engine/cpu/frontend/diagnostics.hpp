// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <clang/Basic/Diagnostic.h>

#include <glint/backend/source/compile_error.hpp>

namespace clang {
class SourceManager;
}

namespace glint::cpu {

/// Collects Clang's diagnostics. Clang does not print them.
class DiagnosticCollector : public clang::DiagnosticConsumer {
public:
    void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                          const clang::Diagnostic& diagnostic) override;

    std::vector<compiler::Diagnostic> take() { return std::move(collected_); }

private:
    std::vector<compiler::Diagnostic> collected_;
};

/// Returns a diagnostic with the file, line, column and source line of `location`. If `location` is
/// in a macro, uses the location of the macro's expansion. Respects `#line` directives.
compiler::Diagnostic diagnostic_at(const clang::SourceManager& sources,
                                   clang::SourceLocation location, std::string message);

/// Error message for inline assembly in a kernel.
inline constexpr const char* kInlinePtx = "inline PTX is not supported on the CPU";

}  // namespace glint::cpu
