// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <glint/base/parameters.hpp>

namespace glint::compiler {

/// Thrown for a text that is not a valid parameter annotation.
struct ParameterNoteError {
    std::string reason;
};

/// Parses an annotation, `[MIN..MAX] [log] [UNIT] "LABEL" [: HELP]`. In the source, it follows
/// `//@` after the member that `parameter` describes. The range is optional for a bool, not allowed
/// for an enum, and required for all other types. Throws ParameterNoteError.
Parameter::Annotation read_parameter_note(const Parameter& parameter, std::string_view note);

}  // namespace glint::compiler
