// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include <glint/base/formats/point_rows.hpp>

namespace glint {

/// The vertices of a text `.ply` whose lines are not one vertex each: rows may span or share lines,
/// and may have lists. All vertices are held in memory.
class PlyPointRows final : public PointRows {
public:
    /// Throws what read_ply() throws, but accepts numbers of any value.
    explicit PlyPointRows(const std::filesystem::path& path);

    void start(std::vector<Wanted> wanted) override;
    bool next(PointBlock& block) override;
    double progress() const noexcept override;

private:
    void sample();

    std::vector<std::vector<double>> numbers_;  // one vector per column
    std::vector<Wanted> wanted_;
    std::uint64_t done_ = 0;
};

}  // namespace glint
