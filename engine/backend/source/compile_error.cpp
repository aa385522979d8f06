// SPDX-License-Identifier: MIT
#include <glint/backend/source/compile_error.hpp>

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace glint::compiler {
namespace {

std::string_view to_string(Diagnostic::Severity severity) {
    switch (severity) {
        case Diagnostic::Severity::note: return "note";
        case Diagnostic::Severity::warning: return "warning";
        case Diagnostic::Severity::error: return "error";
    }
    return "error";
}

// Returns the text that places a caret under a column. Copies tabs, so that any tab width works.
std::string caret_under(std::string_view line, unsigned column) {
    std::string indent(line.substr(0, column - 1));
    for (char& c : indent) c = c == '\t' ? '\t' : ' ';
    return indent + '^';
}

std::string all_errors(const std::vector<Diagnostic>& diagnostics) {
    std::string text = "it has errors";
    for (const Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.severity == Diagnostic::Severity::warning) continue;
        text += '\n' + to_string(diagnostic);
    }
    return text;
}

}  // namespace

std::string to_string(const Diagnostic& diagnostic) {
    std::string text = diagnostic.file;
    if (diagnostic.line > 0) text += fmt::format(":{}", diagnostic.line);
    if (diagnostic.column > 0) text += fmt::format(":{}", diagnostic.column);
    text += fmt::format(": {}: {}", to_string(diagnostic.severity), diagnostic.message);
    if (!diagnostic.source_line.empty()) {
        text += "\n    " + diagnostic.source_line;
        if (diagnostic.column > 0 && diagnostic.column <= diagnostic.source_line.size() + 1)
            text += "\n    " + caret_under(diagnostic.source_line, diagnostic.column);
    }
    return text;
}

std::string to_string(const CompilerRun& run) {
    std::string text = "target: " + run.target + "\noptions:\n";
    for (const std::string& option : run.options) text += "    " + option + '\n';
    return text + "log:\n" + run.log;
}

CompileError::CompileError(const std::string& source_name, std::vector<Diagnostic> diagnostics,
                           CompilerRun run)
    : Error(ErrorCode::compile, "compile " + source_name, all_errors(diagnostics)),
      diagnostics_(std::move(diagnostics)),
      run_(std::move(run)) {}

}  // namespace glint::compiler
