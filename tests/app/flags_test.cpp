// SPDX-License-Identifier: MIT
#include <glint/app/detail/flags.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>

#include <app/slider.hpp>
#include <base/scratch.hpp>
#include <glint/app/app.hpp>

namespace glint::app {
namespace {

using Words = std::vector<std::string>;

/// Parses `words` as the command line of a program with the defaults `options`.
AppOptions parsed(Words words, AppOptions options = {}) {
    CLI::App command("test", "program");
    add_flags(command, options);
    std::ranges::reverse(words);  // CLI11 parses a vector in reverse order
    command.parse(words);
    return options;
}

/// Returns the error message that the program prints for `words`, or "" if they are valid.
std::string refused(Words words, AppOptions options = {}) {
    CLI::App command("test", "program");
    add_flags(command, options);
    std::ranges::reverse(words);
    try {
        command.parse(words);
    } catch (const CLI::ParseError& error) {
        return refusal(&command, error);
    }
    return "";
}

TEST(Flags, WithoutFlagsOptionsKeepTheirDefaults) {
    const AppOptions options = parsed({}, {.title = "a", .width = 7, .frames = 3, .out = "there"});
    EXPECT_EQ(options.width, 7u);
    EXPECT_EQ(options.height, 720u);
    EXPECT_EQ(options.frames, 3u);
    EXPECT_EQ(options.every, std::nullopt);
    EXPECT_EQ(options.device, "auto");
    EXPECT_EQ(options.sharing, interop::Sharing::automatic);
    EXPECT_EQ(options.out, "there");
    EXPECT_FALSE(options.headless);
    EXPECT_TRUE(options.settings.empty());
}

TEST(Flags, SetTheOptions) {
    const AppOptions options =
        parsed({"--headless", "--frames", "1000000000", "--every=7", "--size", "1x16384", "--out",
                "a folder", "--dt", "1e-3", "--device", "cuda:1", "--share", "staging", "--set",
                "drag=0.5", "--set", "wind=1,2,3"});
    EXPECT_TRUE(options.headless);
    EXPECT_EQ(options.frames, 1'000'000'000u);
    EXPECT_EQ(options.every, 7u);
    EXPECT_EQ(options.width, 1u);
    EXPECT_EQ(options.height, 16384u);
    EXPECT_EQ(options.out, "a folder");
    EXPECT_EQ(options.time_step, 1e-3);
    EXPECT_EQ(options.device, "cuda:1");
    EXPECT_EQ(options.sharing, interop::Sharing::staging);
    EXPECT_EQ(parsed({"--every", "0"}).every, 0u);
    const decltype(options.settings) settings{{"drag", "0.5"}, {"wind", "1,2,3"}};
    EXPECT_EQ(options.settings, settings);
}

TEST(Flags, TheLastOfTwoEqualFlagsCounts) {
    const AppOptions options = parsed(
        {"--frames", "3",     "--every",    "4",        "--size", "5x6",       "--out", "first",
         "--dt",     "1",     "--headless", "--frames", "30",     "--every",   "40",    "--size",
         "50x60",    "--out", "second",     "--dt",     "10",     "--headless"});
    EXPECT_EQ(options.frames, 30u);
    EXPECT_EQ(options.every, 40u);
    EXPECT_EQ(options.width, 50u);
    EXPECT_EQ(options.height, 60u);
    EXPECT_EQ(options.out, "second");
    EXPECT_EQ(options.time_step, 10);
    EXPECT_TRUE(options.headless);
}

TEST(Flags, EachSettingNeedsItsFlag) {
    EXPECT_EQ(refused({"--set", "a=1", "b=2"}), "program: unknown argument 'b'\n");
}

TEST(Flags, RefuseAFolderWithoutAName) {
    EXPECT_EQ(refused({"--out", ""}),
              "program: --out: the folder name is empty. Use '.' for the current folder\n");
}

TEST(Flags, MayContainAnEqualsSignInASetting) {
    EXPECT_EQ(parsed({"--set", "a=b=c"}).settings.front().second, "b=c");
    EXPECT_EQ(parsed({"--set", "a="}).settings.front().second, "");
}

TEST(Flags, RefuseInvalidCounts) {
    for (const std::string flag : {"--frames", "--every"})
        for (const std::string value :
             {"-1", "1.5", "many", "1000000001", "99999999999999999999", "1e3", " 4"})
            EXPECT_EQ(
                refused({flag + "=" + value})
                    .find("program: " + flag + ": '" + value + "' is not a whole number from "),
                0u)
                << refused({flag + "=" + value});
}

TEST(Flags, HelpShowsTheProgramsDefaults) {
    AppOptions options{.width = 64, .height = 32, .frames = 9, .out = "there", .device = "cpu"};
    CLI::App command("test", "program");
    add_flags(command, options);
    const std::string help = command.help();
    for (const char* part :
         {"(default: 64x32)", "stop after N frames (default: 9)",
          "or no images if N is 0 (default: 4 images in total)", "output folder (default: there)",
          "UUID (default: cpu)", "or host (default: auto)", "unit (default: 0.01667)",
          "initial state (default: 1)"})
        EXPECT_NE(help.find(part), help.npos) << part << " is not in " << help;
}

TEST(Flags, RefuseInvalidSharingMethods) {
    EXPECT_EQ(refused({"--share", "hots"}).find("program: --share: 'hots': "), 0u);
    EXPECT_EQ(refused({"--frames", "0"}),
              "program: --frames: '0' is not a whole number from 1 to 1000000000\n");
}

TEST(Flags, RefuseInvalidSizes) {
    for (const std::string value : {"0x0", "0x9", "9x0", "9", "9x", "x9", "9x9x9", "16385x9",
                                    "9x16385", "-9x9", "9X9", "axb", "9.5x9"})
        EXPECT_EQ(refused({"--size", value}),
                  "program: --size: '" + value +
                      "' is not of the form WIDTHxHEIGHT with sides from 1 to 16384\n");
}

TEST(Flags, RefuseInvalidTimeSteps) {
    for (const std::string value : {"0", "-1", "nan", "inf", "1s", "1e999"})
        EXPECT_EQ(refused({"--dt=" + value}),
                  "program: --dt: '" + value + "' is not a number above 0\n");
}

TEST(Flags, RefuseSettingsWithoutNameOrValue) {
    for (const std::string value : {"drag", "=3", "="})
        EXPECT_EQ(refused({"--set", value}),
                  "program: --set: '" + value + "' is not of the form NAME=VALUE\n");
}

TEST(Flags, NameTheFlagWithoutItsValue) {
    for (const std::string flag : {"--frames", "--every", "--size", "--out", "--dt", "--set"}) {
        const std::string line = refused({flag});
        EXPECT_EQ(line.find("program: " + flag + ": "), 0u) << line;
        EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
    }
}

TEST(Flags, NameTheNearestFlagForAnUnknownOne) {
    EXPECT_EQ(refused({"--frame", "3"}),
              "program: unknown argument '--frame'; did you mean '--frames'?\n");
    EXPECT_EQ(refused({"--evry=3"}),
              "program: unknown argument '--evry'; did you mean '--every'?\n");
    EXPECT_EQ(refused({"--nonsense"}), "program: unknown argument '--nonsense'\n");
    EXPECT_EQ(refused({"word"}), "program: unknown argument 'word'\n");
}

TEST(Flags, SetAProgramsOwnVariables) {
    bool trails = false, grid = true;
    int step = -1;
    unsigned boids = 20;
    std::int64_t least = 0;
    std::uint64_t most = 0;
    float drag = 0.5f;
    double mass = 1;
    std::string name = "none";
    std::filesystem::path input;
    const AppOptions options{.flags = {{"trails", &trails, "draw trails"},
                                       {"grid", &grid, "draw a grid"},
                                       {"step", &step, "how far"},
                                       {"boids", &boids, "how many"},
                                       {"least", &least, "at least"},
                                       {"most", &most, "at most"},
                                       {"drag", &drag, "slows"},
                                       {"mass", &mass, "of each"},
                                       {"name", &name, "of the flock"},
                                       {"input", &input, "where it starts"}}};
    parsed({}, options);
    EXPECT_EQ(boids, 20u);
    EXPECT_EQ(name, "none");
    parsed({"--trails", "--grid=false", "--step", "-2147483648", "--boids=3", "--boids", "4",
            "--least=-9223372036854775808", "--most", "18446744073709551615", "--drag", "1e-3",
            "--mass=-2.5", "--name", "a b", "--input", "a/b.ply"},
           options);
    EXPECT_TRUE(trails);
    EXPECT_FALSE(grid);
    EXPECT_EQ(step, std::numeric_limits<int>::min());
    EXPECT_EQ(boids, 4u);
    EXPECT_EQ(least, std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(most, std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(drag, 1e-3f);
    EXPECT_EQ(mass, -2.5);
    EXPECT_EQ(name, "a b");
    EXPECT_EQ(input, "a/b.ply");
}

TEST(Flags, RefuseValuesThatDoNotFitTheVariable) {
    unsigned boids = 20;
    float drag = 0.5f;
    bool trails = false;
    AppOptions options{.flags = {{"boids", &boids, "how many"},
                                 {"drag", &drag, "slows"},
                                 {"trails", &trails, "draw trails"}}};
    for (const std::string value : {"-1", "1.5", "4294967296", " 1", "1 ", "many"})
        EXPECT_EQ(refused({"--boids=" + value}, options),
                  "program: --boids: '" + value + "' is not a whole number from 0 to 4294967295\n");
    for (const std::string value : {"nan", "inf", "1e39", "fast"})
        EXPECT_EQ(refused({"--drag=" + value}, options),
                  "program: --drag: '" + value + "' is not a number\n");
    EXPECT_EQ(refused({"--trails=maybe"}, options),
              "program: --trails: 'maybe' is neither true nor false\n");
    EXPECT_EQ(refused({"--boid=3"}, options),
              "program: unknown argument '--boid'; did you mean '--boids'?\n");
    EXPECT_EQ(boids, 20u);
    EXPECT_EQ(drag, 0.5f);
    EXPECT_FALSE(trails);
}

TEST(Flags, RefuseInvalidSeeds) {
    EXPECT_EQ(parsed({"--seed", "4294967295"}).seed, 4294967295u);
    for (const std::string value : {"-1", "4294967296", "1.5", "x"})
        EXPECT_EQ(refused({"--seed=" + value}),
                  "program: --seed: '" + value + "' is not a whole number from 0 to 4294967295\n");
}

TEST(Flags, ProgramFlagsNeedUnusedNames) {
    unsigned count = 1;
    const auto add = [&](const std::string& name) {
        AppOptions options{.flags = {{name, &count, ""}}};
        CLI::App command("test", "program");
        add_flags(command, options);
    };
    test::expect_error(ErrorCode::invalid_argument, "a flag of this name already exists",
                       [&] { add("frames"); });
    test::expect_error(ErrorCode::invalid_argument, "Bad long name: two words",
                       [&] { add("two words"); });
}

/// Runs `body` in a program that is started with `words`; its output goes to stderr.
[[noreturn]] void run_and_exit(std::vector<const char*> words, AppOptions defaults,
                               const std::function<int(App&)>& body) {
    dup2(STDERR_FILENO, STDOUT_FILENO);
    const int argc = static_cast<int>(words.size());
    words.push_back(nullptr);
    std::exit(run(std::move(defaults), argc, words.data(), body));
}

TEST(Flags, ProgramExitsOnInvalidFlags) {
    EXPECT_EXIT(run_and_exit({"/some/where/program", "--frames", "0"}, {}, [](App&) { return 0; }),
                testing::ExitedWithCode(2),
                "^program: --frames: '0' is not a whole number from 1 to 1000000000\n$");
}

TEST(Flags, HelpListsParametersAndExits) {
    double mass = 2.5;
    const auto body = [](App& app) {
        ParameterSet parameters("Params", {test::slider("drag", 0.5, 4)}, 4);
        app.panel("Panel").add(parameters);
        (void)app.next_frame();
        return 7;
    };
    EXPECT_EXIT(run_and_exit({"program", "--help"},
                             {.title = "Flock", .flags = {{"mass", &mass, "of each"}}}, body),
                testing::ExitedWithCode(0),
                "--headless.*\n\nFlock:\n  --mass X .* of each \\(default: 2.5\\)\n.*"
                "\n\nParameters:\n  --set drag=0.5  0..4  drag\n");
}

TEST(Flags, ExitStatusComesFromTheBody) {
    const std::vector<const char*> words{"/a/program", "--headless", "--every", "0", "--seed", "9"};
    EXPECT_EXIT(run_and_exit(words, {}, [](App& app) { return static_cast<int>(app.seed()); }),
                testing::ExitedWithCode(9), "^$");
    const auto throwing = [](App&) -> int {
        throw Error(ErrorCode::io, "read file 'a'", "it is gone");
    };
    EXPECT_EXIT(run_and_exit(words, {}, throwing), testing::ExitedWithCode(1),
                "^program: cannot read file 'a': it is gone\n$");
    const auto refusing = [](App&) -> int { throw WrongOption("--boids", "0 are too few"); };
    EXPECT_EXIT(run_and_exit(words, {}, refusing), testing::ExitedWithCode(2),
                "^program: --boids: 0 are too few\n$");
}

TEST(Flags, HelpDescribesParametersInColumns) {
    Parameter speed = test::slider("speed", 1, 4);
    speed.annotation->unit = "m/s";
    speed.annotation->label = "Speed";
    speed.annotation->help = "along the wind";
    Parameter frozen = test::slider("frozen", 0, 1);
    frozen.type = ScalarType::boolean;
    frozen.offset = 4;
    Parameter hidden = test::slider("hidden", 0, 1);
    hidden.annotation.reset();
    hidden.offset = 8;
    EXPECT_EQ(parameter_help(ParameterSet("Params", {speed, frozen, hidden}, 12)),
              "\nParameters:\n"
              "  --set speed=1       0..4 m/s  Speed: along the wind\n"
              "  --set frozen=false            frozen\n");
    EXPECT_EQ(parameter_help(ParameterSet("Params", {hidden}, 12)), "");
}

}  // namespace
}  // namespace glint::app
