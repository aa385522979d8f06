// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/started.hpp>
#include <base/scratch.hpp>
#include <gl/headless.hpp>
#include <gl/virtual_display.hpp>
#include <glint/formats/npy.hpp>

namespace glint::test {
namespace {

long lines(const std::string& text) { return std::ranges::count(text, '\n'); }

class Program : public OnContext {
protected:
    /// Runs glint without a display; "$DIR" in `arguments` is the test's folder.
    Outcome glint(const std::string& arguments, const std::string& environment = "") {
        return start_glint(folder_.path(), arguments, environment);
    }

    /// Files that the program wrote to its working folder.
    std::vector<std::string> written() const {
        std::vector<std::string> names;
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(folder_.path() / "work"))
            names.push_back(entry.path().filename().string());
        std::ranges::sort(names);
        return names;
    }

    /// Expects one line of output with `reason`, and no other effect.
    void expect_refused(const std::string& arguments, const std::string& reason, int status = 1) {
        const Outcome outcome = glint(arguments);
        EXPECT_EQ(outcome.status, status) << arguments << "\n" << outcome.err;
        EXPECT_EQ(outcome.err, "glint: " + reason + "\n") << arguments;
        EXPECT_EQ(outcome.out, "") << arguments;
        EXPECT_TRUE(written().empty()) << arguments << " wrote " << written().front();
    }

    std::string path(std::string_view name) const { return (folder_.path() / name).string(); }
    const TemporaryFolder& folder() const { return folder_; }

private:
    TemporaryFolder folder_;
};

constexpr const char* kSmallRun = "run particles --headless --set count=2000 --size 64x36 ";

TEST_F(Program, ListsOneSimulationPerLine) {
    const Outcome outcome = glint("list");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(lines(outcome.out), static_cast<long>(apps::catalog().size()));
    EXPECT_EQ(outcome.out.find("particles "), 0u);
    EXPECT_TRUE(contains(outcome.out, "\ngray_scott "));
    EXPECT_EQ(outcome.err, "");
}

TEST_F(Program, ReportsItsVersionAndUsage) {
    EXPECT_EQ(glint("--version").out.find("glint 0."), 0u);
    for (const char* word :
         {"list", "run", "doctor", "cache", "check", "new", "compile", "--version"})
        EXPECT_TRUE(contains(glint("--help").out, word));
    const Outcome help = glint("run --help");
    EXPECT_EQ(help.status, 0);
    for (const char* flag : {"--headless ", "--frames N", "--every N", "--size WxH", "--out DIR",
                             "--device ", "--share ", "--seed S", "--dt S", "--set NAME=VALUE",
                             "--input [FIELD=]FILE", "--check-every N", "--times"})
        EXPECT_TRUE(contains(help.out, flag));
    EXPECT_TRUE(contains(help.out, "(default: set by the simulation)"))
        << "each simulation has its time step";
    EXPECT_FALSE(contains(help.out, "Parameters:"));
    EXPECT_TRUE(contains(glint("--help").out, "opens its start page"));
    EXPECT_FALSE(contains(help.out, "opens its start page"));
}

TEST_F(Program, ListsASimulationsParametersInItsHelp) {
    const Outcome help = glint("run gray_scott --help --device cpu");
    EXPECT_EQ(help.status, 0);
    EXPECT_EQ(help.err, "");
    EXPECT_TRUE(contains(help.out, "--set NAME=VALUE"));
    EXPECT_TRUE(contains(help.out, "\nParameters:\n  --set feed=0.037")) << help.out;
    EXPECT_TRUE(written().empty());
}

TEST_F(Program, UnknownCommandsGetSuggestions) {
    for (const char* arguments : {"lsit", "lsit --help", "--help lsit"})
        expect_refused(arguments, "unknown command 'lsit'; did you mean 'list'?", 2);
    expect_refused("--hepl", "unknown argument '--hepl'; did you mean '--help'?", 2);
    expect_refused("run", "NAME is required", 2);
    expect_refused("run particles gray_scott", "unknown argument 'gray_scott'", 2);
    expect_refused(
        "run particle --headless",
        "cannot run 'particle': simulation not found in `glint list`; did you mean 'particles'?",
        2);
}

TEST_F(Program, RefusesValuesThatAFlagCannotTake) {
    const std::string run = "run particles --headless ";
    expect_refused(run + "--frame 3", "unknown argument '--frame'; did you mean '--frames'?", 2);
    expect_refused(run + "--frames 0", "--frames: '0' is not a whole number from 1 to 1000000000",
                   2);
    expect_refused(run + "--every x", "--every: 'x' is not a whole number from 0 to 1000000000", 2);
    expect_refused(run + "--size 0x0",
                   "--size: '0x0' is not of the form WIDTHxHEIGHT with sides from 1 to 16384", 2);
    expect_refused(run + "--dt -1", "--dt: '-1' is not a number above 0", 2);
    expect_refused(run + "--dt nan", "--dt: 'nan' is not a number above 0", 2);
    expect_refused(run + "--seed -1", "--seed: '-1' is not a whole number from 0 to 4294967295", 2);
    expect_refused(run + "--set nonsense", "--set: 'nonsense' is not of the form NAME=VALUE", 2);
    expect_refused(run + "--share magic",
                   "--share: 'magic': the sharing method is unknown. Use auto, exported, "
                   "registered, staging or host",
                   2);
}

TEST_F(Program, RefusesParametersThatTheSimulationDoesNotHave) {
    expect_refused(std::string(kSmallRun) + "--set darg=1",
                   "cannot set parameter 'darg': parameter not found; did you mean 'drag'?", 2);
    expect_refused("run gray_scott --headless --set drag=1",
                   "cannot set parameter 'drag': parameter not found; available: feed, kill, "
                   "diffusion_u, diffusion_v, brush, width, height",
                   2);
    expect_refused(std::string(kSmallRun) + "--set drag=99",
                   "cannot set parameter 'drag': 99 is outside 0..8 1/s", 2);
    expect_refused(std::string(kSmallRun) + "--set drag=fast",
                   "cannot set parameter 'drag': 'fast' is not a number", 2);
    expect_refused(std::string(kSmallRun) + "--set attractors=1.5",
                   "cannot set parameter 'attractors': '1.5' is not a whole number", 2);
}

TEST_F(Program, RefusesUnavailableDevicesAndSharingMethods) {
    const Outcome outcome = glint(std::string(kSmallRun) + "--device nonsense");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(lines(outcome.err), 1);
    EXPECT_TRUE(
        contains(outcome.err, "glint: cannot open device 'nonsense': the device was not found. "));
    expect_refused(std::string(kSmallRun) + "--device cpu --share registered",
                   "--share: 'registered' is not available on this device. Use host or staging", 2);
}

TEST_F(Program, InputErrorsNameThePosition) {
    const auto refused = [&](const std::string& name, const std::string& content,
                             const std::string& reason) {
        folder().write(name, content);
        expect_refused(std::string(kSmallRun) + "--input " + path(name),
                       fmt::format(fmt::runtime(reason), path(name)));
    };
    expect_refused(std::string(kSmallRun) + "--input " + path("none.ply"),
                   "cannot read file '" + path("none.ply") + "': No such file or directory");
    refused("a.txt", "0 0 0\n",
            "cannot read point cloud '{}': the extension '.txt' is not supported. Use .csv, .npy "
            "or .ply");
    refused("a.csv", "x,y,z\n0,0,0\n1,inf,3\n",
            "cannot read table '{}': line 3: 'inf' is not a finite number");
    refused("a.ply",
            "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
            "property float z\nend_header\n0 0 0\n",
            "cannot read table '{}': line 8: the file ends before vertex 2 of 2");
}

TEST_F(Program, ConcentrationErrorsNameThePosition) {
    write_npy(path("a.npy"), std::array<std::size_t, 2>{2, 2}, std::array{0.0f, 0.5f, 0.5f, 2.0f});
    expect_refused("run gray_scott --headless --input " + path("a.npy"),
                   "cannot read input '" + path("a.npy") +
                       "': the value in row 1, column 1 is 2, which is not between 0 and 1");
}

TEST_F(Program, ChecksTheOutputFolderBeforeRunning) {
    expect_refused(std::string(kSmallRun) + "--out /dev/null/images",
                   "cannot write images to '/dev/null/images': '/dev/null' is not a folder", 2);
}

TEST_F(Program, WritesTheImagesThatItLists) {
    const Outcome outcome = glint(std::string(kSmallRun) + "--frames 5 --every 2 --out images");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(written(),
              (std::vector<std::string>{"code.cu", "events.jsonl", "images", "monitors.csv",
                                        "particles-000002.png", "particles-000004.png",
                                        "particles-000005.png", "run.json"}));
    for (const char* number : {"2", "4", "5"})
        EXPECT_TRUE(
            contains(outcome.out, fmt::format("wrote images/particles-00000{}.png\n", number)));
    EXPECT_TRUE(contains(outcome.err, "5/5"));
}

TEST_F(Program, ImagesAreIdenticalForOneSeed) {
    for (const std::string simulation : {"particles --set count=5000", "gray_scott"}) {
        const auto image = [&](const std::string& out, int seed) {
            const Outcome outcome = glint(fmt::format(
                "run {} --headless --frames 3 --every 3 --size 96x54 --seed {} --out {}",
                simulation, seed, path(out)));
            EXPECT_EQ(outcome.status, 0) << outcome.err;
            const std::string title = simulation == "gray_scott" ? "gray-scott" : "particles";
            return read_text(path(out + "/" + title + "-000003.png"));
        };
        const std::string first = image("a", 5);
        EXPECT_EQ(first, image("b", 5)) << simulation;
        EXPECT_NE(first, image("c", 6)) << simulation;
    }
}

TEST_F(Program, RendersHeadlessWithoutADisplay) {
    const std::string arguments =
        "run particles --set count=2000 --size 64x36 --frames 1 --out " + path("images");
    const Outcome none = glint(arguments);
    EXPECT_EQ(none.status, 0);
    EXPECT_EQ(none.err.find("glint: info: no display was found, so glint renders headless\n"), 0u)
        << none.err;
    const Outcome dead = glint(arguments, "DISPLAY=:9876");
    EXPECT_EQ(dead.status, 0);
    EXPECT_EQ(dead.err.find("glint: warning: no window is available, so glint renders headless: "
                            "cannot open a window: X11: "),
              0u)
        << dead.err;
    EXPECT_TRUE(std::filesystem::exists(path("images/particles-000001.png")));
}

TEST_F(Program, OpensAWindowWithADisplay) {
    const auto display = VirtualDisplay::start();
    if (!display) GTEST_SKIP() << "window: Xvfb is not installed or does not start";
    for (const std::string simulation : {"particles --set count=2000", "gray_scott"}) {
        const Outcome outcome = glint(fmt::format("run {} --size 320x180 --frames 5", simulation),
                                      fmt::format("DISPLAY={}", std::getenv("DISPLAY")));
        EXPECT_EQ(outcome.status, 0);
        EXPECT_EQ(outcome.err, "");
    }
    EXPECT_TRUE(written().empty());
}

TEST_F(Program, DoctorReportsTheSystemAndFixes) {
    const Outcome outcome = glint("doctor");
    EXPECT_EQ(outcome.status, 0) << outcome.out;
    EXPECT_EQ(outcome.err, "");
    for (const char* heading :
         {"\nCUDA\n", "\nOpenGL in a window\n", "\nOpenGL without a display\n",
          "\nSharing between ", "\nFiles\n", "\nWhat to do\n", " (chosen)\n", "compiles and runs",
          "\n  test image   correct, also with compute shaders\n"})
        EXPECT_TRUE(contains(outcome.out, heading));
    EXPECT_FALSE(contains(outcome.out, "multiprocessor_count"));
}

TEST_F(Program, DoctorShowsAllAttributesOnRequest) {
    const Outcome outcome = glint("doctor --all");
    EXPECT_TRUE(contains(outcome.out, fmt::format("\n    {:<48} 32\n", "warp_size")))
        << outcome.out;
}

TEST_F(Program, ShowsNamedViewsAndComparesTwoVersions) {
    const std::string pond = "run pond --headless --device cpu --size 96x64 --frames 2 --every 2 ";
    Outcome outcome = glint(pond + "--views level,rising --out $DIR/two");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.out, "wrote " + path("two/pond-000002.png") + "\n");
    outcome = glint(pond + "--views level --out $DIR/one");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_NE(read_text(path("two/pond-000002.png")), read_text(path("one/pond-000002.png")));
    outcome = glint(pond + "--views level --beside pond --set damping=1 --set nothing=2");
    EXPECT_EQ(outcome.status, 2) << "neither of them has 'nothing'";
    const auto compared_with = [&](const std::string& other) {
        outcome = glint(fmt::format("{}--views level --beside {} --set damping=1 --out $DIR/{}",
                                    pond, other, other));
        EXPECT_EQ(outcome.status, 0) << outcome.err;
        return read_text(path(other + "/pond-000002.png"));
    };
    EXPECT_NE(compared_with("life"), compared_with("pond"));
    expect_refused(pond + "--views leve",
                   "cannot show 'leve': field or function not found; did you mean 'level'?", 2);
    expect_refused(pond + "--views level,level,level,level,rising",
                   "--views: the number of views must be from 1 to 4, not 5", 2);
    expect_refused(pond + "--beside pond --views level,rising",
                   "--views: --beside allows only one view", 2);
    expect_refused(pond + "--beside nothing",
                   "cannot run 'nothing': simulation not found in `glint list`", 2);
}

}  // namespace
}  // namespace glint::test
