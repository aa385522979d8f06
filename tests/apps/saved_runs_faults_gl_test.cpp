// SPDX-License-Identifier: MIT
// Files that remain after recorded runs fail.
#include <regex>

#include <apps/own_disk.hpp>
#include <base/scratch.hpp>
#include <gtest/gtest.h>
#include <support/backends.hpp>
#include <support/contains.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

// A checkpoint takes 64 kB.
const char* const kRisingGrid = R"(#include <glint/sim.cuh>
//@ simulation "Rising"
struct Params {
    int fails = -1;  //@ -1..1000000 "Fails at"
};
struct Grid {        //@ 128 x 128
    float* level;    //@ 0..1000 "Level"
};
//@ step
__global__ void rise(int width, int height, int step, Params params, float* level) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    level[i] += 1 + 0.001f * c.x;
    if (step == params.fails) level[i] = -1;
}
)";

class SavedRunFaults : public OnEachBackend {
protected:
    void SetUp() override { folder_.write("rising.cu", kRisingGrid); }

    std::string arguments(const std::string& more) const {
        return fmt::format("run ../rising.cu --headless --device {} --every 0 {}", GetParam(),
                           more);
    }
    Outcome glint(const std::string& arguments, const std::string& environment = "") {
        return start_glint(folder_.path(), arguments, environment);
    }
    std::vector<std::string> checkpoints(const std::string& run) const {
        std::vector<std::string> names;
        for (const auto& entry : fs::directory_iterator(folder_.path() / "work" / run))
            if (const std::string name = entry.path().filename(); name.starts_with("checkpoint-"))
                names.push_back(name);
        std::ranges::sort(names);
        return names;
    }
    /// Expects that the run resumes from its last checkpoint and then equals an uninterrupted run.
    void expect_to_go_on(const std::string& run, const std::string& more = "") {
        const Outcome resumed = glint("resume " + run + " --frames 3" + more);
        EXPECT_EQ(resumed.status, 0) << resumed.err;
        const Outcome verified = glint("replay " + run + " --verify");
        EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
    }

    TemporaryFolder folder_;
};

TEST_P(SavedRunFaults, AFullDiskLeavesCompleteCheckpoints) {
    // The disk has space for two checkpoints, but not for a third.
    const auto outcome = run_on_own_disk(
        folder_.path(), arguments("--frames 1000000 --checkpoint-every 10 --out small/run"),
        {.size_kb = 200});
    if (!outcome) GTEST_SKIP() << "mount: namespaces are not allowed here";
    EXPECT_EQ(outcome->status, 1) << outcome->err;
    EXPECT_TRUE(
        contains(outcome->err, "glint: cannot write file 'small/run/checkpoint-000030.npz'"))
        << outcome->err;
    EXPECT_TRUE(contains(outcome->err, "No space left on device")) << outcome->err;
    EXPECT_EQ(checkpoints("kept/run"),
              (std::vector<std::string>{"checkpoint-000010.npz", "checkpoint-000020.npz"}));
    expect_to_go_on("kept/run");
}

TEST_P(SavedRunFaults, AReadOnlyFolderLeavesCompleteCheckpoints) {
    const auto outcome = run_on_own_disk(
        folder_.path(), arguments("--frames 1000000 --checkpoint-every 10 --out small/run"),
        {.size_kb = 4000, .meanwhile = read_only_once("small/run/checkpoint-*.npz")});
    if (!outcome) GTEST_SKIP() << "mount: namespaces are not allowed here";
    EXPECT_EQ(outcome->status, 1) << outcome->err;
    EXPECT_TRUE(contains(outcome->err, "glint: cannot write file 'small/run/checkpoint-"))
        << outcome->err;
    EXPECT_TRUE(contains(outcome->err, "Read-only file system")) << outcome->err;
    EXPECT_GE(checkpoints("kept/run").size(), 1u);
    expect_to_go_on("kept/run");
}

TEST_P(SavedRunFaults, ClockGoingBackHasNoEffect) {
    const std::string preload = "LD_PRELOAD=" GLINT_CLOCK_GOING_BACK;
    const Outcome outcome =
        glint(arguments("--frames 25 --checkpoint-every 10 --out back"), preload);
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(checkpoints("back"),
              (std::vector<std::string>{"checkpoint-000020.npz", "checkpoint-000025.npz"}));
    const std::string record = read_text(folder_.path() / "work/back/run.json");
    std::smatch started, ended;
    ASSERT_TRUE(std::regex_search(record, started, std::regex("\"started\": \"([^\"]+)\"")));
    ASSERT_TRUE(std::regex_search(record, ended, std::regex("\"ended\": \"([^\"]+)\"")));
    EXPECT_LT(ended[1].str(), started[1].str()) << "or the clock was not set back";
    const Outcome resumed = glint("resume back --frames 7 --probe level[5,5]", preload);
    EXPECT_EQ(resumed.status, 0) << resumed.err;
    EXPECT_EQ(resumed.out, glint(arguments("--frames 32 --probe level[5,5]")).out);
    const Outcome verified = glint("replay back --verify", preload);
    EXPECT_EQ(verified.status, 0) << verified.out << verified.err;
}

/// Only for GPUs: on the CPU, kernels cannot make the device unusable.
class SavedRunsOnGpus : public SavedRunFaults {};

TEST_P(SavedRunsOnGpus, LostDevicesLeaveCompleteCheckpoints) {
    std::string failing = kRisingGrid;
    failing.replace(failing.find("level[i] = -1"), 13, "asm(\"trap;\")");
    folder_.write("rising.cu", failing);
    const Outcome outcome =
        glint(arguments("--frames 100 --checkpoint-every 10 --out lost --set fails=34"));
    EXPECT_EQ(outcome.status, 4) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "'rise'")) << outcome.err;
    EXPECT_TRUE(contains(read_text(folder_.path() / "work/lost/run.json"), "\"status\": 4"));
    EXPECT_EQ(checkpoints("lost"),
              (std::vector<std::string>{"checkpoint-000020.npz", "checkpoint-000030.npz"}));
    expect_to_go_on("lost");  // three steps: stops before the failing step
}

INSTANTIATE_TEST_SUITE_P(Backends, SavedRunFaults, each_backend(), name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SavedRunsOnGpus);
INSTANTIATE_TEST_SUITE_P(Backends, SavedRunsOnGpus, each_gpu(), name);

}  // namespace
}  // namespace glint::test
