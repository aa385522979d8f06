// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <glint/studio/batch/case_result.hpp>

namespace glint::studio::detail {

/// Everything in it by name; numbers that JSON does not have are texts.
nlohmann::ordered_json to_json(const CaseResult& result);

}  // namespace glint::studio::detail
