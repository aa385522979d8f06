// SPDX-License-Identifier: MIT
// The start page without its window.
#include <apps/glint/start_page.hpp>

#include <set>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <apps/catalog.hpp>
#include <apps/glint/start_focus.hpp>
#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <glint/formats/png.hpp>
#include <glint/studio/keep/run_record.hpp>
#include <support/contains.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;
using Action = StartChoice::Action;

std::vector<std::string> names_of(const std::vector<RecentRun>& runs) {
    std::vector<std::string> names;
    for (const RecentRun& run : runs) names.push_back(run.folder.filename().string());
    return names;
}

class StartPages : public testing::Test {
protected:
    void write(const std::string& name, const std::string& text) {
        fs::create_directories((folder() / name).parent_path());
        folder_.write(name, text);
    }
    void write_run(const std::string& name, const std::string& started, std::uint64_t steps) {
        studio::RunRecord record{.glint = "0.1.0",
                                 .arguments = {"pond.cu"},
                                 .directory = folder(),
                                 .file = folder() / "pond.cu",
                                 .code_hash = "0",
                                 .device_kind = "cpu",
                                 .device = "CPU",
                                 .started = started};
        if (steps > 0) record.ended = started;
        if (steps > 0) record.status = 0;
        record.steps = steps;
        write(fmt::format("runs/{}/run.json", name), studio::to_json(record));
    }
    const fs::path& folder() const { return folder_.path(); }

    test::TemporaryFolder folder_;
};

TEST_F(StartPages, HaveATileAndThumbnailPerCatalogEntry) {
    const StartPage page = read_start_page(folder());
    std::set<std::string> names;
    for (const StartTile& tile : page.tiles) {
        names.insert(tile.name);
        EXPECT_FALSE(tile.title.empty()) << tile.name;
        ASSERT_FALSE(tile.thumbnail.empty()) << "apps/thumbnails has no picture of " << tile.name;
        const Picture picture = read_png(tile.thumbnail);
        EXPECT_EQ(picture.width, 320u) << tile.name;
        EXPECT_EQ(picture.height, 180u) << tile.name;
    }
    for (const Entry& entry : catalog()) EXPECT_TRUE(names.contains(entry.name)) << entry.name;
    EXPECT_TRUE(page.runs.empty());
    EXPECT_TRUE(page.files.empty());
}

TEST_F(StartPages, HaveSmallThumbnails) {
    std::uintmax_t bytes = 0;
    for (const auto& entry : fs::directory_iterator(resource("apps/thumbnails")))
        bytes += fs::file_size(entry);
    EXPECT_LT(bytes, 1'000'000u);
}

TEST_F(StartPages, ListTheNewestRecordedRuns) {
    write_run("pond-0001", "2026-03-05T12:30:59Z", 600);
    write_run("pond-0002", "2026-03-07T12:30:59Z", 0);
    write_run("life-0001", "2026-03-06T12:30:59Z", 1);
    write("runs/notes/readme.txt", "not a run");
    write("runs/broken-0001/run.json", "{");
    write("runs/pond-0001/events.jsonl", "");
    write("runs/pond-0001/code.cu", "");
    write("runs/pond-0001/checkpoint-000300.npz", "");
    write("runs/pond-0001/checkpoint-000600.npz", "");
    const std::vector<RecentRun> runs = recent_runs(folder(), 8);
    EXPECT_EQ(names_of(runs), (std::vector<std::string>{"pond-0002", "life-0001", "pond-0001"}));
    EXPECT_EQ(names_of(recent_runs(folder(), 2)),
              (std::vector<std::string>{"pond-0002", "life-0001"}));
    ASSERT_EQ(runs.size(), 3u);
    EXPECT_FALSE(runs[0].has_ended);
    EXPECT_FALSE(runs[0].has_log);
    EXPECT_EQ(runs[0].checkpoint, std::nullopt);
    EXPECT_TRUE(runs[2].has_ended);
    EXPECT_TRUE(runs[2].has_log);
    EXPECT_EQ(runs[2].steps, 600u);
    EXPECT_EQ(runs[2].checkpoint, 600u);
    EXPECT_EQ(runs[2].simulation, "pond");
}

TEST_F(StartPages, ListTheSimulationsOfTheFolder) {
    for (const char* name : {"b.cu", "a.cu", "a.cuh", "a.txt"}) write(name, "");
    fs::create_directory(folder() / "folder.cu");
    EXPECT_EQ(read_start_page(folder()).files,
              (std::vector<fs::path>{folder() / "a.cu", folder() / "b.cu"}));
}

TEST_F(StartPages, OpenFilesByTypeAndRefuseMissingFiles) {
    write("pond.cu", "");
    write("scan.nrrd", "");
    const std::string pond = (folder() / "pond.cu").string();
    const std::string scan = (folder() / "scan.nrrd").string();
    EXPECT_EQ(choice_for_file("  " + pond + " "), (StartChoice{Action::run, pond}));
    EXPECT_EQ(choice_for_file(scan), (StartChoice{Action::view, scan}));
    EXPECT_EQ(command_of(choice_for_file(scan)), "glint view " + scan);
    EXPECT_EQ(command_of({Action::resume, "runs/a"}), "glint resume runs/a");
    test::expect_error(ErrorCode::not_found, "the file does not exist",
                       [] { (void)choice_for_file("none.cu"); });
    test::expect_error(ErrorCode::not_found, "the path is empty. Enter a path",
                       [] { (void)choice_for_file(" "); });
}

TEST(StartPageAges, AreShownAsText) {
    const std::string started = "2026-03-05T12:30:00Z";
    constexpr std::int64_t kThen = 1772713800;
    const auto age = [&](std::int64_t seconds) { return age_text(started, kThen + seconds); };
    EXPECT_EQ(age(-5), "just now");
    EXPECT_EQ(age(59), "just now");
    EXPECT_EQ(age(60), "1 minute ago");
    EXPECT_EQ(age(3599), "59 minutes ago");
    EXPECT_EQ(age(7200), "2 hours ago");
    EXPECT_EQ(age(24 * 3600), "1 day ago");
    EXPECT_EQ(age(40 * 24 * 3600), "2026-03-05");
    EXPECT_EQ(age_text("soon", kThen), "");
    EXPECT_EQ(age_text("2026-99-05T12:30:00Z", kThen), "");
}

// The items are a toolbar, two rows of tiles (the second with only one tile), and a column on the
// right.
TEST(StartPageFocus, MovesToTheNearestItemInArrowDirection) {
    const std::vector<ItemBox> items{{300, 0, 340, 10}, {0, 20, 100, 80},   {110, 20, 210, 80},
                                     {0, 90, 100, 150}, {300, 20, 340, 30}, {300, 40, 340, 50}};
    EXPECT_EQ(item_toward(items, 1, Arrow::right), 2u);
    EXPECT_EQ(item_toward(items, 2, Arrow::left), 1u);
    EXPECT_EQ(item_toward(items, 1, Arrow::down), 3u);
    EXPECT_EQ(item_toward(items, 2, Arrow::down), 3u) << "the last row is shorter";
    EXPECT_EQ(item_toward(items, 3, Arrow::up), 1u);
    EXPECT_EQ(item_toward(items, 2, Arrow::right), 5u) << "the row nearest to its middle";
    EXPECT_EQ(item_toward(items, 5, Arrow::left), 2u);
    EXPECT_EQ(item_toward(items, 4, Arrow::up), 0u);
    EXPECT_EQ(item_toward(items, 1, Arrow::left), 1u) << "nothing is there";
    EXPECT_EQ(item_toward({}, 0, Arrow::left), 0u);
}

TEST_F(StartPages, PrintTextWithoutADisplay) {
    write("work/mine.cu", "");
    const test::Outcome outcome = test::start_glint(folder(), "");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err, "");
    for (const Entry& entry : catalog())
        EXPECT_TRUE(test::contains(outcome.out, fmt::format("\n  {} ", entry.name))) << entry.name;
    for (const char* line : {"\n  mine.cu\n", "\n  glint run NAME ", "\n  glint new NAME ",
                             "\n  glint view FILE ", "\n  glint --help "})
        EXPECT_TRUE(test::contains(outcome.out, line)) << line;
}

TEST_F(StartPages, PrintTextIfNoWindowOpens) {
    const test::Outcome outcome = test::start_glint(folder(), "", "DISPLAY=:9876");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_TRUE(test::contains(outcome.err,
                               "glint: warning: cannot open the start page: cannot open a "
                               "window: X11: "))
        << outcome.err;
    EXPECT_TRUE(test::contains(outcome.out, "\n  glint run NAME "));
}

}  // namespace
}  // namespace glint::apps
