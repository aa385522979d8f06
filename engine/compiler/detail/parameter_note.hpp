// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include <glint/base/parameters.hpp>

namespace glint::compiler {

/// Why a text is not the annotation of a parameter.
struct ParameterNoteError {
    std::string reason;
};

/// Reads `[MIN..MAX] [log] [UNIT] "LABEL" [: HELP]`, which follows `//@` after the member that
/// `parameter` is. A bool may lack the range, and an enum has none. Throws ParameterNoteError.
Parameter::Annotation read_parameter_note(const Parameter& parameter, std::string_view note);

}  // namespace glint::compiler
