// SPDX-License-Identifier: MIT
// Files that remain after recordings fail.
#include <apps/own_disk.hpp>
#include <apps/recorded.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

TEST_F(RecordedVideos, WaitForASlowEncoderAndReportTheTime) {
    const fs::path slow = folder_.write("slow", "#!/bin/sh\nsleep 1\nexec ffmpeg \"$@\"\n");
    fs::permissions(slow, fs::perms(0755));
    const Outcome outcome =
        run("--frames 60 --fps 60 --record x.mp4", "GLINT_FFMPEG=" + slow.string());
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(decoded(made("x.mp4")).size(), 60u);
    std::smatch found;
    ASSERT_TRUE(
        std::regex_search(outcome.err, found, std::regex("the run waited ([0-9.]+) s for x.mp4\n")))
        << outcome.err;
    EXPECT_GT(std::stod(found[1]), 0.5);
}

TEST_F(RecordedRuns, EndWithTheErrorOfTheEncoder) {
    const Outcome outcome = run("--frames 100000 --record x.mp4", "GLINT_FFMPEG=/bin/false");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(contains(
        outcome.err,
        "glint: cannot record 'x.mp4': false ended with status 1. 'x.mp4' contains none of the "))
        << outcome.err;
    EXPECT_TRUE(contains(outcome.err, " steps in ")) << outcome.err;
}

// An existing video with the same name does not belong to this recording.
TEST_F(RecordedRuns, ReportTheirFailureIfOtherFilesAreMissing) {
    fs::create_directory(made(""));
    folder_.write("work/x.mp4", "a video of yesterday");
    const Outcome outcome = run("--frames 1000 --record x.mp4 --result r.json",
                                "GLINT_FFMPEG=/bin/false TMPDIR=/nowhere");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(contains(outcome.err, "'x.mp4' contains none of the ")) << outcome.err;
    EXPECT_TRUE(contains(read_text(made("r.json")), "\"status\": 1")) << outcome.err;
    const fs::path half = folder_.write("half", "#!/bin/sh\nhead -c 100000 >x.mp4\nexit 5\n");
    fs::permissions(half, fs::perms::owner_all);
    const Outcome some = run("--frames 1000 --record x.mp4 --result s.json",
                             fmt::format("GLINT_FFMPEG={} TMPDIR=/nowhere", half.string()));
    EXPECT_EQ(some.status, 1);
    EXPECT_TRUE(contains(
        some.err, "half ended with status 5. 'x.mp4' is incomplete. It is unknown how many of "))
        << some.err;
    EXPECT_TRUE(contains(read_text(made("s.json")), "\"status\": 1")) << some.err;
}

TEST_F(RecordedVideos, AreCompleteWhenInterrupted) {
    for (const int signal : {SIGINT, SIGTERM}) {
        fs::remove(made("x.mp4"));
        const Started started(folder_.path(), arguments("--frames 1000000 --every 0 --set noise=1 "
                                                        "--record x.mp4"));
        wait_for_bytes("x.mp4", 10'000);
        started.send_to_group(signal);  // must not reach the encoder
        const Outcome outcome = started.wait();
        EXPECT_EQ(outcome.status, 130) << outcome.err;
        EXPECT_EQ(decoded(made("x.mp4")).size(),
                  number_in(outcome.out, "wrote x.mp4: ([0-9]+) images"));
        const std::size_t frames = number_in(outcome.err, "interrupted at step ([0-9]+)");
        EXPECT_EQ(number_in(outcome.out, "wrote x.mp4: ([0-9]+) images"), frames / 2);
    }
}

TEST_F(RecordedVideos, ArePlayableWhenKilled) {
    const Started started(folder_.path(), arguments("--frames 1000000 --every 0 --set noise=1 "
                                                    "--record x.mp4"));
    wait_for_bytes("x.mp4", 2'000'000);
    started.send(SIGKILL);
    EXPECT_EQ(started.wait().status, 128 + SIGKILL);
    // Waits for the encoder, which reads to the end of its input and completes the file.
    std::size_t before = 0, pictures = 0;
    for (int i = 0; i < 100 && (pictures == 0 || pictures != before); ++i) {
        before = pictures;
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        pictures = decoded(made("x.mp4")).size();
    }
    EXPECT_GT(pictures, 10u);
}

/// Child processes of `process`.
std::vector<pid_t> children_of(pid_t process) {
    std::vector<pid_t> children;
    for (const auto& entry : fs::directory_iterator("/proc")) {
        std::ifstream stat(entry.path() / "stat");
        std::string text;
        if (!std::getline(stat, text)) continue;
        int parent = 0, child = std::atoi(text.c_str());
        char state = 0;
        if (std::sscanf(text.c_str() + text.rfind(')') + 1, " %c %d", &state, &parent) == 2 &&
            parent == process)
            children.push_back(child);
    }
    return children;
}

TEST_F(RecordedVideos, ReportMissingFramesWhenTheEncoderIsKilled) {
    const Started started(folder_.path(), arguments("--frames 1000000 --every 0 --set noise=1 "
                                                    "--record x.mp4 --probe level[0,0]"));
    wait_for_bytes("x.mp4", 2'000'000);
    for (const pid_t child : children_of(started.process())) kill(child, SIGKILL);
    const Outcome outcome = started.wait();
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_TRUE(contains(outcome.err,
                         "glint: cannot record 'x.mp4': ffmpeg was ended by signal 9 (Killed). "
                         "'x.mp4' contains the first "))
        << outcome.err;
    const std::size_t kept = number_in(outcome.err, "contains the first ([0-9]+) of [0-9]+ images");
    EXPECT_EQ(decoded(made("x.mp4")).size(), kept);
    EXPECT_GT(kept, 10u);
    EXPECT_LT(kept, number_in(outcome.err, "contains the first [0-9]+ of ([0-9]+) images"));
    EXPECT_TRUE(contains(outcome.err, fmt::format("(frames 2 to {})", 2 * kept))) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "level[0,0] = ")) << outcome.out;  // nothing else was lost
}

TEST_F(RecordedVideos, ReportCompleteFramesWhenTheDiskIsFull) {
    const auto outcome = run_on_own_disk(
        folder_.path(), arguments("--frames 1000000 --every 0 --set noise=1 --record small/x.mp4"));
    if (!outcome) GTEST_SKIP() << "mount: namespaces are not allowed here";
    EXPECT_EQ(outcome->status, 1) << outcome->err;
    EXPECT_TRUE(
        contains(outcome->err, "glint: cannot record 'small/x.mp4': ffmpeg ended with status 1: "))
        << outcome->err;
    EXPECT_TRUE(
        contains(outcome->err, "No space left on device. 'small/x.mp4' contains the first "))
        << outcome->err;
    const std::size_t kept =
        number_in(outcome->err, "contains the first ([0-9]+) of [0-9]+ images");
    EXPECT_EQ(decoded(made("kept/x.mp4")).size(), kept);
}

TEST_F(RecordedRuns, KeepCompleteImagesWhenTheDiskIsFull) {
    const auto outcome = run_on_own_disk(
        folder_.path(), arguments("--frames 1000000 --every 0 --set noise=1 --record small/all"));
    if (!outcome) GTEST_SKIP() << "mount: namespaces are not allowed here";
    EXPECT_EQ(outcome->status, 1) << outcome->err;
    EXPECT_TRUE(contains(outcome->err, "No space left on device. 'small/all' contains the first "))
        << outcome->err;
    const std::size_t kept =
        number_in(outcome->err, "contains the first ([0-9]+) of [0-9]+ images");
    EXPECT_GT(kept, 1u);
    for (std::size_t i = 1; i <= kept; ++i)
        EXPECT_EQ(read_png(made(fmt::format("kept/all/frame-{:06}.png", i))).width, kWidth);
    EXPECT_FALSE(fs::exists(made(fmt::format("kept/all/frame-{:06}.png", kept + 1))));
}

TEST_F(RecordedRuns, KeepCompleteImagesWhenTheFolderBecomesReadOnly) {
    const auto outcome = run_on_own_disk(
        folder_.path(), arguments("--frames 1000000 --every 0 --record small/all"),
        {.size_kb = 100'000, .meanwhile = read_only_once("small/all/frame-000005.png")});
    if (!outcome) GTEST_SKIP() << "mount: namespaces are not allowed here";
    EXPECT_EQ(outcome->status, 1) << outcome->err;
    EXPECT_TRUE(contains(outcome->err, "Read-only file system. 'small/all' contains the first "))
        << outcome->err;
    const std::size_t kept =
        number_in(outcome->err, "contains the first ([0-9]+) of [0-9]+ images");
    EXPECT_GE(kept, 5u);
    EXPECT_EQ(read_png(made(fmt::format("kept/all/frame-{:06}.png", kept))).width, kWidth);
    EXPECT_FALSE(fs::exists(made(fmt::format("kept/all/frame-{:06}.png", kept + 1))));
}

TEST_F(RecordedVideos, ReportEmptyVideosWhenTheDiskWasFull) {
    fs::create_directory(made(""));
    fs::create_symlink("/dev/full", made("x.mp4"));
    const Outcome outcome = run("--frames 100000 --record x.mp4 --set noise=1");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "No space left on device. 'x.mp4' contains none of the "))
        << outcome.err;
}

TEST_F(RecordedVideos, AreCompleteWhenTheRunEndsEarly) {
    std::string broken = kMoving;
    broken.replace(broken.find("++steps[i];"), 11, "if (step == 11) level[i] /= 0;\n++steps[i];");
    folder_.write("moving.cu", broken);
    const Outcome outcome = run("--frames 100 --record x.mp4 --fps 60 --check-every 1");
    EXPECT_EQ(outcome.status, 3) << outcome.err;
    EXPECT_EQ(outcome.out, "wrote x.mp4: 12 images, 0.2 s\n");
    EXPECT_EQ(decoded(made("x.mp4")).size(), 12u);
}

/// Path of the EGL library loaded in this process.
std::string own_egl() {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (contains(line, "/libEGL.so")) return line.substr(line.find('/'));
    ADD_FAILURE() << "this process has no EGL";
    return {};
}

// The reset status is queried twice during the drawing checks, and once per picture.
TEST_F(RecordedVideos, OmitFramesOfALostContext) {
    const Outcome outcome = run(
        "--frames 40 --record x.mp4",
        fmt::format("LD_LIBRARY_PATH={}:$LD_LIBRARY_PATH GLINT_TEST_EGL={} GLINT_TEST_RESET_AT=8",
                    GLINT_RESETTING_EGL, own_egl()));
    EXPECT_EQ(outcome.status, 4) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "wrote x.mp4: 5 images, ")) << outcome.out << outcome.err;
    EXPECT_EQ(decoded(made("x.mp4")).size(), 5u);
}

TEST_F(RecordedWindows, AreCompleteWhenTheWindowIsClosed) {
    const Started started(folder_.path(), windowed("--record x.mp4 --set noise=1"), true);
    wait_for_bytes("x.mp4", 10'000);
    if (std::system("xdotool mousemove 300 160 sleep 0.1 key Escape") != 0) {
        started.send(SIGKILL);
        started.wait();
        GTEST_SKIP() << "window: no xdotool";
    }
    const Outcome outcome = started.wait();
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(decoded(made("x.mp4")).size(),
              number_in(outcome.out, "wrote x.mp4: ([0-9]+) images"));
}

TEST_F(RecordedWindows, ContinueWhenTheEncoderIsKilled) {
    const Started started(folder_.path(), windowed("--record x.mp4 --set noise=1 --monitors m.csv"),
                          true);
    wait_for_bytes("x.mp4", 10'000);
    for (const pid_t child : children_of(started.process())) kill(child, SIGKILL);
    started.wait_for("err.txt", 1);
    const auto rows = [&] { return std::ranges::count(read_text(made("m.csv")), '\n'); };
    started.wait_for("work/m.csv", rows() + 5);
    started.send(SIGTERM);
    const Outcome outcome = started.wait();
    EXPECT_EQ(outcome.status, 130) << outcome.err;
    EXPECT_TRUE(
        contains(outcome.err, "glint: error: cannot record 'x.mp4': ffmpeg was ended by signal 9"))
        << outcome.err;
    EXPECT_EQ(decoded(made("x.mp4")).size(),
              number_in(outcome.err, "contains the first ([0-9]+) of [0-9]+ images"));
}

}  // namespace
}  // namespace glint::test
