#include <glint/app/detail/flags.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <gtest/gtest.h>

#include <app/slider.hpp>
#include <glint/app/app.hpp>

namespace glint::app {
namespace {

using Words = std::vector<std::string>;

/// What `words` make of the options that a program starts with.
AppOptions parsed(Words words, AppOptions options = {}) {
    CLI::App command("test", "program");
    add_flags(command, options);
    std::ranges::reverse(words);  // as CLI11 takes a vector
    command.parse(words);
    return options;
}

/// The line that the program prints about `words`; "" if it takes them.
std::string refused(Words words) {
    AppOptions options;
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

TEST(Flags, LeaveOptionsAsTheyAre) {
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

TEST(Flags, FillTheOptions) {
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

TEST(Flags, GivenTwiceTheLastOneCounts) {
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
    EXPECT_EQ(refused({"--set", "a=1", "b=2"}), "program: 'b' is not known here\n");
}

TEST(Flags, RefuseAFolderWithoutAName) {
    EXPECT_EQ(refused({"--out", ""}), "program: --out: '' is no folder; '.' is the current one\n");
}

TEST(Flags, TakeAnEqualsSignWithinASetting) {
    EXPECT_EQ(parsed({"--set", "a=b=c"}).settings.front().second, "b=c");
    EXPECT_EQ(parsed({"--set", "a="}).settings.front().second, "");
}

TEST(Flags, RefuseCountsThatAreNone) {
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
    for (const char* part : {"(64x32)", "stop after so many frames (9)", "0: none (four in all)",
                             "folder of the images (there)", "UUID (cpu)", "or host (auto)"})
        EXPECT_NE(help.find(part), help.npos) << part << " is not in " << help;
}

TEST(Flags, RefuseWaysOfSharingThatAreNone) {
    EXPECT_EQ(refused({"--share", "hots"}).find("program: --share: 'hots': "), 0u);
    EXPECT_EQ(refused({"--frames", "0"}),
              "program: --frames: '0' is not a whole number from 1 to 1000000000\n");
}

TEST(Flags, RefuseSizesThatAreNone) {
    for (const std::string value : {"0x0", "0x9", "9x0", "9", "9x", "x9", "9x9x9", "16385x9",
                                    "9x16385", "-9x9", "9X9", "axb", "9.5x9"})
        EXPECT_EQ(refused({"--size", value}),
                  "program: --size: '" + value + "' is not WIDTHxHEIGHT, each 1 to 16384\n");
}

TEST(Flags, RefuseTimeStepsThatAreNone) {
    for (const std::string value : {"0", "-1", "nan", "inf", "1s", "1e999"})
        EXPECT_EQ(refused({"--dt=" + value}),
                  "program: --dt: '" + value + "' is not a number above 0\n");
}

TEST(Flags, RefuseSettingsWithoutNameOrValue) {
    for (const std::string value : {"drag", "=3", "="})
        EXPECT_EQ(refused({"--set", value}), "program: --set: '" + value + "' is not NAME=VALUE\n");
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
              "program: '--frame' is not known here; did you mean '--frames'?\n");
    EXPECT_EQ(refused({"--evry=3"}),
              "program: '--evry' is not known here; did you mean '--every'?\n");
    EXPECT_EQ(refused({"--nonsense"}), "program: '--nonsense' is not known here\n");
    EXPECT_EQ(refused({"word"}), "program: 'word' is not known here\n");
}

TEST(Flags, EndTheProgramThatCannotTakeThem) {
    const std::array words{"/some/where/program", "--frames", "0"};
    EXPECT_EXIT(App({}, static_cast<int>(words.size()), words.data()), testing::ExitedWithCode(2),
                "^program: --frames: '0' is not a whole number from 1 to 1000000000\n$");
}

TEST(Flags, HelpListsTheParametersAtTheFirstFrameAndEndsTheProgramWell) {
    const std::array words{"program", "--help"};
    const auto run = [&] {
        dup2(STDERR_FILENO, STDOUT_FILENO);
        App app({}, static_cast<int>(words.size()), words.data());
        ParameterSet parameters("Params", {test::slider("drag", 0.5, 4)}, 4);
        app.panel("Panel").add(parameters);
        (void)app.next_frame();
    };
    EXPECT_EXIT(run(), testing::ExitedWithCode(0),
                "--headless.*\n\nParameters:\n  --set drag=0.5  0..4  drag\n");
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
