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

/// A simulation of the catalog on the start page.
struct StartTile {
    std::string name;                 ///< such as "gray_scott"
    std::string title;                ///< such as "Gray-Scott"
    std::string help;                 ///< one line of text; may be empty
    std::filesystem::path thumbnail;  ///< a PNG file; empty if the simulation has none
};

/// A recent run whose folder contains a run record.
struct RecentRun {
    std::filesystem::path folder;  ///< such as "runs/pond-0003"
    std::string simulation;        ///< such as "pond"
    std::string started;           ///< such as "2026-03-05T12:30:59Z"
    std::uint64_t steps = 0;       ///< number of steps at the end of the run
    bool has_ended = false;        ///< false during the run and after a crash
    bool has_log = false;          ///< true if the run can be replayed
    /// Step of the last checkpoint, from which the run can resume; nullopt without a checkpoint.
    std::optional<std::uint64_t> checkpoint{};
};

/// The content of the start page.
struct StartPage {
    std::vector<StartTile> tiles;
    std::vector<RecentRun> runs;               ///< newest first
    std::vector<std::filesystem::path> files;  ///< .cu files of the current folder, sorted by name
};

/// The user's choice on the start page.
struct StartChoice {
    enum class Action { run, view, resume, replay };
    Action action = Action::run;
    std::string what;  ///< name of a simulation, file, or folder of a run

    friend bool operator==(const StartChoice&, const StartChoice&) = default;
};

/// Maximum number of runs on the start page.
inline constexpr std::size_t kMaxRecentRuns = 8;

/// Reads the catalog with its thumbnails, and the runs and files in `folder`. An empty `folder`
/// means the current folder. The paths in the result begin with `folder`.
StartPage read_start_page(const std::filesystem::path& folder = {});

/// Returns at most `at_most` runs in FOLDER/runs that have a record, newest first.
std::vector<RecentRun> recent_runs(const std::filesystem::path& folder, std::size_t at_most);

/// Returns the choice for a file that the user named: to run a .cu file, or to view any other file.
/// Throws Error(not_found) if the file does not exist.
StartChoice choice_for_file(std::string_view path);

/// Returns the equivalent command line, such as "glint run pond".
std::string command_of(const StartChoice& choice);

/// Returns the time since a run started in words, such as "5 minutes ago". `started` has the format
/// of RunRecord::started. Returns "" if `started` is not a time.
std::string age_text(const std::string& started, std::int64_t now_unix_seconds);

/// Returns the start page as text for a terminal: the simulations, and the first commands to try.
std::string start_text(const StartPage& page);

}  // namespace glint::apps
