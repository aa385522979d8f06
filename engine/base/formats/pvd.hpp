// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace glint {

/// A series of files in time, which ParaView opens as one: a `.pvd` that lies beside them.
class PvdSeries {
public:
    /// Goes on with the series that lies there, as far as its steps are before `first_step`; one
    /// that cannot be read is begun anew.
    PvdSeries(std::filesystem::path path, std::uint64_t first_step);

    /// Adds a file, in place of those of this step or later ones, and writes the series anew.
    /// `name` is the file's in the
    /// same folder, NAME-000600.vti, and has no letters that XML has a meaning for. Throws
    /// Error(io).
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

/// Drops the files of step `end` and later ones from the series at `path`, and removes the series
/// if none is left. Nothing happens if there is no series. Throws Error(io).
void cut_series(const std::filesystem::path& path, std::uint64_t end);

}  // namespace glint
