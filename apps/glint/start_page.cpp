// SPDX-License-Identifier: MIT
#include <apps/glint/start_page.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/declaration/read_declaration.hpp>
#include <glint/studio/keep/run_folder.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSourceExtension = ".cu";

fs::path thumbnail_of(const std::string& name) try {
    return resource(fmt::format("apps/thumbnails/{}.png", name));
} catch (const Error&) {
    return {};
}

StartTile tile_of(const Entry& entry) {
    const auto declaration =
        studio::read_annotations(entry.file.string(), read_text(entry.file)).declaration;
    return {.name = entry.name,
            .title = declaration.title,
            .help = declaration.help,
            .thumbnail = thumbnail_of(entry.name)};
}

std::vector<fs::path> entries_of(const fs::path& folder) {
    std::vector<fs::path> paths;
    std::error_code ignored;
    for (fs::directory_iterator at(folder, ignored), end; at != end && !ignored;
         at.increment(ignored))
        paths.push_back(at->path());
    return paths;
}

std::vector<fs::path> simulations_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const fs::path& path : entries_of(folder.empty() ? "." : folder)) {
        std::error_code absent;
        if (path.extension() == kSourceExtension && fs::is_regular_file(path, absent))
            files.push_back(folder / path.filename());
    }
    std::ranges::sort(files);
    return files;
}

RecentRun recent_run(const fs::path& folder, const studio::RunRecord& record) {
    RecentRun run{.folder = folder,
                  .simulation = record.file.stem().string(),
                  .started = record.started,
                  .steps = record.steps,
                  .has_ended = record.status.has_value()};
    std::error_code absent;
    run.has_log = fs::exists(folder / studio::kLogFile, absent) &&
                  fs::exists(folder / studio::kTextFile, absent);
    if (const auto checkpoints = studio::checkpoints_in(folder); !checkpoints.empty())
        run.checkpoint = studio::checkpoint_step(checkpoints.back().filename().string());
    return run;
}

std::string tile_line(const StartTile& tile) {
    return fmt::format("  {:<17} {}{}{}\n", tile.name, tile.title, tile.help.empty() ? "" : ": ",
                       tile.help);
}

}  // namespace

std::vector<RecentRun> recent_runs(const fs::path& folder, std::size_t at_most) {
    std::vector<RecentRun> runs;
    for (const fs::path& path : entries_of(folder / "runs"))
        if (const auto record = studio::find_record(path))
            runs.push_back(recent_run(path, *record));
    std::ranges::sort(runs, [](const RecentRun& a, const RecentRun& b) {
        return a.started != b.started ? a.started > b.started : a.folder > b.folder;
    });
    if (runs.size() > at_most) runs.resize(at_most);
    return runs;
}

StartPage read_start_page(const fs::path& folder) {
    StartPage page{
        .tiles = {}, .runs = recent_runs(folder, kMaxRecentRuns), .files = simulations_in(folder)};
    std::ranges::transform(catalog(), std::back_inserter(page.tiles), tile_of);
    return page;
}

StartChoice choice_for_file(std::string_view text) {
    const fs::path file(text::trim(text));
    if (file.empty())
        throw Error(ErrorCode::not_found, "open a file", "the path is empty. Enter a path");
    std::error_code absent;
    if (!fs::exists(file, absent))
        throw Error(ErrorCode::not_found, fmt::format("open '{}'", file.string()),
                    "the file does not exist");
    const bool is_simulation = file.extension() == kSourceExtension;
    return {.action = is_simulation ? StartChoice::Action::run : StartChoice::Action::view,
            .what = file.string()};
}

std::string command_of(const StartChoice& choice) {
    constexpr std::array kVerbs{"run", "view", "resume", "replay"};
    return fmt::format("glint {} {}", kVerbs[static_cast<std::size_t>(choice.action)], choice.what);
}

std::string age_text(const std::string& started, std::int64_t now) {
    int year = 0;
    unsigned month = 0, day = 0;
    int hour = 0, minute = 0, second = 0;
    if (std::sscanf(started.c_str(), "%d-%u-%uT%d:%d:%dZ", &year, &month, &day, &hour, &minute,
                    &second) != 6)
        return {};
    const std::chrono::year_month_day date{std::chrono::year(year), std::chrono::month(month),
                                           std::chrono::day(day)};
    if (!date.ok()) return {};
    const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
    const std::int64_t then = ((days * 24 + hour) * 60 + minute) * 60 + second;
    const auto minutes = static_cast<std::size_t>(std::max<std::int64_t>(now - then, 0) / 60);
    if (minutes < 1) return "just now";
    if (minutes < 60) return text::counted(minutes, "minute") + " ago";
    if (minutes < 24 * 60) return text::counted(minutes / 60, "hour") + " ago";
    if (minutes < 30 * 24 * 60) return text::counted(minutes / (24 * 60), "day") + " ago";
    return started.substr(0, started.find('T'));
}

std::string start_text(const StartPage& page) {
    std::string text = "Simulations:\n";
    for (const StartTile& tile : page.tiles) text += tile_line(tile);
    if (!page.files.empty()) text += "\nSimulations in this folder:\n";
    for (const fs::path& file : page.files) text += fmt::format("  {}\n", file.string());
    if (!page.runs.empty()) text += "\nRecent runs:\n";
    for (const RecentRun& run : page.runs) text += fmt::format("  {}\n", run.folder.string());
    text +=
        "\n"
        "  glint run NAME      run a simulation; without a display it writes images\n"
        "  glint new NAME      create a new simulation from a template\n"
        "  glint view FILE     view a data file: an array, image, volume, mesh or point cloud\n"
        "  glint replay RUN    recompute a recorded run from its log\n"
        "  glint --help        list all commands\n"
        "\n"
        "With a display, glint opens its start page in a window.\n";
    return text;
}

}  // namespace glint::apps
