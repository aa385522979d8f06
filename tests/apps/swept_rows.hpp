// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <glint/base/files.hpp>
#include <glint/base/text.hpp>

namespace glint::test {

/// Expects that the table of a sweep has `cases` rows without a failure, and that the monitors of
/// the first and last rows differ, because the swept parameter has an effect.
inline void expect_swept(const std::filesystem::path& folder, std::size_t cases) {
    const std::string table = read_text(folder / "table.csv");
    std::vector<std::vector<std::string_view>> rows;
    for (const std::string_view line : text::split(table, '\n'))
        if (!line.empty()) rows.push_back(text::split(line, ','));
    ASSERT_EQ(rows.size(), cases + 1) << table;
    const std::size_t columns = rows.front().size(), status = columns - 3;
    const auto monitors = [&](const std::vector<std::string_view>& row) {
        return std::vector<std::string_view>(row.begin() + 2,
                                             row.begin() + static_cast<std::ptrdiff_t>(status));
    };
    ASSERT_GT(status, 2u) << "no monitors: " << table;
    for (std::size_t i = 1; i < rows.size(); ++i) {
        ASSERT_EQ(rows[i].size(), columns) << table;
        EXPECT_EQ(rows[i][status], "0") << table;
    }
    EXPECT_NE(monitors(rows[1]), monitors(rows.back())) << table;
}

}  // namespace glint::test
