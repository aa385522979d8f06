// SPDX-License-Identifier: MIT
// How commands resolve names and flags to the files that they run, compare or write.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/png.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

/// A file whose level rises by `rise` per step, with 10 steps per frame.
std::string cells(const std::string& title, double rise) {
    return fmt::format(R"(#include <glint/sim.cuh>
//@ simulation "{}"
//@ frame 10 steps
//@ dt 0.5
struct Params {{
    int width = 8;            //@ 1..64 "Width"
    float quench_rate = 0;    //@ 0..10 "Quench"
}};
struct Grid {{      //@ width x 4
    float* level;   //@ 0..100 "Level" as grey
    float* hidden;
}};
//@ step
__global__ void raise(int width, int height, Params params, float* level, float* hidden) {{
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    level[c.y * width + c.x] += {}f + params.quench_rate;
    hidden[c.y * width + c.x] = 1;
}}
//@ max "Highest"
__device__ float highest(float level) {{ return level; }}
)",
                       title, fmt::format("{:.2f}", rise));
}

class CommandNames : public ::testing::Test {
protected:
    Outcome glint(const std::string& arguments) { return start_glint(folder_.path(), arguments); }
    fs::path work(const std::string& name) const { return folder_.path() / "work" / name; }
    void write(const std::string& name, const std::string& text) {
        fs::create_directories(folder_.path() / "work");
        folder_.write("work/" + name, text);
    }
    /// JSON report of a run with these arguments.
    nlohmann::json told(const std::string& arguments) {
        const Outcome outcome = glint(arguments + " --headless --device cpu --every 0 --json");
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return nlohmann::json::parse(outcome.out, nullptr, false);
    }
    void expect_refused(const std::string& arguments, const std::string& message) {
        const Outcome outcome = glint(arguments + " --headless --device cpu --every 0");
        EXPECT_EQ(outcome.status, 2) << arguments << outcome.err;
        EXPECT_EQ(outcome.err, "glint: " + message + "\n") << arguments;
        EXPECT_EQ(outcome.out, "");
    }

    TemporaryFolder folder_;
};

/// Mean red of a picture between these fractions of its width, in the rows above its center.
double red_between(const Picture& picture, double from, double to) {
    double sum = 0;
    std::size_t count = 0;
    for (unsigned y = picture.height / 8; y < picture.height / 4; ++y)
        for (auto x = static_cast<unsigned>(from * picture.width);
             x < static_cast<unsigned>(to * picture.width); ++x, ++count)
            sum += picture.rgba[(std::size_t(y) * picture.width + x) * 4];
    return sum / static_cast<double>(count);
}

// The first file is on the left, the second on the right, and the difference below.
TEST_F(CommandNames, SecondFileIsShownInItsHalf) {
    write("slow.cu", cells("Slow", 1));
    write("fast.cu", cells("Fast", 6));
    const auto shown = [&](const std::string& first, const std::string& second) {
        const Outcome outcome = glint(
            fmt::format("run {}.cu --beside {}.cu --headless --device cpu --frames 1 --every 1 "
                        "--size 512x512 --picture {}-{}.png --out {}-{}",
                        first, second, first, second, first, second));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return read_png(work(fmt::format("{}-{}.png", first, second)));
    };
    const Picture both = shown("slow", "fast"), turned = shown("fast", "slow"),
                  same = shown("slow", "slow");
    const double slow = red_between(same, 0.1, 0.4), fast = red_between(turned, 0.1, 0.4);
    EXPECT_GT(fast, slow + 60) << "level 60 is far lighter than level 10";
    EXPECT_NEAR(red_between(same, 0.6, 0.9), slow, 4);
    EXPECT_NEAR(red_between(both, 0.1, 0.4), slow, 4);
    EXPECT_NEAR(red_between(both, 0.6, 0.9), fast, 4);
    EXPECT_NEAR(red_between(turned, 0.6, 0.9), slow, 4);
    // The images of the run show the same as its last picture, with additional captions.
    const Picture image = read_png(work("slow-fast/slow-000001.png"));
    EXPECT_NEAR(red_between(image, 0.6, 0.9), fast, 20);
    EXPECT_NEAR(red_between(image, 0.1, 0.4), slow, 20);
}

TEST_F(CommandNames, ResolveToCatalogEntriesOrLocalFiles) {
    write("mine.cu", cells("Mine", 2));
    EXPECT_EQ(told("run mine --frames 1").at("monitors").at("highest"), 20);
    const Outcome sweep = glint("sweep mine quench_rate=0,1 --frames 1 --device cpu --out s");
    EXPECT_EQ(sweep.status, 0) << sweep.err;
    EXPECT_EQ(glint("check mine").status, 0);
    expect_refused("run mien", "cannot run 'mien': simulation not found in `glint list`");
}

TEST_F(CommandNames, AmbiguousNamesWarn) {
    write("pond.cu", cells("My pond", 2));
    const Outcome outcome =
        glint("run pond --headless --device cpu --frames 1 --every 0 --size 64x36 --json");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(
        outcome.err.starts_with("glint: warning: 'pond' is a built-in simulation. To run the file "
                                "in this folder instead, write pond.cu\n"))
        << outcome.err;
    EXPECT_EQ(told("run pond.cu --frames 1").at("monitors").at("highest"), 20);
}

// In a different folder, the name would mean a different file, or no file.
TEST_F(CommandNames, KeepTheirMeaningInResumedRuns) {
    write("mine.cu", cells("Mine", 2));
    EXPECT_EQ(told("run mine --frames 1 --checkpoint-every 10 --out r").at("steps"), 10);
    const Outcome outcome = start_glint(folder_.path() / "work", "resume ../r --frames 1 --json");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(nlohmann::json::parse(outcome.out).at("monitors").at("highest"), 40);
}

TEST_F(CommandNames, OutputsNeedASupportedExtension) {
    write("mine.cu", cells("Mine", 2));
    expect_refused("run mine.cu --picture fig.pdf",
                   "--picture: cannot write 'fig.pdf': only .png files are supported");
    expect_refused("run mine.cu --picture ''", "--picture: the file name is empty");
    expect_refused("run mine.cu --monitors m.xlsx",
                   "--monitors: cannot write 'm.xlsx': only .csv files are supported");
    expect_refused("run mine.cu --result r.yaml",
                   "--result: cannot write 'r.yaml': only .json files are supported");
    expect_refused("run mine.cu --save level --save-as tiff",
                   "--save-as: 'tiff' is not one of npy, vti, vtp, ply, csv");
    expect_refused("run mine.cu --record r.avi",
                   "cannot record 'r.avi': the extension '.avi' is neither .mp4 nor .gif. For a "
                   "folder of PNG files, write no extension or a trailing '/'");
    EXPECT_FALSE(fs::exists(work("fig.pdf")));
    write_npy(work("a.npy"), std::array<std::size_t, 2>{2, 2}, std::array{0.0f, 1.0f, 2.0f, 3.0f});
    const Outcome view = glint("view a.npy --picture fig.jpg");
    EXPECT_EQ(view.status, 2);
    EXPECT_EQ(view.err,
              "glint: --picture: cannot write 'fig.jpg': only .png files are supported\n");
    EXPECT_EQ(told("run mine.cu --frames 1 --picture FIG.PNG --monitors table").at("steps"), 10);
    EXPECT_EQ(read_png(work("FIG.PNG")).width, 1280u);
    EXPECT_EQ(read_text(work("table")), "step,time,highest\n10,5,20\n");
}

TEST_F(CommandNames, StepAndTimeLimitsAreExact) {
    write("mine.cu", cells("Mine", 2));
    const auto end = [&](const std::string& flags) {
        const nlohmann::json json = told("run mine.cu " + flags);
        return std::pair(json.at("steps").get<int>(), json.at("monitors").at("highest").get<int>());
    };
    EXPECT_EQ(end("--steps 25"), std::pair(25, 50));
    EXPECT_EQ(end("--steps 20"), std::pair(20, 40));
    EXPECT_EQ(end("--steps 1"), std::pair(1, 2));
    EXPECT_EQ(end("--until 6"), std::pair(12, 24));
    EXPECT_EQ(end("--time 6.2"), std::pair(13, 26)) << "the first step at 6.2 or later";
    EXPECT_EQ(end("--dt 0.25 --until 6"), std::pair(24, 48));
    EXPECT_EQ(end("--steps 25 --monitors m.csv --save level --save-every 5 --out s"),
              std::pair(25, 50));
    EXPECT_EQ(read_text(work("m.csv")), "step,time,highest\n10,5,20\n20,10,40\n25,12.5,50\n");
    EXPECT_TRUE(fs::exists(work("s/level-000025.npy"))) << "saved at the step of the end";
    expect_refused("run mine.cu --steps 5 --frames 2",
                   "--steps: --frames already sets the end of the run");
    expect_refused("run mine.cu --steps 5 --until 2",
                   "--steps: --until already sets the end of the run");
    expect_refused("run mine.cu --steps 0", "--steps: '0' is not a positive number of steps");
    expect_refused("run mine.cu --until never", "--until: 'never' is not a positive time");
    expect_refused(
        "run mine.cu --steps 18446744073709551615",
        "--steps: 18446744073709551615 steps take more than the maximum of 1000000000 frames");
    const Outcome swept = glint("sweep mine.cu quench_rate=0,1 --steps 7 --device cpu --out swept");
    EXPECT_EQ(swept.status, 0) << swept.err;
    EXPECT_EQ(nlohmann::json::parse(read_text(work("swept/case-0002/result.json"))).at("steps"), 7);
}

TEST_F(CommandNames, ResumedRunsCountStepsFromTheCheckpoint) {
    write("mine.cu", cells("Mine", 2));
    EXPECT_EQ(told("run mine.cu --steps 25 --checkpoint-every 10 --out r").at("steps"), 25);
    const auto resumed = [&](const std::string& flags) {
        const Outcome outcome = glint("resume r --json " + flags);
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return nlohmann::json::parse(outcome.out).at("steps").get<int>();
    };
    const Outcome whole = glint("resume r");
    EXPECT_EQ(whole.status, 1);
    EXPECT_TRUE(
        whole.err.ends_with("all 25 steps are complete. Use --steps N to run N more steps\n"))
        << whole.err;
    EXPECT_EQ(resumed("--steps 7"), 32);
    EXPECT_EQ(resumed("--until 20"), 40);
    const Outcome done = glint("resume r --until 20");
    EXPECT_EQ(done.status, 1);
    EXPECT_TRUE(
        done.err.ends_with("all 40 steps are complete. Use --steps N to run N more steps\n"))
        << done.err;
}

TEST_F(CommandNames, InputsConflictWithOtherExtents) {
    write("mine.cu", cells("Mine", 2));
    write_npy(work("a.npy"), std::array<std::size_t, 2>{4, 3}, std::vector<float>(12, 1.0f));
    const std::string run = "run mine.cu --frames 1 --input level=a.npy";
    EXPECT_EQ(told(run).at("monitors").at("highest"), 21);
    EXPECT_EQ(told(run + " --set width=3 --set quench_rate=1").at("monitors").at("highest"), 31);
    EXPECT_EQ(told(run + " --set width=9 --set width=3").at("steps"), 10);
    expect_refused(
        run + " --set width=16",
        "--set width=16: the --input file sets this parameter to 3. Omit one of the two options");
    write("wide.toml", "width = 16\n");
    write("same.toml", "width = 3\n");
    EXPECT_EQ(told(run + " --preset same.toml").at("steps"), 10);
    EXPECT_EQ(told(run + " --preset wide.toml --set Params.width=3").at("steps"), 10);
    expect_refused(run + " --preset wide.toml",
                   "--preset wide.toml: the preset sets 'width' to 16, but the --input file sets "
                   "this parameter to 3. Omit one of the two options");
}

TEST_F(CommandNames, WrongNamesGetSuggestions) {
    write("mine.cu", cells("Mine", 2));
    expect_refused("run mine.cu --set quench=1",
                   "cannot set parameter 'quench': parameter not found; did you mean "
                   "'quench_rate'?");
    expect_refused(
        "run mine.cu --views hidden",
        "cannot show 'hidden': the field has no annotation. Add a label, as in `//@ \"hidden\"`");
    expect_refused("run mine.cu --views Grid.hidden",
                   "cannot show 'Grid.hidden': the field has no annotation. Add a label, as in "
                   "`//@ \"hidden\"`");
    expect_refused("run mine.cu --views levle",
                   "cannot show 'levle': field or function not found; did you mean 'level'?");
    expect_refused("run mine.cu --save levle",
                   "cannot save 'levle': field or function not found; did you mean 'level'?");
    expect_refused(
        "run mine.cu --limit high=0..1",
        "cannot use limit 'high=0..1': monitor not found; did you mean 'Highest' or 'highest'?");
}

}  // namespace
}  // namespace glint::test
