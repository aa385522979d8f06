// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <glint/base/error.hpp>

namespace glint::compiler {

struct Diagnostic {
    enum class Severity { note, warning, error };

    Severity severity = Severity::error;
    std::string file{};
    unsigned line = 0;    ///< 1-based; 0 if there is no location
    unsigned column = 0;  ///< 1-based; 0 if unknown
    std::string message{};
    std::string source_line{};  ///< text of that line, if it could be read

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Returns "FILE:LINE:COLUMN: error: MESSAGE", then the source line and a caret under the column.
std::string to_string(const Diagnostic& diagnostic);

/// A compiler invocation and its output.
struct CompilerRun {
    std::string target{};                ///< "sm_90", or the CPU's model
    std::vector<std::string> options{};  ///< as passed to the compiler
    std::string log{};                   ///< the compiler's raw output
};

/// Returns target, options and log, each under a heading, for a file or a report.
std::string to_string(const CompilerRun& run);

/// Thrown for a kernel source that does not compile. `what()` shows every error with its source
/// line.
class CompileError : public Error {
public:
    CompileError(const std::string& source_name, std::vector<Diagnostic> diagnostics,
                 CompilerRun run = {});

    const std::vector<Diagnostic>& diagnostics() const noexcept { return diagnostics_; }
    /// Empty if the compiler was not run.
    const CompilerRun& run() const noexcept { return run_; }

private:
    std::vector<Diagnostic> diagnostics_;
    CompilerRun run_;
};

}  // namespace glint::compiler
