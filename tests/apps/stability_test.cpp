// SPDX-License-Identifier: MIT
#include <apps/catalog.hpp>
#include <base/scratch.hpp>
#include <glint/array/array.hpp>
#include <glint/base/error.hpp>
#include <glint/formats/npy.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>

// Unstable parameters are refused before the first step; values just below the limit are accepted.
namespace glint::apps {
namespace {

using Settings = std::vector<std::pair<std::string, std::string>>;

class Stability : public test::OnEachBackend {
protected:
    struct Case {
        std::string name;
        Settings settings{};
        double dt = 0;
        std::string input{};
    };
    std::unique_ptr<studio::Simulation> made(const Case& of) {
        const Entry entry = find_entry(of.name);
        auto options = options_for(entry, open());
        options.settings.insert(options.settings.end(), of.settings.begin(), of.settings.end());
        if (of.dt > 0) options.dt = of.dt;
        if (!of.input.empty()) options.inputs = {of.input};
        return make_simulation(entry, options);
    }
    std::string refusal(const Case& of) {
        const auto simulation = made(of);
        try {
            find_entry(of.name).require(*simulation);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
            return error.reason();
        }
        return "taken";
    }

    test::TemporaryFolder folder_;
};

const Settings kSmall{{"width", "48"}, {"height", "32"}};
const Settings kSmallInSpace{{"width", "24"}, {"height", "20"}, {"depth", "20"}};

TEST_P(Stability, WavesRespectTheCourantLimit) {
    EXPECT_EQ(refusal({"waves", kSmall}), "taken");
    EXPECT_EQ(refusal({"waves", kSmall, 1.41}), "taken");
    EXPECT_EQ(refusal({"waves", kSmall, 2}),
              "the Courant number is 1, but the maximum for stability is 0.7071. Use --set "
              "speed=0.707 or --dt 1.41");
    EXPECT_EQ(refusal({"waves3d", kSmallInSpace, 1.15}), "taken");
    EXPECT_EQ(refusal({"waves3d", kSmallInSpace, 1.2}),
              "the Courant number is 0.6, but the maximum for stability is 0.5773. Use --set "
              "speed=0.962 or --dt 1.15");
}

TEST_P(Stability, WaveLimitUsesTheMediumFromAFile) {
    const auto path = folder_.path() / "medium.npy";
    write_npy(path, std::array<std::size_t, 2>{16, 24}, std::vector<float>(16 * 24, 2.0f));
    EXPECT_EQ(refusal({"waves", {}, 0, "medium=" + path.string()}),
              "the Courant number is 1, but the maximum for stability is 0.7071. Use --set "
              "speed=0.707 or --dt 0.707");
}

TEST_P(Stability, GrayScottTimeStepRespectsTheDiffusionLimit) {
    EXPECT_EQ(refusal({"gray_scott", kSmall}), "taken");
    EXPECT_EQ(refusal({"gray_scott", kSmall, 1.19}), "taken");
    EXPECT_EQ(refusal({"gray_scott", kSmall, 2}),
              "with a diffusion of 0.21, a time step of 2 is unstable. Use --dt 1.19 or a smaller "
              "diffusion");
}

TEST_P(Stability, ConvectionLimitsItsSubsteps) {
    EXPECT_EQ(refusal({"convection", kSmall}), "taken");
    const std::string reason = refusal({"convection", kSmall, 1000});
    EXPECT_TRUE(reason.starts_with("a time step of 1000 s needs 64000 substeps")) << reason;
}

// Accepted values stay finite, and the limits are not stricter than necessary.
TEST_P(Stability, AcceptedTimeStepsStayFinite) {
    for (const Case& each : {Case{"waves", kSmall, 1.41}, Case{"waves3d", kSmallInSpace, 1.15},
                             Case{"gray_scott", kSmall, 1.19}}) {
        SCOPED_TRACE(each.name);
        const auto simulation = made(each);
        simulation->advance(400);
        const char* const field = each.name == "gray_scott" ? "u" : "level";
        for (const float value : simulation->field<float>(field).to_vector())
            ASSERT_LT(std::abs(value), 100.0f);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, Stability, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::apps
