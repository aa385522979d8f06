// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <vector>

#include <glint/formats/point_rows.hpp>

namespace glint {

/// The vertices of a text `.ply` that does not have one vertex per line: a vertex may span several
/// lines, several vertices may share a line, and vertices may have lists. Memory holds all
/// vertices.
class PlyPointRows final : public PointRows {
public:
    /// Reads the file. Throws what read_ply() throws, but accepts numbers of any value.
    explicit PlyPointRows(const std::filesystem::path& path);

    void start(std::vector<Wanted> wanted) override;
    bool next(PointBlock& block) override;
    double progress() const noexcept override;

private:
    void sample();

    std::vector<std::vector<double>> numbers_;  // the numbers of each column
    std::vector<Wanted> wanted_;
    std::uint64_t done_ = 0;
};

}  // namespace glint
