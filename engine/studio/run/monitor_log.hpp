// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// The range that a monitor has to stay in.
struct Limit {
    std::size_t derived = 0;  ///< the monitor's index in the declaration
    double low = 0;
    double high = 0;
    std::string given{};  ///< as the command line has it; empty for what the file declares
};

/// Those that the file declares, and those of `texts`, "Mass=0.9..1.1", by the monitor's label or
/// its function's name; the latter replace the former. Throws Error(invalid_argument) and
/// Error(not_found).
std::vector<Limit> limits_of(const Declaration& declaration, const std::vector<std::string>& texts);

/// The first of the limits that a monitor is outside of; nothing if all are within. No number is
/// outside of every range.
const Limit* find_left(const std::vector<Limit>& limits,
                       const std::vector<std::optional<double>>& values);

/// "'Mass' is 0.85 at step 40, outside of 0.9..1.1", for the first that was left; nothing if none
/// was.
std::optional<std::string> left_limits(const Declaration& declaration,
                                       const std::vector<Limit>& limits,
                                       const std::vector<std::optional<double>>& values,
                                       std::uint64_t step);

/// A table of monitors in a CSV file: the columns `step`, `time`, and one for each monitor by its
/// function's name. A row is on disk once `add` returns, and no step has two. The columns stay when
/// the file that declares the monitors changes: those that are gone are empty.
class MonitorLog {
public:
    /// With `behind`, keeps the rows that the file has up to this step, and continues after them.
    /// Leaves the file as it is until begin(). Throws Error(io) if it cannot be written, and
    /// Error(bad_input) if it has other columns.
    MonitorLog(const std::filesystem::path& file, const Declaration& declaration,
               std::optional<std::uint64_t> behind = std::nullopt);
    MonitorLog(MonitorLog&&) noexcept;
    ~MonitorLog();

    /// Writes the table's first rows in place of the file, unless that was done. Throws Error(io).
    void begin();
    /// Begins, and adds a row, unless the last one is of this step. A step before that comes where
    /// the run went back, by a reset or in time: the rows from it on are gone then. Throws
    /// Error(io).
    void add(const Step& now, const Declaration& declaration,
             const std::vector<std::optional<double>>& values);

private:
    void open();

    std::filesystem::path file_;
    std::string header_ = "step,time";
    std::unique_ptr<std::ofstream> out_;
    std::vector<std::string> functions_;
    std::optional<std::string> table_;  ///< its first rows, until they are in the file
    std::optional<std::uint64_t> last_;
};

}  // namespace glint::studio
