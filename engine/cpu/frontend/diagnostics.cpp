// SPDX-License-Identifier: MIT
#include <glint/cpu/frontend/diagnostics.hpp>

#include <optional>

#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SmallString.h>

namespace glint::cpu {
namespace {

using Level = clang::DiagnosticsEngine::Level;
using Severity = compiler::Diagnostic::Severity;

std::optional<Severity> severity_of(Level level) {
    switch (level) {
        case Level::Note: return Severity::note;
        case Level::Warning: return Severity::warning;
        case Level::Error:
        case Level::Fatal: return Severity::error;
        default: return std::nullopt;
    }
}

// Returns true for diagnostics about inline assembly. Clang reports some of them before it reads
// the assembly, for example for constraints such as "=h", which are valid only in PTX.
bool is_about_assembler(const clang::Diagnostic& diagnostic) {
    const unsigned category = clang::DiagnosticIDs::getCategoryNumberForDiag(diagnostic.getID());
    return clang::DiagnosticIDs::getCategoryNameFromID(category) == "Inline Assembly Issue";
}

std::string message_of(const clang::Diagnostic& diagnostic) {
    if (is_about_assembler(diagnostic)) return kInlinePtx;
    llvm::SmallString<256> text;
    diagnostic.FormatDiagnostic(text);
    return text.str().str();
}

std::string line_at(const clang::SourceManager& sources, clang::SourceLocation location) {
    const auto [file, offset] = sources.getDecomposedLoc(location);
    const llvm::StringRef text = sources.getBufferData(file);
    const std::size_t newline = text.rfind('\n', offset);
    const std::size_t first = offset == 0 || newline == llvm::StringRef::npos ? 0 : newline + 1;
    return text.slice(std::min<std::size_t>(first, offset), text.find('\n', offset)).str();
}

}  // namespace

compiler::Diagnostic diagnostic_at(const clang::SourceManager& sources,
                                   clang::SourceLocation location, std::string message) {
    compiler::Diagnostic result{.message = std::move(message)};
    const clang::SourceLocation place = sources.getExpansionLoc(location);
    const clang::PresumedLoc presumed = sources.getPresumedLoc(place);
    if (presumed.isInvalid()) return result;
    result.file = presumed.getFilename();
    result.line = presumed.getLine();
    result.column = presumed.getColumn();
    result.source_line = line_at(sources, place);
    return result;
}

void DiagnosticCollector::HandleDiagnostic(Level level, const clang::Diagnostic& diagnostic) {
    DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    const std::optional<Severity> severity = severity_of(level);
    if (!severity) return;
    compiler::Diagnostic result{.message = message_of(diagnostic)};
    if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid())
        result = diagnostic_at(diagnostic.getSourceManager(), diagnostic.getLocation(),
                               std::move(result.message));
    result.severity = *severity;
    collected_.push_back(std::move(result));
}

}  // namespace glint::cpu
