// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/studio/batch/contact_sheet.hpp>
#include <glint/studio/batch/sweep.hpp>

namespace glint::studio {

/// The sheet of a sweep's pictures. With two axes that have several values, and none sampled, the
/// first goes down and the second across; else the cases follow each other, their values below.
/// Very small pictures have no values below. Of more than 10,000 cases it has the first 10,000.
ContactSheet sheet_of(const Cases& cases, const std::vector<std::optional<CaseResult>>& results,
                      const CaseFolders& folder, const std::string& title);

/// A page with the same pictures, which it takes from the cases' folders, and the table, which a
/// click on its head sorts, with small curves of the monitors in time.
std::string contact_page(const Cases& cases, const std::vector<std::optional<CaseResult>>& results,
                         const CaseFolders& folder, const std::string& title);

/// Writes table.csv, contact.png and contact.html into the sweep's folder. Throws Error(io).
void write_sweep_pages(const Cases& cases, const std::vector<std::optional<CaseResult>>& results,
                       const CaseFolders& folder, const std::string& title);

}  // namespace glint::studio
