// SPDX-License-Identifier: MIT
// Contents of recordings.
#include <apps/recorded.hpp>
#include <support/backends.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

TEST_F(RecordedVideos, HaveOneImageForEverySecondFrame) {
    const Outcome outcome =
        start_glint(folder_.path(), arguments("--frames 61 --every 20 --out out --record x.mp4"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "wrote x.mp4: 30 images, 1 s\n")) << outcome.out;
    const std::vector<Picture> pictures = decoded(made("x.mp4"));
    ASSERT_EQ(pictures.size(), 30u);
    for (const unsigned frame : {20u, 40u, 60u}) {
        const Picture image = read_png(made(fmt::format("out/moving-{:06}.png", frame)));
        std::size_t nearest = 0;
        for (std::size_t i = 0; i < pictures.size(); ++i)
            if (difference(pictures[i], image) < difference(pictures[nearest], image)) nearest = i;
        EXPECT_EQ(nearest + 1, frame / 2);
        // Compression changes thin lines of text the most.
        EXPECT_LT(difference(pictures[nearest], image), 2.0);
    }
}

TEST_F(RecordedVideos, AreGifs) {
    const Outcome outcome = start_glint(
        folder_.path(), arguments("--frames 60 --every 30 --out out --record x.gif --fps 20"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "wrote x.gif: 20 images, 1 s\n")) << outcome.out;
    const std::vector<Picture> pictures = decoded(made("x.gif"));
    ASSERT_EQ(pictures.size(), 20u);
    EXPECT_LT(difference(pictures[9], read_png(made("out/moving-000030.png"))), 2.0);
    EXPECT_GT(difference(pictures[8], read_png(made("out/moving-000030.png"))), 2.0);
}

TEST_F(RecordedRuns, WriteFoldersOfImages) {
    for (const std::string& device : backend_names()) {
        const Outcome outcome = start_glint(
            folder_.path(),
            arguments(fmt::format("--frames 24 --every 6 --out out-{0} --record {0}/all --fps 10",
                                  device),
                      "320x180", device),
            "PATH=/nowhere");
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_TRUE(contains(outcome.out, fmt::format("wrote {}/all: 4 images, 0.4 s\n", device)))
            << outcome.out;
        for (unsigned i = 1; i <= 4; ++i)
            EXPECT_EQ(read_png(made(fmt::format("{}/all/frame-{:06}.png", device, i))).rgba,
                      read_png(made(fmt::format("out-{}/moving-{:06}.png", device, 6 * i))).rgba);
        EXPECT_EQ(std::distance(fs::directory_iterator(made(device + "/all")), {}), 4);
        const Outcome again = run(fmt::format("--record {}/all", device));
        EXPECT_EQ(again.status, 2);
        EXPECT_EQ(
            again.err,
            fmt::format(
                "glint: cannot record '{}/all': the folder contains images of another recording "
                "(frame-000001.png). Use a different folder, or remove these images\n",
                device));
    }
}

TEST_F(RecordedVideos, ArePaddedToAnEvenSize) {
    const Outcome outcome = start_glint(
        folder_.path(), arguments("--every 4 --frames 4 --out out --record odd.mp4", "321x181"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::vector<Picture> pictures = decoded(made("odd.mp4"), 322, 182);
    ASSERT_EQ(pictures.size(), 2u);
    const Picture image = read_png(made("out/moving-000004.png"));
    double sum = 0;
    for (unsigned y = 0; y < 181; ++y)
        for (unsigned x = 0; x < 321; ++x)
            sum += std::abs(pixel(pictures[1], x, y)[1] - pixel(image, x, y)[1]);
    EXPECT_LT(sum / (321 * 181), 2.0);
}

TEST_F(RecordedRuns, InvalidRequestsAreRefusedBeforeTheRun) {
    const auto refused = [&](const std::string& more, int status, const std::string& reason,
                             const std::string& environment = "") {
        const Outcome outcome = run(more, environment);
        EXPECT_EQ(outcome.status, status) << more;
        EXPECT_EQ(outcome.err, "glint: " + reason + "\n");
        EXPECT_EQ(outcome.out, "");
    };
    refused("--record x.mp4", 1,
            "cannot record 'x.mp4': ffmpeg was not found. Install the package 'ffmpeg', or record "
            "PNG files to a folder",
            "PATH=/nowhere");
    refused("--record x.mp4", 1,
            "cannot record 'x.mp4': $GLINT_FFMPEG is '/nowhere/ffmpeg', which cannot be executed: "
            "No such file or directory",
            "GLINT_FFMPEG=/nowhere/ffmpeg");
    refused("--record x.webm", 2,
            "cannot record 'x.webm': the extension '.webm' is neither .mp4 nor .gif. For a folder "
            "of PNG files, write no extension or a trailing '/'");
    refused("--fps 10", 2, "--fps: requires --record");
    refused("--path-seconds 2", 2, "--path-seconds: requires --camera-path");
    refused("--record x.gif --fps 60", 2,
            "cannot record 'x.gif': a GIF can have at most 50 images per second");
    refused("--record x.mp4 --fps 25", 2,
            "--fps: '25' is not a supported frame rate. Use one of 60, 30, 20, 15, 12, 10, 6, 5, "
            "4, 3, 2, 1");
    refused("--record /dev/null/x.mp4", 2,
            "cannot record '/dev/null/x.mp4': '/dev/null' is not a folder");
    fs::create_directory(made("taken.mp4"));
    refused("--record taken.mp4", 2, "cannot record 'taken.mp4': the path is a folder");
    EXPECT_FALSE(fs::exists(made("x.mp4")));
}

TEST_F(RecordedRuns, ReadOnlyFoldersAreRefused) {
    fs::permissions(folder_.path(), fs::perms(0755));
    fs::create_directories(made("locked"));
    fs::permissions(made("locked"), fs::perms(0555));
    // Root can write anywhere, so the test runs as another user.
    const std::string other = geteuid() == 0 ? "setpriv --reuid 65534 --clear-groups" : "";
    const auto refused = [&](const std::string& file) {
        const Outcome outcome = run("--record " + file, other);
        EXPECT_EQ(outcome.status, 2);
        EXPECT_EQ(
            outcome.err,
            fmt::format(
                "glint: cannot record '{}': folder '{}' is not writable (Permission denied)\n",
                file, made("locked").string()));
    };
    refused("locked/x.mp4");
    refused("locked/pictures");
}

TEST_F(RecordedVideos, ReportThatTheyAreTooShort) {
    const Outcome outcome = run("--frames 1 --record x.mp4");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(
        outcome.err, "'x.mp4' was not written, because the run was too short for even one image\n"))
        << outcome.err;
    EXPECT_FALSE(fs::exists(made("x.mp4")));
}

TEST_F(RecordedRuns, FollowPathsOfCameras) {
    folder_.write("moving.bookmarks.toml",
                  "[1.plane]\ncentre = [80.0, 45.0]\nunits_per_px = 0.5\n"
                  "[2.plane]\ncentre = [40.0, 20.0]\nunits_per_px = 0.1\n");
    const auto image = [&](const std::string& more) {
        const Outcome outcome =
            start_glint(folder_.path(), arguments("--every 30 --out out " + more));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        // The camera path determines the length of the run.
        EXPECT_EQ(outcome.out, "wrote out/moving-000030.png\n");
        return read_png(made("out/moving-000030.png"));
    };
    const Picture end = image("--camera-path 1,2 --path-seconds 0.5");
    EXPECT_EQ(end.rgba, image("--camera-path 2,2 --path-seconds 0.5").rgba);
    EXPECT_NE(end.rgba, image("--camera-path 2,1 --path-seconds 0.5").rgba);
    EXPECT_EQ(image("--camera-path 2,1 --path-seconds 0.5").rgba, image("--frames 30").rgba);
    const Outcome unknown = run("--camera-path 1,3");
    EXPECT_EQ(unknown.status, 2);
    EXPECT_EQ(unknown.err,
              "glint: --camera-path: bookmark 3 not found. The saved bookmarks are: 1, 2. To save "
              "a bookmark, press Ctrl and a digit in the window\n");
    const Outcome wrong = run("--camera-path 1,x");
    EXPECT_EQ(wrong.err,
              "glint: --camera-path: '1,x' is not a list of bookmark numbers such as 1,2,3\n");
}

// Together, the two parts have the same pictures as an uninterrupted recording.
TEST_F(RecordedRuns, ContinueInANewFile) {
    const Outcome whole = run("--frames 12 --record whole --fps 30");
    ASSERT_EQ(whole.status, 0) << whole.err;
    const Outcome begun =
        run("--frames 5 --out begun --checkpoint-every 5 --record begun/pictures --fps 30");
    ASSERT_EQ(begun.status, 0) << begun.err;
    const Outcome resumed = start_glint(folder_.path(), "resume begun --frames 7");
    ASSERT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_TRUE(contains(resumed.out, "pictures-2: 4 images, 0.1333 s\n"))
        << resumed.out << resumed.err;
    for (unsigned i = 1; i <= 6; ++i)
        EXPECT_EQ(read_png(made(fmt::format("whole/frame-{:06}.png", i))).rgba,
                  read_png(made(i <= 2 ? fmt::format("begun/pictures/frame-{:06}.png", i)
                                       : fmt::format("begun/pictures-2/frame-{:06}.png", i - 2)))
                      .rgba)
            << i;
}

TEST_F(RecordedWindows, HaveOneImagePerNSteps) {
    const Outcome outcome =
        start_glint(folder_.path(), windowed("--frames 150 --record x.mp4 --probe steps[0,0]"),
                    fmt::format("DISPLAY={}", std::getenv("DISPLAY")));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::size_t steps = number_in(outcome.out, "steps.0,0. = ([0-9]+)");
    ASSERT_GE(steps, 8u);
    const std::vector<Picture> pictures = decoded(made("x.mp4"));
    EXPECT_EQ(pictures.size(), steps / 2);
    EXPECT_EQ(number_in(outcome.out, "wrote x.mp4: ([0-9]+) images"), steps / 2);
    // The recorded pictures equal those of a headless run: picture i shows step 2 i, without a
    // panel.
    const Outcome headless =
        start_glint(folder_.path(), arguments("--frames 8 --every 4 --out out"));
    ASSERT_EQ(headless.status, 0) << headless.err;
    for (const unsigned step : {4u, 8u})
        EXPECT_LT(difference(pictures.at(step / 2 - 1),
                             read_png(made(fmt::format("out/moving-{:06}.png", step)))),
                  2.0)
            << step;
}

}  // namespace
}  // namespace glint::test
