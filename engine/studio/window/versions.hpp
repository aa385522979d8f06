// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glint::studio {

/// How many lines a text has that another lacks, and the other way round.
struct LineChanges {
    std::size_t added = 0;
    std::size_t removed = 0;

    friend bool operator==(const LineChanges&, const LineChanges&) = default;
};

/// As few as turn `before` into `after`; of texts with some thousand lines each that differ almost
/// everywhere, an estimate that does not look at the lines' order.
LineChanges changed_lines(std::string_view before, std::string_view after);

/// A text that a file had in this run, and that was in use.
struct Version {
    std::string text;
    std::chrono::system_clock::time_point since;  ///< when it was first used
    LineChanges changes{};                        ///< against the version before it
};

/// The versions of a file that one run has used, in the order of their first use.
class Versions {
public:
    using Time = std::chrono::system_clock::time_point;

    Versions(std::string text, Time now);

    /// Makes this text the version in use: an earlier one if one has it, else a new one.
    void use(std::string_view text, Time now);

    std::span<const Version> all() const noexcept { return all_; }
    std::size_t current() const noexcept { return current_; }

private:
    std::vector<Version> all_;
    std::size_t current_ = 0;
};

/// "2  14:05:09  +3 -1", by the local time of day; `index` counts from 0, the text from 1.
std::string to_string(const Version& version, std::size_t index);

}  // namespace glint::studio
