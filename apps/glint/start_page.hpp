// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace glint::apps {

/// A catalog simulation on the start page.
struct StartTile {
    std::string name;                 ///< "gray_scott"
    std::string title;                ///< "Gray-Scott"
    std::string help;                 ///< one line; may be empty
    std::filesystem::path thumbnail;  ///< a PNG; empty if there is none
};

/// A run that left a record.
struct RecentRun {
    std::filesystem::path folder;  ///< "runs/pond-0003"
    std::string simulation;        ///< "pond"
    std::string started;           ///< "2026-03-05T12:30:59Z"
    std::uint64_t steps = 0;       ///< number of steps at the end of the run
    bool has_ended = false;        ///< false while it runs, and after a crash
    bool has_log = false;          ///< needed to replay the run
    /// Step of the last checkpoint, from which the run can resume.
    std::optional<std::uint64_t> checkpoint{};
};

/// All content of the start page.
struct StartPage {
    std::vector<StartTile> tiles;
    std::vector<RecentRun> runs;               ///< newest first
    std::vector<std::filesystem::path> files;  ///< .cu files of the current folder, sorted by name
};

/// A choice that the user has made on the start page.
struct StartChoice {
    enum class Action { run, view, resume, replay };
    Action action = Action::run;
    std::string what;  ///< a name, a file or the folder of a run

    friend bool operator==(const StartChoice&, const StartChoice&) = default;
};

/// Maximum number of runs on the page.
inline constexpr std::size_t kMaxRecentRuns = 8;

/// Reads the catalog with its thumbnails, and the runs and files in `folder` (empty: the current
/// one). Paths begin with `folder`.
StartPage read_start_page(const std::filesystem::path& folder = {});

/// The runs in FOLDER/runs that have a record, newest first.
std::vector<RecentRun> recent_runs(const std::filesystem::path& folder, std::size_t at_most);

/// Returns the choice that opens a file the user names: .cu files run, other files are viewed.
/// Throws Error(not_found) if the file does not exist.
StartChoice choice_for_file(std::string_view path);

/// The equivalent command line, such as "glint run pond".
std::string command_of(const StartChoice& choice);

/// The time from `started`, formatted as in RunRecord, to `now` in words: "5 minutes ago". Empty if
/// `started` is not a time.
std::string age_text(const std::string& started, std::int64_t now_unix_seconds);

/// The start page as text for a terminal: the simulations, and the first commands to try.
std::string start_text(const StartPage& page);

}  // namespace glint::apps
