// SPDX-License-Identifier: MIT
// Files that `glint run --save` leaves on disk, including when the disk is full, the folder is
// moved, or the run is interrupted.
#include <algorithm>
#include <csignal>
#include <fstream>

#include <unistd.h>

#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <gl/headless.hpp>
#include <glint/base/replace_file.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/vti.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kSavedWidth = 400, kSavedHeight = 200;

// Each element equals the step number.
const char* const kSavedLevel = R"(#include <glint/sim.cuh>
//@ simulation "Level"
//@ dt 0.5 s
//@ frame 10 steps
struct Params {
    int scale = 1;   //@ 0..9 "Scale"
};
struct Grid {        //@ 400 x 200 of 0.5 m
    float* level;    //@ Pa "Level"
    float* other;
};
struct List {        //@ 8
    float3* at;      //@ m "At" as points
    int* kind;
};
//@ step
__global__ void raise(int width, int height, Params params, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] += params.scale;
}
//@ show Pa "Twice"
__device__ float twice(float level) { return 2 * level; }
)";

class SavedFields : public OnContext {
protected:
    void SetUp() override {
        OnContext::SetUp();
        folder_.write("level.cu", kSavedLevel);
    }
    std::string arguments(const std::string& more) const {
        return fmt::format("run {}/level.cu --headless --device cpu --size 64x36 --every 0 {}",
                           folder_.path().string(), more);
    }
    Outcome run(const std::string& more) { return start_glint(folder_.path(), arguments(more)); }

    /// Runs a shell script in the folder, where $GLINT is the program with its arguments.
    int script(const std::string& text, const std::string& more) const {
        std::ofstream(folder_.path() / "script.sh")
            << fmt::format("cd {0} && unset DISPLAY WAYLAND_DISPLAY\nGLINT='{1} {2}'\n{3}\n",
                           folder_.path().string(), GLINT_PROGRAM, arguments(more), text);
        const int status = std::system(
            fmt::format("bash {0}/script.sh >{0}/out.txt 2>{0}/err.txt", folder_.path().string())
                .c_str());
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    /// Last line of output that is not a progress line.
    std::string said() const {
        const std::string all = read_text(folder_.path() / "err.txt");
        std::string last;
        for (const std::string_view line : text::split(all, '\n'))
            if (!line.empty() && line.find("frames/s") == line.npos) last = line;
        return last;
    }

    /// Step numbers of the arrays in a folder; each array must be complete.
    std::vector<int> steps_in(const fs::path& folder) const {
        std::vector<int> steps;
        for (const auto& entry : fs::directory_iterator(folder)) {
            if (entry.path().extension() != ".npy") continue;
            const std::string name = entry.path().filename().string();
            const int step = std::stoi(name.substr(name.rfind('-') + 1));
            const NpyArray array = read_npy(entry.path());
            EXPECT_EQ(array.shape, (std::vector<std::size_t>{kSavedHeight, kSavedWidth})) << name;
            EXPECT_TRUE(std::ranges::all_of(array.values, [&](float v) {
                return v == float(step);
            })) << name;
            steps.push_back(step);
        }
        std::ranges::sort(steps);
        return steps;
    }

    static auto left_overs(const fs::path& folder) {
        return std::ranges::count_if(fs::directory_iterator(folder),
                                     [](const auto& entry) { return is_left_over(entry.path()); });
    }

    TemporaryFolder folder_;
};

TEST_F(SavedFields, AreSavedAtTheRequestedSteps) {
    const Outcome outcome = run("--frames 4 --save level --save-every 15 --save-at 3.2,5 --out x");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out,
              "wrote x/level-000007.npy\nwrote x/level-000010.npy\n"
              "wrote x/level-000015.npy\nwrote x/level-000030.npy\n");
    EXPECT_EQ(steps_in(folder_.path() / "work/x"), (std::vector<int>{7, 10, 15, 30}));
    const Outcome many = run("--frames 4 --save level --save-every 2 --out y");
    EXPECT_EQ(many.out, "wrote 20 field files to y\n");
    EXPECT_EQ(steps_in(folder_.path() / "work/y").size(), 20u);
    const Outcome end = run("--frames 4 --save level,twice --save-as vti --save-compressed");
    const fs::path out = "runs/level-0001";
    EXPECT_EQ(end.out,
              fmt::format("wrote {0}/Grid-000040.vti\nwrote {0}/Grid.pvd\n", out.string()));
    const VtiFile file(folder_.path() / "work" / out / "Grid-000040.vti");
    EXPECT_EQ(file.names(), (std::vector<std::string>{"level", "twice"}));
    EXPECT_EQ(file.read("twice").values, std::vector<double>(kSavedWidth * kSavedHeight, 80));
    EXPECT_LT(fs::file_size(folder_.path() / "work" / out / "Grid-000040.vti"), 10'000u);
}

TEST_F(SavedFields, AreRefusedWithAOneLineMessage) {
    const auto refused = [&](const std::string& flags, const std::string& reason) {
        const Outcome outcome = run("--frames 1000000 " + flags);
        EXPECT_EQ(outcome.status, 2) << outcome.err;
        EXPECT_EQ(outcome.err, "glint: " + reason + "\n");
        EXPECT_EQ(outcome.out, "");
        EXPECT_TRUE(fs::is_empty(folder_.path() / "work"));
    };
    refused("--save levle",
            "cannot save 'levle': field or function not found; did you mean 'level'?");
    refused("--save level --save-as ply",
            "cannot save 'level' as ply: the values belong to the grid 'Grid'. Use npy or vti");
    refused("--save kind --save-as vti",
            "cannot save 'kind' as vti: the values belong to the list 'List'. Use npy, vtp, ply or "
            "csv");
    refused("--save level --save-as vtk", "--save-as: 'vtk' is not one of npy, vti, vtp, ply, csv");
    refused("--save level --save-every 0", "--save-every: '0' is not a positive number of steps");
    refused("--save-at 1", "--save-at: requires --save");
    refused("--save level --save-at=-1", "cannot save at time -1: no step reaches this time");
    refused("--save level --save-compressed",
            "--save-compressed: applies only to --save-as vti and vtp");
}

TEST_F(SavedFields, AreCompleteWhenTheDiskIsFull) {
    if (::geteuid() != 0 || std::system("unshare -m true 2>/dev/null") != 0)
        GTEST_SKIP() << "disk: only root can make a small one";
    fs::create_directory(folder_.path() / "small");
    fs::create_directory(folder_.path() / "kept");
    const int status = script(
        "exec unshare -m bash -c \"mount -t tmpfs -o size=2m none small && $GLINT; status=\\$?; "
        "cp small/* kept; exit \\$status\"",
        "--frames 1000 --save level --save-every 10 --out small");
    EXPECT_EQ(status, 1) << said();
    EXPECT_EQ(said(),
              "glint: cannot save 'small/level-000070.npy' at step 70: No space left on device");
    EXPECT_EQ(steps_in(folder_.path() / "kept"), (std::vector<int>{10, 20, 30, 40, 50, 60}));
    EXPECT_EQ(left_overs(folder_.path() / "kept"), 0);
}

TEST_F(SavedFields, AreCompleteAtTheFileSizeLimit) {
    const int status = script("ulimit -f 100; trap '' XFSZ; exec $GLINT",
                              "--frames 1000 --save level --save-every 10 --out out");
    EXPECT_EQ(status, 1) << said();
    EXPECT_EQ(said(), "glint: cannot save 'out/level-000010.npy' at step 10: File too large");
    EXPECT_TRUE(steps_in(folder_.path() / "out").empty());
    EXPECT_EQ(left_overs(folder_.path() / "out"), 0);
}

TEST_F(SavedFields, AreCompleteWhenTheFolderDisappears) {
    const int status = script(
        "$GLINT & for i in $(seq 3000); do [ ! -e out/level-000030.npy ] || break; sleep 0.01; "
        "done; mv out gone; wait $!",
        "--frames 100000 --save level --save-every 10 --out out");
    EXPECT_EQ(status, 1) << said();
    const std::vector<int> steps = steps_in(folder_.path() / "gone");
    ASSERT_FALSE(steps.empty());
    ASSERT_GE(steps.size(), 3u);
    EXPECT_EQ(said(),
              fmt::format(
                  "glint: cannot save 'out/level-{:06}.npy' at step {}: No such file or directory",
                  steps.back() + 10, steps.back() + 10));
}

TEST_F(SavedFields, AreCompleteWhenARunIsInterrupted) {
    const std::string interrupt =
        "set -m; $GLINT & for i in $(seq 3000); do [ ! -e out/{} ] || break; sleep 0.01; done; "
        "sleep 0.1; "
        "kill -INT $!; wait $!";
    EXPECT_EQ(script(fmt::format(fmt::runtime(interrupt), "level-000030.npy"),
                     "--frames 1000000 --save level --save-every 10 --out out"),
              130);
    const std::vector<int> steps = steps_in(folder_.path() / "out");
    ASSERT_FALSE(steps.empty());
    const std::string all = read_text(folder_.path() / "err.txt");
    EXPECT_NE(all.find(fmt::format("the run was interrupted at step {}\n", steps.back())), all.npos)
        << all;
    for (std::size_t i = 0; i < steps.size(); ++i) EXPECT_EQ(steps[i], 10 * int(i + 1));
    fs::remove_all(folder_.path() / "out");
    // The final save is at the step where the run was interrupted.
    EXPECT_EQ(
        script(fmt::format(fmt::runtime(interrupt), ""), "--frames 1000000 --save level --out out"),
        130);
    const std::vector<int> end = steps_in(folder_.path() / "out");
    ASSERT_EQ(end.size(), 1u);
    const std::string said_then = read_text(folder_.path() / "err.txt");
    EXPECT_NE(said_then.find(fmt::format("the run was interrupted at step {}\n", end[0])),
              said_then.npos)
        << said_then;
}

TEST_F(SavedFields, AreCompleteWhenAKilledRunResumes) {
    const int status = script(
        "set -m; $GLINT & for i in $(seq 3000); do compgen -G 'out/checkpoint-*' && break; "
        "sleep 0.01; done; sleep 0.1; kill -KILL $!; wait $!",
        "--frames 1000 --save level --save-every 150 --checkpoint-every 100 --out out");
    ASSERT_EQ(status, 128 + SIGKILL) << said();
    const Outcome more = start_glint(folder_.path(), "resume ../out");
    EXPECT_EQ(more.status, 0) << more.err;
    std::vector<int> expected;
    for (int step = 150; step <= 10'000; step += 150) expected.push_back(step);
    EXPECT_EQ(steps_in(folder_.path() / "out"), expected);
}

}  // namespace
}  // namespace glint::test
