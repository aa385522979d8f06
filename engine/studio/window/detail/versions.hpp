// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glint::studio {

/// Numbers of lines that were added and removed between two texts.
struct LineChanges {
    std::size_t added = 0;
    std::size_t removed = 0;

    friend bool operator==(const LineChanges&, const LineChanges&) = default;
};

/// Returns the minimum numbers of changed lines that turn `before` into `after`. For texts with
/// thousands of lines that differ almost everywhere, returns an estimate that ignores the order of
/// lines.
LineChanges changed_lines(std::string_view before, std::string_view after);

/// A version of the file's text that was in use during this run.
struct Version {
    std::string text;
    std::chrono::system_clock::time_point since;  ///< time of its first use
    LineChanges changes{};                        ///< relative to the previous version
};

/// The versions of a file that one run has used, in the order of their first use.
class Versions {
public:
    using Time = std::chrono::system_clock::time_point;

    Versions(std::string text, Time now);

    /// Makes this text the current version. Reuses an earlier version with the same text, or else
    /// adds a new version.
    void use(std::string_view text, Time now);

    std::span<const Version> all() const noexcept { return all_; }
    std::size_t current() const noexcept { return current_; }

private:
    std::vector<Version> all_;
    std::size_t current_ = 0;
};

/// Returns a text such as "2  14:05:09  +3 -1", in local time. It begins with `index` + 1.
std::string to_string(const Version& version, std::size_t index);

}  // namespace glint::studio
