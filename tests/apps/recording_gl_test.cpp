// Recordings of runs: what is in them, and what is left of them when something goes wrong.
#include <cmath>
#include <fstream>
#include <regex>

#include <apps/running.hpp>
#include <base/scratch.hpp>
#include <gl/headless.hpp>
#include <gl/virtual_display.hpp>
#include <glint/base/formats/png.hpp>
#include <glint/base/run_program.hpp>
#include <glint/base/text.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

// A bar that moves by two cells in each step, or noise, which no video makes small.
const char* const kMoving = R"(#include <glint/sim.cuh>
//@ simulation "Moving"
struct Params {
    bool noise = false;  //@ "Noise"
    int work = 0;        //@ 0..1000000 "Work"
};
struct Grid {            //@ 160 x 90
    float* level;        //@ 0..1 "Level" as grey
    int* steps;
};
//@ step
__global__ void shift(int width, int height, int step, Params params, float* level, int* steps) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    const float away = c.x - 2.0f * step;
    level[i] = params.noise ? glint::uniform3(i, step, 7).x : expf(-away * away / 40);
    for (int k = 0; k < params.work; ++k) level[i] = sinf(level[i]);
    ++steps[i];
}
)";

constexpr unsigned kWidth = 320, kHeight = 180;

/// The mean difference of the pictures' colours, of 255.
double difference(const Picture& picture, const Picture& other) {
    double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < picture.rgba.size(); ++i) {
        if (i % 4 == 3) continue;
        sum += std::abs(int{picture.rgba[i]} - int{other.rgba[i]});
        ++count;
    }
    return sum / static_cast<double>(count);
}

class RecordedRuns : public OnContext {
protected:
    void SetUp() override {
        OnContext::SetUp();
        if (IsSkipped()) return;
        if (!find_program("ffmpeg")) GTEST_SKIP() << "ffmpeg: it is not installed";
        folder_.write("moving.cu", kMoving);
    }
    std::string arguments(const std::string& more, const std::string& size = "320x180") const {
        return fmt::format("run {}/moving.cu --headless --device cpu --size {} {}",
                           folder_.path().string(), size, more);
    }
    Outcome run(const std::string& more, const std::string& environment = "") {
        return start_glint(folder_.path(), arguments("--every 0 " + more), environment);
    }
    fs::path made(const std::string& name) const { return folder_.path() / "work" / name; }

    /// All pictures of a video, as ffmpeg decodes them. It may end in the middle.
    std::vector<Picture> decoded(const fs::path& video, unsigned width = kWidth,
                                 unsigned height = kHeight) const {
        const fs::path raw = folder_.path() / "decoded.raw";
        (void)std::system(
            fmt::format("ffmpeg -v quiet -nostdin -y -i '{}' -f rawvideo -pix_fmt rgba '{}'",
                        video.string(), raw.string())
                .c_str());
        std::vector<Picture> pictures;
        std::error_code absent;
        if (!fs::exists(raw, absent)) return pictures;
        const std::string bytes = read_text(raw);
        const std::size_t size = std::size_t{4} * width * height;
        EXPECT_EQ(bytes.size() % size, 0u) << video;
        for (std::size_t at = 0; at + size <= bytes.size(); at += size)
            pictures.push_back({width,
                                height,
                                {bytes.begin() + static_cast<std::ptrdiff_t>(at),
                                 bytes.begin() + static_cast<std::ptrdiff_t>(at + size)}});
        fs::remove(raw);
        return pictures;
    }
    /// The number that the text has in place of `(\d+)`.
    static std::size_t number_in(const std::string& text, const std::string& pattern) {
        std::smatch found;
        if (std::regex_search(text, found, std::regex(pattern))) return std::stoul(found[1]);
        ADD_FAILURE() << "no '" << pattern << "' in:\n" << text;
        return 0;
    }
    /// Waits until a file has so many bytes, for a minute at most.
    void wait_for_bytes(const std::string& name, std::size_t bytes) const {
        for (int i = 0; i < 6000; ++i) {
            std::error_code absent;
            if (fs::exists(made(name), absent) && fs::file_size(made(name), absent) >= bytes)
                return;
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        ADD_FAILURE() << name << " does not grow to " << bytes << " bytes";
    }

    TemporaryFolder folder_;
};

TEST_F(RecordedRuns, AreVideosWithAPictureForEachSecondFrame) {
    const Outcome outcome =
        start_glint(folder_.path(), arguments("--frames 61 --every 20 --out out --record x.mp4"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "wrote x.mp4: 30 pictures, 1 s\n")) << outcome.out;
    const std::vector<Picture> pictures = decoded(made("x.mp4"));
    ASSERT_EQ(pictures.size(), 30u);
    for (const unsigned frame : {20u, 40u, 60u}) {
        const Picture image = read_png(made(fmt::format("out/moving-{:06}.png", frame)));
        std::size_t nearest = 0;
        for (std::size_t i = 0; i < pictures.size(); ++i)
            if (difference(pictures[i], image) < difference(pictures[nearest], image)) nearest = i;
        EXPECT_EQ(nearest + 1, frame / 2);
        // The text's thin lines lose most.
        EXPECT_LT(difference(pictures[nearest], image), 2.0);
    }
}

TEST_F(RecordedRuns, AreGifs) {
    const Outcome outcome = start_glint(
        folder_.path(), arguments("--frames 60 --every 30 --out out --record x.gif --fps 20"));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "wrote x.gif: 20 pictures, 1 s\n")) << outcome.out;
    const std::vector<Picture> pictures = decoded(made("x.gif"));
    ASSERT_EQ(pictures.size(), 20u);
    EXPECT_LT(difference(pictures[9], read_png(made("out/moving-000030.png"))), 2.0);
    EXPECT_GT(difference(pictures[8], read_png(made("out/moving-000030.png"))), 2.0);
}

TEST_F(RecordedRuns, AreFoldersOfPictures) {
    const Outcome outcome =
        start_glint(folder_.path(),
                    arguments("--frames 24 --every 6 --out out --record deep/pictures --fps 10"),
                    "PATH=/nowhere");
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "wrote deep/pictures: 4 pictures, 0.4 s\n")) << outcome.out;
    for (unsigned i = 1; i <= 4; ++i)
        EXPECT_EQ(read_png(made(fmt::format("deep/pictures/frame-{:06}.png", i))).rgba,
                  read_png(made(fmt::format("out/moving-{:06}.png", 6 * i))).rgba);
    EXPECT_EQ(std::distance(fs::directory_iterator(made("deep/pictures")), {}), 4);
    const Outcome again = run("--record deep/pictures");
    EXPECT_EQ(again.status, 2);
    EXPECT_EQ(again.err,
              "glint: record 'deep/pictures': it has the pictures of another recording "
              "(frame-000001.png): name another folder, or remove them\n");
}

TEST_F(RecordedRuns, GetAnEvenSizeByARowAndAColumn) {
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

TEST_F(RecordedRuns, AreRefusedBeforeTheyStart) {
    const auto refused = [&](const std::string& more, int status, const std::string& reason,
                             const std::string& environment = "") {
        const Outcome outcome = run(more, environment);
        EXPECT_EQ(outcome.status, status) << more;
        EXPECT_EQ(outcome.err, "glint: " + reason + "\n");
        EXPECT_EQ(outcome.out, "");
    };
    refused("--record x.mp4", 1,
            "record 'x.mp4': there is no ffmpeg, which encodes it: install the package 'ffmpeg', "
            "or name a folder, which gets PNGs without it",
            "PATH=/nowhere");
    refused("--record x.mp4", 1,
            "record 'x.mp4': $GLINT_FFMPEG is '/nowhere/ffmpeg', which is no program: No such file "
            "or directory",
            "GLINT_FFMPEG=/nowhere/ffmpeg");
    refused("--record x.webm", 2,
            "record 'x.webm': '.webm' is neither .mp4 nor .gif; a folder for PNGs has no ending, "
            "or ends in '/'");
    refused("--record x.gif --fps 60", 2, "record 'x.gif': a GIF has at most 50 pictures a second");
    refused("--record x.mp4 --fps 25", 2,
            "--fps: '25' is none of 60, 30, 20, 15, 12, 10, 6, 5, 4, 3, 2, 1: 60 frames for each "
            "second of watched time are a whole number of pictures");
    refused("--record /dev/null/x.mp4", 2, "record '/dev/null/x.mp4': '/dev/null' is no folder");
    fs::create_directory(made("taken.mp4"));
    refused("--record taken.mp4", 2, "record 'taken.mp4': it is a folder");
    EXPECT_FALSE(fs::exists(made("x.mp4")));
}

TEST_F(RecordedRuns, AreRefusedWhereNothingMayBeWritten) {
    fs::permissions(folder_.path(), fs::perms(0755));
    fs::create_directories(made("locked"));
    fs::permissions(made("locked"), fs::perms(0555));
    // Root may write anywhere.
    const std::string other = geteuid() == 0 ? "setpriv --reuid 65534 --clear-groups" : "";
    const auto refused = [&](const std::string& file) {
        const Outcome outcome = run("--record " + file, other);
        EXPECT_EQ(outcome.status, 2);
        EXPECT_EQ(outcome.err, fmt::format("glint: record '{}': '{}': Permission denied\n", file,
                                           made("locked").string()));
    };
    refused("locked/x.mp4");
    refused("locked/pictures");
}

TEST_F(RecordedRuns, WaitForASlowEncoderAndSayHowLong) {
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

TEST_F(RecordedRuns, EndWithTheEncodersWords) {
    const Outcome outcome = run("--frames 100000 --record x.mp4", "GLINT_FFMPEG=/bin/false");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_TRUE(contains(outcome.err,
                         "glint: record 'x.mp4': false ended with status 1; 'x.mp4' "
                         "has no picture of "))
        << outcome.err;
    EXPECT_TRUE(contains(outcome.err, " steps in ")) << outcome.err;
}

TEST_F(RecordedRuns, AreCompleteWhenInterrupted) {
    for (const int signal : {SIGINT, SIGTERM}) {
        fs::remove(made("x.mp4"));
        const Started started(folder_.path(), arguments("--frames 1000000 --every 0 --set noise=1 "
                                                        "--record x.mp4"));
        wait_for_bytes("x.mp4", 10'000);
        started.send_to_group(signal);  // which the encoder must not get
        const Outcome outcome = started.wait();
        EXPECT_EQ(outcome.status, 130) << outcome.err;
        EXPECT_EQ(decoded(made("x.mp4")).size(),
                  number_in(outcome.out, "wrote x.mp4: ([0-9]+) pictures"));
        const std::size_t frames = number_in(outcome.err, "interrupted at step ([0-9]+)");
        EXPECT_EQ(number_in(outcome.out, "wrote x.mp4: ([0-9]+) pictures"), frames / 2);
    }
}

TEST_F(RecordedRuns, ArePlayableWhenKilled) {
    const Started started(folder_.path(), arguments("--frames 1000000 --every 0 --set noise=1 "
                                                    "--record x.mp4"));
    wait_for_bytes("x.mp4", 2'000'000);
    started.send(SIGKILL);
    EXPECT_EQ(started.wait().status, 128 + SIGKILL);
    // The encoder finds the end of its pipe and completes the file.
    std::size_t before = 0, pictures = 0;
    for (int i = 0; i < 100 && (pictures == 0 || pictures != before); ++i) {
        before = pictures;
        std::this_thread::sleep_for(std::chrono::milliseconds(300));
        pictures = decoded(made("x.mp4")).size();
    }
    EXPECT_GT(pictures, 10u);
}

/// The processes that another one started.
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

TEST_F(RecordedRuns, SayWhatIsMissingWhenTheEncoderIsKilled) {
    const Started started(folder_.path(), arguments("--frames 1000000 --every 0 --set noise=1 "
                                                    "--record x.mp4 --probe level[0,0]"));
    wait_for_bytes("x.mp4", 2'000'000);
    for (const pid_t child : children_of(started.process())) kill(child, SIGKILL);
    const Outcome outcome = started.wait();
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_TRUE(contains(outcome.err,
                         "glint: record 'x.mp4': ffmpeg was ended by signal 9 (Killed)"
                         "; 'x.mp4' has the first "))
        << outcome.err;
    const std::size_t kept = number_in(outcome.err, "has the first ([0-9]+) of [0-9]+ pictures");
    EXPECT_EQ(decoded(made("x.mp4")).size(), kept);
    EXPECT_GT(kept, 10u);
    EXPECT_LT(kept, number_in(outcome.err, "has the first [0-9]+ of ([0-9]+) pictures"));
    EXPECT_TRUE(contains(outcome.err, fmt::format("(frames 2 to {})", 2 * kept))) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "level[0,0] = ")) << outcome.out;  // nothing else is lost
}

/// Runs glint where `small` in the folder "work" is a file system of 400 kB; what is in that
/// afterwards is in `kept` then. Nothing if the system does not allow it.
std::optional<Outcome> run_on_small_disk(const fs::path& folder, const std::string& arguments) {
    const std::string unshare = geteuid() == 0 ? "unshare -m" : "unshare -rm";
    if (std::system((unshare + " mount -t tmpfs none /mnt 2>/dev/null").c_str()) != 0)
        return std::nullopt;
    fs::create_directories(folder / "work/small");
    const fs::path script = folder / "on_small_disk";
    std::ofstream(script) << fmt::format(
        "mount -t tmpfs -o size=400k none small || exit 99\n"
        "'{}' \"$@\"; status=$?\ncp -r small kept\nexit $status\n",
        GLINT_PROGRAM);
    return start_program("/bin/sh", folder, script.string() + " " + arguments, unshare);
}

TEST_F(RecordedRuns, SayWhatIsThereWhenTheDiskIsFull) {
    const auto outcome = run_on_small_disk(
        folder_.path(), arguments("--frames 1000000 --every 0 --set noise=1 --record small/x.mp4"));
    if (!outcome) GTEST_SKIP() << "mount: namespaces are not allowed here";
    EXPECT_EQ(outcome->status, 1) << outcome->err;
    EXPECT_TRUE(contains(outcome->err, "glint: record 'small/x.mp4': ffmpeg ended with status 1: "))
        << outcome->err;
    EXPECT_TRUE(contains(outcome->err, "No space left on device; 'small/x.mp4' has the first "))
        << outcome->err;
    const std::size_t kept = number_in(outcome->err, "has the first ([0-9]+) of [0-9]+ pictures");
    EXPECT_EQ(decoded(made("kept/x.mp4")).size(), kept);
}

TEST_F(RecordedRuns, KeepWholePicturesWhenTheDiskIsFull) {
    const auto outcome = run_on_small_disk(
        folder_.path(), arguments("--frames 1000000 --every 0 --set noise=1 --record small/all"));
    if (!outcome) GTEST_SKIP() << "mount: namespaces are not allowed here";
    EXPECT_EQ(outcome->status, 1) << outcome->err;
    EXPECT_TRUE(contains(outcome->err, "No space left on device; 'small/all' has the first "))
        << outcome->err;
    const std::size_t kept = number_in(outcome->err, "has the first ([0-9]+) of [0-9]+ pictures");
    EXPECT_GT(kept, 1u);
    for (std::size_t i = 1; i <= kept; ++i)
        EXPECT_EQ(read_png(made(fmt::format("kept/all/frame-{:06}.png", i))).width, kWidth);
    EXPECT_FALSE(fs::exists(made(fmt::format("kept/all/frame-{:06}.png", kept + 1))));
}

TEST_F(RecordedRuns, SayThatNothingIsThereWhenTheDiskWasFull) {
    fs::create_directory(made(""));
    fs::create_symlink("/dev/full", made("x.mp4"));
    const Outcome outcome = run("--frames 100000 --record x.mp4 --set noise=1");
    EXPECT_EQ(outcome.status, 1) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "No space left on device; 'x.mp4' has no picture of "))
        << outcome.err;
}

TEST_F(RecordedRuns, SayWhenTheyAreTooShort) {
    const Outcome outcome = run("--frames 1 --record x.mp4");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.err,
                         "record 'x.mp4': the run was too short for a picture, and nothing was "
                         "written\n"))
        << outcome.err;
    EXPECT_FALSE(fs::exists(made("x.mp4")));
}

TEST_F(RecordedRuns, AreCompleteWhenARunEndsByItself) {
    std::string broken = kMoving;
    broken.replace(broken.find("++steps[i];"), 11, "if (step == 11) level[i] /= 0;\n++steps[i];");
    folder_.write("moving.cu", broken);
    const Outcome outcome = run("--frames 100 --record x.mp4 --fps 60 --check-every 1");
    EXPECT_EQ(outcome.status, 3) << outcome.err;
    EXPECT_EQ(outcome.out, "wrote x.mp4: 12 pictures, 0.2 s\n");
    EXPECT_EQ(decoded(made("x.mp4")).size(), 12u);
}

/// The path of the EGL library that this process draws with.
std::string own_egl() {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (contains(line, "/libEGL.so")) return line.substr(line.find('/'));
    ADD_FAILURE() << "this process has no EGL";
    return {};
}

// A context is asked twice when the ways of drawing are checked, and with each picture.
TEST_F(RecordedRuns, HaveNoPictureOfALostContext) {
    const Outcome outcome = run(
        "--frames 40 --record x.mp4",
        fmt::format("LD_LIBRARY_PATH={}:$LD_LIBRARY_PATH GLINT_TEST_EGL={} GLINT_TEST_RESET_AT=8",
                    GLINT_RESETTING_EGL, own_egl()));
    EXPECT_EQ(outcome.status, 4) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "wrote x.mp4: 5 pictures, ")) << outcome.out << outcome.err;
    EXPECT_EQ(decoded(made("x.mp4")).size(), 5u);
}

TEST_F(RecordedRuns, FollowPathsOfCameras) {
    folder_.write("moving.bookmarks.toml",
                  "[1.plane]\ncentre = [80.0, 45.0]\nunits_per_px = 0.5\n"
                  "[2.plane]\ncentre = [40.0, 20.0]\nunits_per_px = 0.1\n");
    const auto image = [&](const std::string& more) {
        const Outcome outcome =
            start_glint(folder_.path(), arguments("--every 30 --out out " + more));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        EXPECT_EQ(outcome.out, "wrote out/moving-000030.png\n");  // as long as the path
        return read_png(made("out/moving-000030.png"));
    };
    const Picture end = image("--camera-path 1,2 --path-seconds 0.5");
    EXPECT_EQ(end.rgba, image("--camera-path 2,2 --path-seconds 0.5").rgba);
    EXPECT_NE(end.rgba, image("--camera-path 2,1 --path-seconds 0.5").rgba);
    EXPECT_EQ(image("--camera-path 2,1 --path-seconds 0.5").rgba, image("--frames 30").rgba);
    const Outcome unknown = run("--camera-path 1,3");
    EXPECT_EQ(unknown.status, 2);
    EXPECT_EQ(unknown.err,
              "glint: --camera-path: there is no bookmark 3, but 1, 2; in the window Ctrl and its "
              "digit keep one\n");
    const Outcome wrong = run("--camera-path 1,x");
    EXPECT_EQ(wrong.err, "glint: --camera-path: '1,x' is not of bookmarks, as in 1,2,3\n");
}

// Pictures of the second part are of the frames that they would have been of.
TEST_F(RecordedRuns, GoOnInAFileOfTheirOwn) {
    const Outcome whole = run("--frames 12 --record whole --fps 30");
    ASSERT_EQ(whole.status, 0) << whole.err;
    const Outcome begun =
        run("--frames 5 --out begun --checkpoint-every 5 --record pictures --fps 30");
    ASSERT_EQ(begun.status, 0) << begun.err;
    const Outcome resumed = start_glint(folder_.path(), "resume begun --frames 7");
    ASSERT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_TRUE(contains(resumed.out, "pictures-2: 4 pictures, 0.1333 s\n")) << resumed.out;
    for (unsigned i = 1; i <= 6; ++i)
        EXPECT_EQ(read_png(made(fmt::format("whole/frame-{:06}.png", i))).rgba,
                  read_png(made(i <= 2 ? fmt::format("pictures/frame-{:06}.png", i)
                                       : fmt::format("pictures-2/frame-{:06}.png", i - 2)))
                      .rgba)
            << i;
}

class RecordedWindows : public RecordedRuns {
protected:
    void SetUp() override {
        RecordedRuns::SetUp();
        if (IsSkipped()) return;
        display_ = VirtualDisplay::start();
        if (!display_) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
    }
    std::string windowed(const std::string& more) const {
        return fmt::format("run {}/moving.cu --device cpu --size 320x180 {}",
                           folder_.path().string(), more);
    }

    std::optional<VirtualDisplay> display_;
};

TEST_F(RecordedWindows, HaveThePicturesOfTheirSteps) {
    const Outcome outcome =
        start_glint(folder_.path(), windowed("--frames 150 --record x.mp4 --probe steps[0,0]"),
                    fmt::format("DISPLAY={}", std::getenv("DISPLAY")));
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const std::size_t steps = number_in(outcome.out, "steps.0,0. = ([0-9]+)");
    ASSERT_GE(steps, 8u);
    const std::vector<Picture> pictures = decoded(made("x.mp4"));
    EXPECT_EQ(pictures.size(), steps / 2);
    EXPECT_EQ(number_in(outcome.out, "wrote x.mp4: ([0-9]+) pictures"), steps / 2);
    // They are those of a headless run of the same steps: picture i shows step 2 i, and no panel.
    const Outcome headless =
        start_glint(folder_.path(), arguments("--frames 8 --every 4 --out out"));
    ASSERT_EQ(headless.status, 0) << headless.err;
    for (const unsigned step : {4u, 8u})
        EXPECT_LT(difference(pictures.at(step / 2 - 1),
                             read_png(made(fmt::format("out/moving-{:06}.png", step)))),
                  2.0)
            << step;
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
              number_in(outcome.out, "wrote x.mp4: ([0-9]+) pictures"));
}

TEST_F(RecordedWindows, GoOnWhenTheEncoderIsKilled) {
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
    EXPECT_TRUE(contains(outcome.err, "glint: error: record 'x.mp4': ffmpeg was ended by signal 9"))
        << outcome.err;
    EXPECT_EQ(decoded(made("x.mp4")).size(),
              number_in(outcome.err, "has the first ([0-9]+) of [0-9]+ pictures"));
}

}  // namespace
}  // namespace glint::test
