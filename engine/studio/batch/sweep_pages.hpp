// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/studio/batch/detail/contact_sheet.hpp>
#include <glint/studio/batch/sweep.hpp>

namespace glint::studio {

/// Returns the contact sheet of a sweep's pictures. If exactly two axes have several values and
/// neither axis is sampled, rows show the values of the first axis, and columns show the values of
/// the second axis. Otherwise the sheet shows the cases in order, with their values below the
/// pictures unless the pictures are very small. Shows at most the first 10,000 cases.
ContactSheet sheet_of(const Cases& cases, const std::vector<std::optional<CaseResult>>& results,
                      const CaseFolders& folder, const std::string& title);

/// Returns an HTML page with the pictures of the contact sheet, which the page loads from the
/// cases' folders, and with a table of results. Clicking a column header sorts the table. Small
/// curves in the table show the monitors over time.
std::string contact_page(const Cases& cases, const std::vector<std::optional<CaseResult>>& results,
                         const CaseFolders& folder, const std::string& title);

/// Writes table.csv, contact.png and contact.html into the sweep's folder. Throws Error(io).
void write_sweep_pages(const Cases& cases, const std::vector<std::optional<CaseResult>>& results,
                       const CaseFolders& folder, const std::string& title);

}  // namespace glint::studio
