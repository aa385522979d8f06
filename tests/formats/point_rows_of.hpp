// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <glint/formats/point_rows.hpp>

#include "bytes.hpp"

namespace glint::test {

using Rows = std::vector<std::vector<float>>;

inline std::vector<std::string> names_of(const PointRows& rows) {
    std::vector<std::string> names;
    for (const PointColumn& column : rows.columns()) names.push_back(column.name);
    return names;
}

struct All {
    std::vector<std::vector<float>> columns;
    RowFaults faults;
    std::size_t blocks = 0;
};

inline All read_all(PointRows& rows) {
    std::vector<PointRows::Wanted> wanted;
    for (std::size_t i = 0; i < rows.columns().size(); ++i) wanted.push_back({.column = i});
    All all;
    all.columns.resize(wanted.size());
    rows.start(wanted);
    for (PointBlock block; rows.next(block); ++all.blocks)
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            EXPECT_EQ(block.columns[i].size(), block.rows);
            all.columns[i].insert(all.columns[i].end(), block.columns[i].begin(),
                                  block.columns[i].end());
        }
    EXPECT_EQ(rows.progress(), 1.0);
    for (const auto& column : all.columns) EXPECT_EQ(column.size(), rows.count());
    all.faults = rows.faults();
    return all;
}

class PointRowsOf : public testing::Test {
protected:
    std::unique_ptr<PointRows> open(const std::string& name, const std::string& content) const {
        return open_point_rows(folder_.write(name, content));
    }
    void expect(const std::string& name, const std::string& content,
                const std::vector<std::string>& names, const Rows& columns) const {
        const auto rows = open(name, content);
        EXPECT_EQ(names_of(*rows), names);
        EXPECT_EQ(read_all(*rows).columns, columns);
        EXPECT_EQ(read_all(*rows).columns, columns) << "the second time";
        EXPECT_EQ(rows->faults().rows, 0u) << rows->faults().first;
    }

    TemporaryFolder folder_;
};

}  // namespace glint::test
