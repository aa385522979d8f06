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
    unsigned line = 0;    ///< 1-based; 0 where there is no place
    unsigned column = 0;  ///< 1-based; 0 where it is not known
    std::string message{};
    std::string source_line{};  ///< the text of that line, where it could be read

    friend bool operator==(const Diagnostic&, const Diagnostic&) = default;
};

/// "FILE:LINE:COLUMN: error: MESSAGE", then the source line and a caret under the column.
std::string to_string(const Diagnostic& diagnostic);

/// How a compiler was called and what it said.
struct CompilerRun {
    std::string target{};                ///< "sm_90", or the CPU's model
    std::vector<std::string> options{};  ///< as the compiler was given them
    std::string log{};                   ///< in the compiler's own words
};

/// Target, options and log, each under a heading, for a file or a report.
std::string to_string(const CompilerRun& run);

/// A kernel source that does not compile. `what()` shows every error with its source line.
class CompileError : public Error {
public:
    CompileError(const std::string& source_name, std::vector<Diagnostic> diagnostics,
                 CompilerRun run = {});

    const std::vector<Diagnostic>& diagnostics() const noexcept { return diagnostics_; }
    /// Empty where no compiler was run.
    const CompilerRun& run() const noexcept { return run_; }

private:
    std::vector<Diagnostic> diagnostics_;
    CompilerRun run_;
};

}  // namespace glint::compiler
