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
    unsigned line = 0;    ///< from 1; 0 if unknown
    unsigned column = 0;  ///< from 1; 0 if unknown
    std::string message{};
    std::string source_line{};  ///< the text of the line, or empty if it could not be read

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// Returns "FILE:LINE:COLUMN: error: MESSAGE", the source line, and a caret under the column.
std::string to_string(const Diagnostic& diagnostic);

/// The options of a compiler call, and its output.
struct CompilerRun {
    std::string target{};                ///< "sm_90", or the CPU's model
    std::vector<std::string> options{};  ///< as they were passed to the compiler
    std::string log{};                   ///< the compiler's raw output
};

/// Returns the target, the options and the log, each under a heading, for a file or a report.
std::string to_string(const CompilerRun& run);

/// The error for a kernel source that does not compile. `what()` shows each error with its source
/// line.
class CompileError : public Error {
public:
    CompileError(const std::string& source_name, std::vector<Diagnostic> diagnostics,
                 CompilerRun run = {});

    const std::vector<Diagnostic>& diagnostics() const noexcept { return diagnostics_; }
    /// The compiler call. Its members are empty if the compiler was not run.
    const CompilerRun& run() const noexcept { return run_; }

private:
    std::vector<Diagnostic> diagnostics_;
    CompilerRun run_;
};

}  // namespace glint::compiler
