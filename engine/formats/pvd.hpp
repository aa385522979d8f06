// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace glint {

/// A time series of files, which ParaView opens as one data set through a `.pvd` file in the same
/// folder.
class PvdSeries {
public:
    /// Continues an existing series: preserves its entries before `first_step`. Starts a new series
    /// if the file cannot be read.
    PvdSeries(std::filesystem::path path, std::uint64_t first_step);

    /// Adds a file, after removing the entries for this step and later ones, and writes the series.
    /// `name` is the file's name in the same folder, NAME-000600.vti, without characters that are
    /// special in XML. Throws Error(io).
    void add(std::uint64_t step, double time, const std::string& name);

private:
    friend void cut_series(const std::filesystem::path& path, std::uint64_t end);

    struct Entry {
        std::uint64_t step;
        std::string line;
    };
    void write() const;

    std::filesystem::path path_;
    std::vector<Entry> entries_;
};

/// Removes step `end` and later steps from the series at `path`. Removes the series itself if it
/// becomes empty. Does nothing if the series does not exist. Throws Error(io).
void cut_series(const std::filesystem::path& path, std::uint64_t end);

}  // namespace glint
