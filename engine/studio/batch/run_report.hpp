// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <glint/studio/batch/case_result.hpp>

namespace glint::studio {

/// What a headless run came to, for programs.
struct RunReport {
    CaseResult result{};
    std::vector<std::pair<std::string, std::string>> probes{};  ///< "level[12,40]" and value_text()
    std::vector<std::filesystem::path> files{};                 ///< that were written
};

/// As JSON: what the result has, `probes` by their texts, and `files`. Elements are numbers,
/// vectors are arrays; structs, and numbers that JSON does not have, are texts.
std::string report_text(const RunReport& report);

}  // namespace glint::studio
