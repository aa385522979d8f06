// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <glint/base/parameters.hpp>

namespace glint::compiler {

/// Thrown for text that is not a valid parameter annotation.
struct ParameterNoteError {
    std::string reason;
};

/// Reads `[MIN..MAX] [log] [UNIT] "LABEL" [: HELP]`, which follows `//@` after the member that
/// `parameter` describes. The range is optional for a bool, and not allowed for an enum. Throws
/// ParameterNoteError.
Parameter::Annotation read_parameter_note(const Parameter& parameter, std::string_view note);

}  // namespace glint::compiler
