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
    std::vector<std::pair<std::string, std::string>> probes{};  ///< "level[12,40]" and value_text()
    std::vector<std::filesystem::path> files{};                 ///< written by the run
};

/// Returns the report as JSON: the members of the result, `probes` with their texts as keys, and
/// `files`. Numbers are JSON numbers, and vectors are arrays. Structs, and numbers that JSON cannot
/// represent, are strings.
std::string report_text(const RunReport& report);

}  // namespace glint::studio
