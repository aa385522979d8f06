// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <glint/studio/batch/case_result.hpp>

namespace glint::studio {

/// Machine-readable report of a headless run.
struct RunReport {
    CaseResult result{};
    std::vector<std::pair<std::string, std::string>> probes{};  ///< request and its value_text()
    std::vector<std::filesystem::path> files{};                 ///< files that the run wrote
};

/// Returns the report as JSON: the members of the result, an object `probes` whose keys are the
/// requested texts, and an array `files`. In `probes`, numbers are JSON numbers, and vectors are
/// arrays. Structs, and numbers that JSON cannot represent, are strings.
std::string report_text(const RunReport& report);

}  // namespace glint::studio
