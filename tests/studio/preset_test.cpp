// SPDX-License-Identifier: MIT
#include <glint/studio/window/presets.hpp>

#include <gtest/gtest.h>

#include <app/slider.hpp>
#include <base/scratch.hpp>
#include <glint/base/files.hpp>

namespace glint::studio {
namespace {

using test::expect_error;

Parameter of(Parameter parameter, ScalarType type, unsigned components = 1) {
    parameter.type = type;
    parameter.components = components;
    return parameter;
}

class PresetTest : public testing::Test {
protected:
    Preset read(const std::string& text) { return read_preset(folder_.write("p.toml", text)); }
    std::string file() const { return (folder_.path() / "p.toml").string(); }
    std::string text() { return preset_text("Pond", sets_); }

    test::TemporaryFolder folder_;
    std::vector<ParameterSet> sets_{
        ParameterSet("Params",
                     {test::slider("speed", 0.5, 0.7, 0),
                      of(test::slider("tint", 0, 1, 4), ScalarType::f32, 3),
                      of(test::slider("wet", 0, 1, 16), ScalarType::boolean),
                      of(test::slider("count", 4, 100, 20), ScalarType::i32)},
                     24),
        ParameterSet("Wind", {test::slider("force", 1e-5, 10, 0)}, 4)};
};

TEST_F(PresetTest, RoundTripEveryValue) {
    sets_[0].set("speed", 0.1f);
    sets_[0].set_text("tint", "1,0.25,0.3");
    sets_[0].set("wet", 1);
    sets_[0].set("count", 77);
    const std::string written = text();
    EXPECT_EQ(written,
              "# Parameters of Pond\nspeed = 0.1\ntint = [1, 0.25, 0.3]\nwet = true\ncount = 77\n"
              "force = 1e-05\n");
    for (ParameterSet& set : sets_) set.reset();
    EXPECT_TRUE(apply_preset(read(written), sets_).empty());
    EXPECT_EQ(text(), written);
}

TEST_F(PresetTest, DistinguishEqualNames) {
    sets_[1] = ParameterSet("Wind", {test::slider("speed", 3, 10, 0)}, 4);
    const std::string written = text();
    EXPECT_EQ(written,
              "# Parameters of Pond\ntint = [0, 0, 0]\nwet = false\ncount = 4\n"
              "\n[Params]\nspeed = 0.5\n\n[Wind]\nspeed = 3\n");
    EXPECT_TRUE(apply_preset(read("[Wind]\nspeed = 8\n"), sets_).empty());
    EXPECT_EQ(sets_[1].get("speed"), 8);
    EXPECT_EQ(sets_[0].get("speed"), 0.5);
    EXPECT_TRUE(apply_preset(read("speed = 0.25"), sets_).empty());
    EXPECT_EQ(sets_[0].get("speed"), 0.25);
    EXPECT_EQ(sets_[1].get("speed"), 0.25);
}

TEST_F(PresetTest, NameChoices) {
    Parameter walls = of(test::slider("walls", 1, 2), ScalarType::i32);
    walls.choices = {{"solid", 0}, {"slip", 1}, {"periodic", 2}};
    Parameter sides = of(test::slider("sides", 0, 2, 4), ScalarType::i32, 2);
    sides.choices = walls.choices;
    sets_ = {ParameterSet("Params", {walls, sides}, 12)};
    const std::string written = text();
    EXPECT_EQ(written, "# Parameters of Pond\nwalls = \"slip\"\nsides = [\"solid\", \"solid\"]\n");
    EXPECT_TRUE(apply_preset(read("walls = 2\nsides = [\"periodic\", \"slip\"]\n"), sets_).empty());
    EXPECT_EQ(sets_[0].text("walls"), "periodic");
    EXPECT_EQ(sets_[0].text("sides"), "periodic,slip");
    EXPECT_TRUE(apply_preset(read(written), sets_).empty());
    EXPECT_EQ(sets_[0].text("walls"), "slip");
    expect_error(ErrorCode::invalid_argument,
                 "'walls': 'slop' is not one of solid, slip, periodic; did you mean 'slip'?",
                 [&] { apply_preset(read("walls = \"slop\"\n"), sets_); });
}

TEST_F(PresetTest, ReportUnknownNames) {
    const auto unknown = apply_preset(read("spede = 1\nspeed = 0.25\n[Other]\nspeed = 3\n"), sets_);
    EXPECT_EQ(unknown,
              (std::vector<std::string>{
                  file() + ":1: parameter 'spede' not found; did you mean 'speed'?",
                  file() + ":4: parameter 'Other.speed' not found; did you mean 'speed'?"}));
    EXPECT_EQ(sets_[0].get("speed"), 0.25);
}

TEST_F(PresetTest, InvalidValuesChangeNothing) {
    const Preset preset = read("force = 5\nspeed = 0.9\ntint = [1, 2]\nwet = 3\ncount = 1.5\n");
    try {
        (void)apply_preset(preset, sets_);
        FAIL() << "was taken";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_EQ(std::string(error.what()),
                  file() + ":2: 'speed': 0.9 is outside 0..0.7\n" + file() +
                      ":3: 'tint': expected 3 values, found 2 in '1,2'\n" + file() +
                      ":4: 'wet': '3' is neither true nor false\n" + file() +
                      ":5: 'count': '1.5' is not a whole number");
    }
    EXPECT_EQ(sets_[1].text("force"), "1e-05");
}

TEST_F(PresetTest, InvalidTomlIsRefusedWithItsLine) {
    const auto refused = [&](const char* text, const char* line, const char* reason) {
        try {
            (void)read(text);
            ADD_FAILURE() << "was read: " << text;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_input);
            EXPECT_EQ(error.operation(), file() + line);
            EXPECT_NE(error.reason().find(reason), std::string::npos) << error.reason();
        }
    };
    refused("speed = 0.5\ndrag = = 3\n", ":2", "Error while parsing");
    refused("speed = \"0.5\"\n", ":1", "'speed' must be a number, true, false");
    refused("a = 1\nb = [1, [2]]\n", ":2", "'b' must be");
    refused("a = 1979-05-27\n", ":1", "'a' must be");
    refused("[A.B]\nc = 1\n", ":1", "'B' must be");
    expect_error(ErrorCode::not_found, "No such file or directory",
                 [&] { (void)read_preset(folder_.path() / "none.toml"); });
}

TEST_F(PresetTest, AreStoredNextToTheFile) {
    const Presets presets(folder_.path() / "pond.cu");
    EXPECT_EQ(presets.folder(), folder_.path() / "pond.presets");
    EXPECT_TRUE(presets.names().empty());
    sets_[0].set("count", 50);
    presets.save("wild sea", "Pond", sets_);
    sets_[0].reset();
    presets.save("calm", "Pond", sets_);
    EXPECT_EQ(presets.names(), (std::vector<std::string>{"calm", "wild sea"}));
    (void)apply_preset(presets.read("wild sea"), sets_);
    EXPECT_EQ(sets_[0].get("count"), 50);
    presets.save("calm", "Pond", sets_);
    EXPECT_EQ(read_text(presets.file_of("calm")), text());
    presets.remove("calm");
    EXPECT_EQ(presets.names(), std::vector<std::string>{"wild sea"});
    presets.remove("wild sea");
    EXPECT_FALSE(std::filesystem::exists(presets.folder()));
    for (const char* name : {"", ".hidden", "../pond", "a/b"})
        EXPECT_THROW((void)presets.file_of(name), Error) << name;
}

TEST_F(PresetTest, AreFoundByPathOrByName) {
    const std::filesystem::path pond = folder_.path() / "pond.cu";
    EXPECT_EQ(find_preset(pond, "calm"), folder_.path() / "pond.presets" / "calm.toml");
    EXPECT_EQ(find_preset(pond, "calm.toml"), "calm.toml");
    EXPECT_EQ(find_preset(pond, "some/calm"), "some/calm");
    EXPECT_EQ(find_preset(pond, file()), file());
}

TEST_F(PresetTest, AreComparedWithCurrentValues) {
    const Preset preset = read("speed = 0.1\ncount = 4\ntint = [0, 0, 2]\n[Wind]\nforce = 2\n");
    const auto rows = compare(preset, sets_);
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_EQ(rows[0].label, "speed");
    EXPECT_EQ(rows[0].now, "0.5");
    EXPECT_EQ(rows[0].preset, "0.1");
    EXPECT_TRUE(rows[0].differs());
    EXPECT_EQ(rows[1].preset, "0,0,2") << "also what does not fit";
    EXPECT_FALSE(rows[2].preset);
    EXPECT_FALSE(rows[2].differs());
    EXPECT_FALSE(rows[3].differs());
    EXPECT_TRUE(rows[4].differs());
    sets_[0].set("speed", 0.1f);
    EXPECT_FALSE(compare(preset, sets_)[0].differs()) << "a float's 0.1 is the preset's";
}

TEST_F(PresetTest, SwapWithTheEarlierValues) {
    Flip flip(read("speed = 0.1\n"), sets_);
    EXPECT_EQ(sets_[0].text("speed"), "0.5");
    flip.flip(sets_);
    EXPECT_TRUE(flip.is_b());
    EXPECT_EQ(sets_[0].text("speed"), "0.1");
    sets_[0].set("count", 9);
    flip.flip(sets_);
    EXPECT_EQ(sets_[0].text("speed"), "0.5");
    EXPECT_EQ(sets_[0].get("count"), 4);
    flip.flip(sets_);
    EXPECT_EQ(sets_[0].get("count"), 9) << "what was set on a side stays there";
}

}  // namespace
}  // namespace glint::studio
