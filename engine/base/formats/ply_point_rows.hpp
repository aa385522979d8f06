// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include <glint/base/formats/point_rows.hpp>

namespace glint {

/// The vertices of a text `.ply` that are not one in each line: words may stand on any lines, and
/// rows may have lists. All of them are in memory.
class PlyPointRows final : public PointRows {
public:
    /// Throws as read_ply() does, but takes numbers of any value.
    explicit PlyPointRows(const std::filesystem::path& path);

    void start(std::vector<Wanted> wanted) override;
    bool next(PointBlock& block) override;
    double progress() const noexcept override;

private:
    void sample();

    std::vector<std::vector<double>> numbers_;  // of each column
    std::vector<Wanted> wanted_;
    std::uint64_t done_ = 0;
};

}  // namespace glint
