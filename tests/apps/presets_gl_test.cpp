// SPDX-License-Identifier: MIT
// `glint run --preset`, started as a user would.
#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <gl/headless.hpp>

namespace glint::test {
namespace {

const char* const kRisingLanes = R"(#include <glint/sim.cuh>
//@ simulation "Rising"
struct Params {
    float speed = 1;  //@ 0..10 "Speed"
    int lanes = 2;    //@ 1..8 "Lanes": takes effect at the next reset
};
struct List {        //@ lanes
    float* level;    //@ 0..100 "Level"
};
//@ step
__global__ void rise(int count, Params params, float* level) {
    const int i = glint::index();
    if (i < count) level[i] += params.speed * count;
}
)";

class PresetRuns : public OnContext {
protected:
    void SetUp() override {
        OnContext::SetUp();
        folder_.write("rising.cu", kRisingLanes);
    }
    Outcome run(const std::string& more) {
        return start_glint(folder_.path(),
                           "run $DIR/rising.cu --headless --device cpu --frames 3 --every 0 "
                           "--probe level[0] " +
                               more);
    }
    void expect_refused(const std::string& preset, const std::string& reason) {
        const Outcome outcome = run("--preset " + preset);
        EXPECT_EQ(outcome.status, 2);
        EXPECT_EQ(outcome.err, "glint: " + reason + "\n");
        EXPECT_EQ(outcome.out, "");
    }
    std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

    TemporaryFolder folder_;
};

TEST_F(PresetRuns, StartWithThePresetThenCommandLineValues) {
    folder_.write("fast.toml", "speed = 5\nlanes = 4\n");
    EXPECT_EQ(run("").out, "level[0] = 6\n");
    EXPECT_EQ(run("--preset $DIR/fast.toml").out, "level[0] = 60\n");
    EXPECT_EQ(run("--preset $DIR/fast.toml --set speed=0.5").out, "level[0] = 6\n");
    std::filesystem::create_directory(folder_.path() / "rising.presets");
    folder_.write("rising.presets/slow.toml", "[Params]\nspeed = 0.25\n");
    EXPECT_EQ(run("--preset slow").out, "level[0] = 1.5\n");
}

TEST_F(PresetRuns, WarnOfUnknownNames) {
    folder_.write("old.toml", "speed = 2\nspede = 3\n");
    const Outcome outcome = run("--preset $DIR/old.toml");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.out, "level[0] = 12\n");
    EXPECT_EQ(outcome.err.find("glint: warning: " + path("old.toml") +
                               ":2: parameter 'spede' not found; did you mean 'speed'?\n"),
              0u)
        << outcome.err;
}

TEST_F(PresetRuns, RefuseInvalidParameterValues) {
    folder_.write("bad.toml", "speed = 11\nlanes = true\n");
    expect_refused("$DIR/bad.toml", path("bad.toml") + ":1: 'speed': 11 is outside 0..10\n" +
                                        path("bad.toml") + ":2: 'lanes': 'true' is not a number");
    folder_.write("word.toml", "\nspeed = \"fast\"\n");
    expect_refused("$DIR/word.toml", path("word.toml") + ":2: 'speed': 'fast' is not a number");
    expect_refused("none", "cannot read file '" + path("rising.presets/none.toml") +
                               "': No such file or directory");
}

TEST_F(PresetRuns, CatalogSimulationsRefuseInvalidPresetsToo) {
    folder_.write("few.toml", "count = 0\n");
    const Outcome outcome = start_glint(
        folder_.path(),
        "run particles --headless --device cpu --frames 1 --every 0 --preset $DIR/few.toml");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_NE(outcome.err.find("few.toml:1: 'count': 0 is outside "), std::string::npos)
        << outcome.err;
}

}  // namespace
}  // namespace glint::test
