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

/// Collects Clang's diagnostics instead of printing them.
class DiagnosticCollector : public clang::DiagnosticConsumer {
public:
    void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                          const clang::Diagnostic& diagnostic) override;

    std::vector<compiler::Diagnostic> take() { return std::move(collected_); }

private:
    std::vector<compiler::Diagnostic> collected_;
};

/// Makes a diagnostic at `location`, as `#line` and macros present it, with its source line.
compiler::Diagnostic diagnostic_at(const clang::SourceManager& sources,
                                   clang::SourceLocation location, std::string message);

/// Message for inline assembly in a kernel.
inline constexpr const char* kInlinePtx = "inline PTX is not supported on the CPU";

}  // namespace glint::cpu
