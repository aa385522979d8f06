// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <glint/studio/batch/case_result.hpp>

namespace glint::studio::detail {

/// Returns a JSON object with all members of the result. Numbers that JSON cannot represent become
/// strings.
nlohmann::ordered_json to_json(const CaseResult& result);

}  // namespace glint::studio::detail
