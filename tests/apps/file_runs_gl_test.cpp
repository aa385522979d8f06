// SPDX-License-Identifier: MIT
// How runs of annotated files end: exit statuses, messages, and the files on disk.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

#include <nlohmann/json.hpp>

#include <apps/running.hpp>
#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <gl/headless.hpp>
#include <gl/virtual_display.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/formats/png.hpp>
#include <support/backends.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

const char* const kRisingLevel = R"(#include <glint/sim.cuh>
//@ simulation "Level"
//@ frame 10 steps
struct Params {
    int breaks = 0;  //@ 0..1000 "Breaks at"
    int work = 0;    //@ 0..1000000 "Work"
};
struct Grid {        //@ 40 x 20
    float* level;    //@ 0..100 "Level"
};
//@ step
__global__ void raise(int width, int height, int step, Params params, float* level) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    level[i] += 1;
    for (int k = 0; k < params.work; ++k) level[i] = sinf(level[i]);
    if (step + 1 == params.breaks && c.x == 12 && c.y == 7) level[i] /= 0;
}
//@ max "Highest"
__device__ float highest(float level) { return level; }
)";

class FileRuns : public OnContext {
protected:
    void SetUp() override {
        OnContext::SetUp();
        folder_.write("level.cu", kRisingLevel);
    }
    std::string arguments(const std::string& more) const {
        return fmt::format("run {}/level.cu --headless --device cpu --size 64x36 {}",
                           folder_.path().string(), more);
    }
    Outcome run(const std::string& more) { return start_glint(folder_.path(), arguments(more)); }

    /// Messages of the run, without progress lines and timings.
    static std::vector<std::string> said(const std::string& err) {
        std::vector<std::string> lines;
        for (const std::string_view line : text::split(err, '\n'))
            if (!line.empty() && !contains(line, "frames/s") && !contains(line, "steps/s"))
                lines.emplace_back(line);
        return lines;
    }
    std::vector<std::string> images() const {
        std::vector<std::string> names;
        std::error_code ignored;
        for (const auto& entry :
             fs::directory_iterator(folder_.path() / "work/runs/level-0001", ignored))
            if (entry.path().extension() == ".png")
                names.push_back(entry.path().filename().string());
        std::ranges::sort(names);
        return names;
    }

    TemporaryFolder folder_;
};

using Lines = std::vector<std::string>;

TEST_F(FileRuns, EndWithASummary) {
    const Outcome outcome = run("--frames 4 --every 2 --probe level[3,4]");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(said(outcome.err), Lines{});
    EXPECT_TRUE(contains(outcome.err, "40 steps in ")) << outcome.err;
    EXPECT_EQ(outcome.out,
              "level[3,4] = 40\nwrote runs/level-0001/level-000002.png\nwrote "
              "runs/level-0001/level-000004.png\n");
}

TEST_F(FileRuns, WriteResultsAsJson) {
    const std::string asked = "--every 2 --probe level[3,4] --probe Grid.level[0,0] --json";
    const Outcome outcome = run("--frames 4 --save level " + asked);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    const auto told = nlohmann::json::parse(outcome.out);
    EXPECT_EQ(told.at("status"), 0);
    EXPECT_EQ(told.at("steps"), 40);
    EXPECT_EQ(told.at("monitors"), (nlohmann::json{{"highest", 40.0}}));
    EXPECT_EQ(told.at("probes"), (nlohmann::json{{"level[3,4]", 40}, {"Grid.level[0,0]", 40}}));
    EXPECT_EQ(told.at("files"),
              (Lines{"runs/level-0001/level-000040.npy", "runs/level-0001/level-000002.png",
                     "runs/level-0001/level-000004.png"}));
    const Outcome wrong = run("--frames 8 --set breaks=25 --probe level[12,7] --out bad " + asked);
    EXPECT_EQ(wrong.status, 3);
    const auto reason = nlohmann::json::parse(wrong.out);
    // The run checks the probes at each row of the table of monitors.
    EXPECT_EQ(reason.at("reason"), "'level[12,7]' is inf at step 30");
    EXPECT_EQ(reason.at("probes").at("level[12,7]"), "inf");
}

TEST_F(FileRuns, EndAtANonFiniteElement) {
    // Step 25 is in frame 3; frame 4 is the first frame that is checked.
    const Outcome late = run("--frames 8 --every 4 --set breaks=25 --probe level[12,7]");
    EXPECT_EQ(late.status, 3);
    EXPECT_EQ(said(late.err), Lines{"'level[12,7]' is inf at step 40"});
    EXPECT_EQ(late.out, "level[12,7] = inf\nwrote runs/level-0001/level-000004.png\n");
    const Outcome soon = run("--frames 8 --every 4 --set breaks=25 --check-every 1 --out soon");
    EXPECT_EQ(soon.status, 3);
    EXPECT_EQ(said(soon.err), Lines{"'level[12,7]' is inf at step 25"});
    const Outcome last = run("--frames 8 --every 0 --set breaks=25");
    EXPECT_EQ(last.status, 3);
    EXPECT_EQ(said(last.err), Lines{"'level[12,7]' is inf at step 80"});
    const Outcome off = run("--frames 8 --every 0 --set breaks=25 --check-every 0");
    EXPECT_EQ(off.status, 0);
    EXPECT_EQ(said(off.err), Lines{});
    const Outcome wrong = run("--check-every often");
    EXPECT_EQ(wrong.status, 2);
    EXPECT_EQ(wrong.err, "glint: --check-every: 'often' is not a whole number of steps\n");
}

TEST_F(FileRuns, LimitErrorsNameTheElement) {
    const Outcome outcome =
        run("--frames 8 --every 4 --limit Highest=0..35 --monitors m.csv --probe level[0,0]");
    EXPECT_EQ(outcome.status, 3);
    EXPECT_EQ(said(outcome.err),
              Lines{"'Highest' is 40 at step 40, outside its limit 0..35, at Grid[0,0]"});
    EXPECT_EQ(outcome.out, "level[0,0] = 40\nwrote runs/level-0001/level-000004.png\n");
    EXPECT_EQ(read_text(folder_.path() / "work/m.csv"),
              "step,time,highest\n10,10,10\n20,20,20\n30,30,30\n40,40,40\n");
}

TEST_F(FileRuns, RefuseInputsWithAOneLineMessage) {
    const auto refused = [&](const std::string& input, int status, const std::string& reason) {
        const Outcome outcome = run("--input " + input);
        EXPECT_EQ(outcome.status, status) << outcome.err;
        EXPECT_EQ(outcome.err, "glint: " + reason + "\n");
        EXPECT_EQ(outcome.out, "");
    };
    const std::string none = (folder_.path() / "none").string();
    refused("level=" + none + ".vti", 1,
            "cannot read file '" + none + ".vti': No such file or directory");
    refused(none + ".ply", 1, "cannot read file '" + none + ".ply': No such file or directory");
    refused("levle=none.vti", 2,
            "cannot read input 'levle=none.vti': field not found; did you mean 'level'?");
    refused("level=", 2, "cannot read input 'level=': an input must have the form FIELD=FILE");
    const fs::path table = folder_.write("a.csv", "x,y,z\n1,2,3\n");
    refused(table.string(), 1,
            fmt::format("cannot read input '{0}': the file has the columns x, y, z, but no list "
                        "has fields with these names. To choose a field, write FIELD={0}",
                        table.string()));
}

// Kernels may lack an annotation if there is host code: in glint's own simulations, whether given
// by name or by file, and in files that the user declares to have host code.
TEST_F(FileRuns, AreCheckedWithHostCode) {
    const std::string ending = ". Races were not checked, because host code launches the kernels\n";
    std::string text = kRisingLevel;
    text.replace(text.find("//@ step"), 8, "// by host code");
    folder_.write("own.cu", text);
    const Outcome own = start_glint(folder_.path(), "check ../own.cu");
    EXPECT_EQ(own.status, 1);
    EXPECT_TRUE(contains(own.err, "never runs. Write `//@ step`")) << own.err;
    const Outcome with_host = start_glint(folder_.path(), "check --host ../own.cu");
    EXPECT_EQ(with_host.status, 0) << with_host.err;
    EXPECT_TRUE(with_host.out.ends_with(ending)) << with_host.out;
    for (const std::string& name :
         {std::string("convection"), resource("apps/convection/convection.cu").string()}) {
        const Outcome checked = start_glint(folder_.path(), "check " + name);
        EXPECT_EQ(checked.status, 0) << checked.err;
        EXPECT_TRUE(checked.out.ends_with(ending)) << checked.out;
    }
}

TEST_F(FileRuns, AreCheckedForBothCompilers) {
    const auto check = [&](const std::string& included, const std::string& expression) {
        std::string text = kRisingLevel;
        text.insert(0, included);
        text.replace(text.find("level[i] += 1;"), 14, "level[i] += " + expression + ";");
        folder_.write("checked.cu", text);
        return start_glint(folder_.path(), "check ../checked.cu");
    };
    const Outcome good = check("#include <cstdint>\n#include <limits>\n#include <array>\n",
                               "std::array<int32_t, 2>{1, 2}[1] + (INFINITY > FLT_MAX)");
    EXPECT_EQ(good.status, 0);
    EXPECT_EQ(good.err, "");
    EXPECT_TRUE(contains(good.out, "checked.cu: no errors in 1 structure, ")) << good.out;
    EXPECT_EQ(std::ranges::count(good.out, '\n'), 1);
    EXPECT_EQ(check("#include <cstdint>\n", "uint8_t(1) + (INFINITY > M_PI) + (INT_MAX > 0)").err,
              "");
    const Outcome vector = check("#include <vector>\n#include <random>\n", "1");
    EXPECT_EQ(vector.status, 1);
    EXPECT_EQ(vector.err,
              "../checked.cu:1: kernels cannot include <vector>, which is a host header. Use a "
              "field for data that persists, and std::array otherwise\n");
    if (compiler::nvrtc_version().empty()) return;
    const Outcome uint = check("", "uint(1)");  // only the CPU backend defines uint
    EXPECT_EQ(uint.status, 1);
    EXPECT_TRUE(contains(uint.err, "../checked.cu:16: identifier \"uint\" is undefined"))
        << uint.err;
}

TEST_F(FileRuns, EndAfterTheNextFrameWhenInterrupted) {
    for (const int signal : {SIGINT, SIGTERM}) {
        const TemporaryFolder folder;
        folder.write("level.cu", kRisingLevel);
        const Started started(
            folder.path(),
            fmt::format(
                "run {}/level.cu --headless --device cpu --size 64x36 --frames 1000000 "
                "--every 1000000 --monitors m.csv --probe level[1,1] --limit Highest=0..1e30",
                folder.path().string()));
        started.wait_for("work/m.csv", 4);
        started.send(signal);
        const Outcome outcome = started.wait();
        EXPECT_EQ(outcome.status, 130) << outcome.err;
        const std::string table = read_text(folder.path() / "work/m.csv");
        const auto rows = std::ranges::count(table, '\n') - 1;
        EXPECT_EQ(said(outcome.err),
                  Lines{fmt::format("the run was interrupted at step {}", 10 * rows)});
        EXPECT_TRUE(table.ends_with(fmt::format("\n{0},{0},{0}\n", 10 * rows))) << table;
        EXPECT_EQ(outcome.out,
                  fmt::format("level[1,1] = {}\nwrote runs/level-0001/level-{:06}.png\n", 10 * rows,
                              rows));
        const Picture last =
            read_png(folder.path() / fmt::format("work/runs/level-0001/level-{:06}.png", rows));
        EXPECT_EQ(last.width, 64u);
    }
}

TEST_F(FileRuns, EndAtOnceWhenInterruptedTwice) {
    const TemporaryFolder folder;
    folder.write("level.cu", kRisingLevel);
    const Started started(folder.path(),
                          fmt::format("run {}/level.cu --headless --device cpu --size 64x36 "
                                      "--set work=1000000 --monitors m.csv",
                                      folder.path().string()));
    started.wait_for("work/m.csv", 1);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    started.send(SIGINT);
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    const auto begun = std::chrono::steady_clock::now();
    started.send(SIGTERM);
    EXPECT_EQ(started.wait().status, 128 + SIGTERM);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(5));
}

TEST_F(FileRuns, KeyFindsNonFiniteElementsInWindows) {
    const auto display = VirtualDisplay::start();
    if (!display) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
    std::string text = kRisingLevel;
    text.replace(text.find("step + 1 == params.breaks"), 25, "params.breaks == 1");
    folder_.write("searched.cu", text);
    const Started started(
        folder_.path(),
        fmt::format("run {}/searched.cu --device cpu --size 320x180 --monitors m.csv",
                    folder_.path().string()),
        true);
    started.wait_for("work/m.csv", 3);
    const auto press = [](const char* key) {
        return std::system(
                   fmt::format("xdotool mousemove 300 160 sleep 0.1 key {}", key).c_str()) == 0;
    };
    if (!press("j")) {
        started.send(SIGKILL);
        started.wait();
        GTEST_SKIP() << "window: no xdotool";
    }
    started.wait_for("err.txt", 1);
    started.send(SIGINT);
    const Outcome outcome = started.wait();
    EXPECT_EQ(outcome.status, 130);
    const Lines lines = said(outcome.err);
    ASSERT_EQ(lines.size(), 2u) << outcome.err;
    EXPECT_TRUE(lines[0].starts_with("glint: info: the fields contain no NaN or infinity at step "))
        << lines[0];
    EXPECT_TRUE(lines[1].starts_with("the run was interrupted at step ")) << lines[1];
}

TEST_F(FileRuns, ContinueInWindowsAndReportAnErrorOnce) {
    const auto display = VirtualDisplay::start();
    if (!display) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
    const Outcome outcome = start_glint(
        folder_.path(),
        fmt::format("run {}/level.cu --device cpu --size 320x180 --frames 60 --set breaks=25 "
                    "--check-every 5 --limit Highest=0..15 --probe level[12,7]",
                    folder_.path().string()),
        fmt::format("DISPLAY={}", std::getenv("DISPLAY")));
    EXPECT_EQ(outcome.status, 0);
    const Lines lines = said(outcome.err);
    ASSERT_EQ(lines.size(), 1u) << outcome.err;
    // The limit is checked once per frame; how many steps a frame has depends on the elapsed time.
    EXPECT_TRUE(contains(lines[0], "glint: error: 'Highest' is ") ||
                lines[0] == "glint: error: 'level[12,7]' is inf at step 25")
        << lines[0];
    EXPECT_EQ(outcome.out, "level[12,7] = inf\n");
}

TEST_F(FileRuns, ContinueAfterAPersistentError) {
    const auto display = VirtualDisplay::start();
    if (!display) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
    const Outcome outcome = start_glint(
        folder_.path(),
        fmt::format("run {}/level.cu --device cpu --size 320x180 --frames 40 --set breaks=1 "
                    "--check-every 1 --monitors m.csv",
                    folder_.path().string()),
        fmt::format("DISPLAY={}", std::getenv("DISPLAY")));
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(said(outcome.err), Lines{"glint: error: 'level[12,7]' is inf at step 1"});
    // Every frame has a multiple of ten steps.
    const std::string table = read_text(folder_.path() / "work/m.csv");
    const std::size_t last = table.rfind('\n', table.size() - 2) + 1;
    EXPECT_EQ(std::atoi(table.c_str() + last) % 10, 0) << table;
    EXPECT_GT(std::atoi(table.c_str() + last), 20) << table;
}

/// Path of the EGL library loaded in this process.
std::string path_of_egl() {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);)
        if (contains(line, "/libEGL.so")) return line.substr(line.find('/'));
    ADD_FAILURE() << "this process has no EGL";
    return {};
}

TEST_F(FileRuns, EndWithAnErrorWhenTheContextIsLost) {
    // The reset status is queried twice during the drawing checks, and once per picture.
    const Outcome outcome = start_glint(
        folder_.path(), arguments("--frames 6 --every 1"),
        fmt::format("LD_LIBRARY_PATH={}:$LD_LIBRARY_PATH GLINT_TEST_EGL={} GLINT_TEST_RESET_AT=5",
                    GLINT_RESETTING_EGL, path_of_egl()));
    EXPECT_EQ(outcome.status, 4);
    EXPECT_EQ(said(outcome.err),
              Lines{fmt::format("glint: cannot draw with {}: the OpenGL context is lost: the GPU "
                                "was reset, and the driver reports GL_GUILTY_CONTEXT_RESET",
                                context().renderer())});
    const std::vector<std::string> written = images();
    EXPECT_EQ(written, (Lines{"level-000001.png", "level-000002.png"}));
    for (const std::string& name : written) {
        const Picture picture = read_png(folder_.path() / "work/runs/level-0001" / name);
        EXPECT_GT(*std::ranges::max_element(picture.rgba), 0) << name;
    }
}

// A failing kernel makes the GPU unusable for its process. The CPU also names the kernel.
TEST_F(FileRuns, EndWithAnErrorWhenTheDeviceIsLost) {
    std::string failing = kRisingLevel;
    failing.replace(failing.find("level[i] /= 0"), 13, "asm(\"trap;\")");
    if (std::ranges::count(backend_names(), "cuda") == 0) GTEST_SKIP() << "cuda: no CUDA device";
    folder_.write("failing.cu", failing);
    const Outcome outcome = start_glint(
        folder_.path(), fmt::format("run {}/failing.cu --headless --device cuda --size 64x36 "
                                    "--frames 8 --every 4 --set breaks=25",
                                    folder_.path().string()));
    EXPECT_EQ(outcome.status, 4);
    ASSERT_FALSE(said(outcome.err).empty()) << outcome.err;
    EXPECT_TRUE(contains(said(outcome.err).back(), "'raise'")) << outcome.err;
    EXPECT_TRUE(images().empty());
}

}  // namespace
}  // namespace glint::test
