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

/// The allowed range of a monitor.
struct Limit {
    std::size_t derived = 0;  ///< the monitor's index in the declaration
    double low = 0;
    double high = 0;
    std::string given{};  ///< text from the command line; empty if the file declares the limit
};

/// Returns the limits that the file declares, and those in `texts`. A text such as "Mass=0.9..1.1"
/// begins with the label or the function of a monitor, and replaces the limit that the file
/// declares for this monitor. Throws Error(invalid_argument) for an invalid text, and
/// Error(not_found) for an unknown monitor.
std::vector<Limit> limits_of(const Declaration& declaration, const std::vector<std::string>& texts);

/// Returns the first limit that a monitor violates; nullptr if all monitors are within their
/// limits. NaN violates every limit.
const Limit* find_left(const std::vector<Limit>& limits,
                       const std::vector<std::optional<double>>& values);

/// Describes the first violation of a limit, such as "'Mass' is 0.85 at step 40, outside its limit
/// 0.9..1.1". Returns nullopt if all monitors are within their limits.
std::optional<std::string> left_limits(const Declaration& declaration,
                                       const std::vector<Limit>& limits,
                                       const std::vector<std::optional<double>>& values,
                                       std::uint64_t step);

/// A CSV table of monitors. The columns are `step`, `time`, and one per monitor, named after its
/// function. Each step has at most one row. When add() returns, the operating system has received
/// the row. The columns stay the same when the file that declares the monitors changes; cells of
/// removed monitors are empty.
class MonitorLog {
public:
    /// If `after` is given, the table begins with the rows of the existing file up to this step.
    /// Does not modify the file before begin(). Throws Error(io) if the file cannot be written, and
    /// Error(bad_input) if the existing file has other columns.
    MonitorLog(const std::filesystem::path& file, const Declaration& declaration,
               std::optional<std::uint64_t> after = std::nullopt);
    MonitorLog(MonitorLog&&) noexcept;
    ~MonitorLog();

    /// On the first call, replaces the file with the header and the rows of the existing file up to
    /// the step `after`. Later calls do nothing. Throws Error(io).
    void begin();
    /// Calls begin(), and adds a row unless the last row is already for this step. If the run went
    /// back, so that the last row is for a later step, first removes the rows from this step on.
    /// Throws Error(io).
    void add(const Step& now, const Declaration& declaration,
             const std::vector<std::optional<double>>& values);

private:
    void open();

    std::filesystem::path file_;
    std::string header_ = "step,time";
    std::unique_ptr<std::ofstream> out_;
    std::vector<std::string> functions_;
    std::optional<std::string> table_;  ///< the first rows of the file, until begin() writes them
    std::optional<std::uint64_t> last_;
};

}  // namespace glint::studio
