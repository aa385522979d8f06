// SPDX-License-Identifier: MIT
#include <apps/on_backend.hpp>
#include <glint/formats/npy.hpp>
#include <support/reference_pictures.hpp>
#include <support/thorough.hpp>

// Compares early pictures of simulations with those in tests/apps/references, which a person has
// checked. After an intended change, run this test on the CPU with GLINT_WRITE_REFERENCES=1 to
// write new ones, then look at them.
namespace glint::apps {
namespace {

// RMS over all channels, out of 255. CPUs and GPUs fuse different multiplications and therefore
// round differently; this early, no point moves by a pixel. If the time is off by a tenth of a
// second, or a parameter by a tenth, the RMS is larger, as the last test below shows.
constexpr double kTolerance = 0.8;
// OpenGL drivers other than Mesa's cover different edge pixels, and round the sum of many faint
// points differently.
constexpr double kToleranceElsewhere = 3.0;

class ReferenceImages : public test::OnBackend {
protected:
    Picture particles(unsigned steps, const char* flow = "2.3") {
        studio::Simulation simulation(options("particles", {{"count", "20000"}, {"flow", flow}}));
        simulation.advance(steps);
        return picture(simulation, 320, 180);
    }

    /// Starts from a given field, because the default grid size depends on the device.
    Picture gray_scott(unsigned steps, const char* feed = "0.037") {
        constexpr std::size_t kWidth = 160, kHeight = 90;
        std::vector<float> v(kWidth * kHeight, 0.0f);
        for (const auto& [left, top] :
             {std::array<std::size_t, 2>{30, 20}, {90, 12}, {110, 60}, {55, 58}})
            for (std::size_t y = top; y < top + 9; ++y)
                for (std::size_t x = left; x < left + 15; ++x) v[y * kWidth + x] = 0.5f;
        const auto path = folder().path() / "v.npy";
        write_npy(path, std::array{kHeight, kWidth}, v);
        studio::Simulation simulation(options("gray_scott", {{"feed", feed}}, path.string()));
        simulation.advance(steps);
        return picture(simulation, 320, 180);
    }

    /// Picture of waves at a lens, or at a dish in 3D, before they reach an edge.
    Picture waves(const char* name, unsigned steps, const char* wavelength = "12") {
        Settings settings{{"width", "320"}, {"height", "180"}, {"wavelength", wavelength}};
        if (name == std::string("waves3d"))
            settings = {{"width", "64"}, {"height", "48"},   {"depth", "48"},
                        {"border", "8"}, {"amplitude", "4"}, {"wavelength", wavelength}};
        studio::Simulation simulation(options(name, settings));
        simulation.advance(steps);
        return picture(simulation, 320, 180);
    }
    Picture wind_tunnel(unsigned steps, const char* reynolds = "100") {
        studio::Simulation simulation(options("wind_tunnel", {{"width", "160"},
                                                              {"height", "90"},
                                                              {"size", "16"},
                                                              {"sponge", "32"},
                                                              {"reynolds", reynolds}}));
        simulation.advance(steps);
        return picture(simulation, 320, 180);
    }

    Picture wind_tunnel3d(const char* name, unsigned steps, const char* reynolds = "100") {
        studio::Simulation simulation(options(name, {{"width", "64"},
                                                     {"height", "32"},
                                                     {"depth", "32"},
                                                     {"size", "10"},
                                                     {"sponge", "12"},
                                                     {"reynolds", reynolds}}));
        simulation.advance(steps);
        return picture(simulation, 320, 180);
    }

    /// Picture of a simulation with host code. Apart from `settings`, parameters have the defaults
    /// of its file on all devices.
    Picture particles_of(const char* name, const Settings& settings, unsigned steps) {
        auto given = options(name);
        given.settings = settings;
        const auto simulation = apps::make_simulation(apps::find_entry(name), given);
        simulation->advance(steps);
        return picture(*simulation, 320, 180);
    }
    Picture nbody(unsigned steps) { return particles_of("nbody", {{"count", "2048"}}, steps); }
    Picture galaxy(unsigned steps) { return particles_of("galaxy", {{"count", "10000"}}, steps); }
    Picture flock(unsigned steps) { return particles_of("flock", {{"count", "4000"}}, steps); }
    Picture cloth(unsigned steps) {
        return particles_of("cloth",
                            {{"columns", "48"},
                             {"rows", "48"},
                             {"picture_width", "320"},
                             {"picture_height", "180"}},
                            steps);
    }
    Picture dam(unsigned steps) {
        return particles_of("dam",
                            {{"spacing", "0.08"},
                             {"width", "40"},
                             {"height", "13"},
                             {"depth", "13"},
                             {"picture_width", "320"},
                             {"picture_height", "180"}},
                            steps);
    }
    Picture sand_snow(unsigned steps) {
        return particles_of("sand_snow", {{"count", "10000"}}, steps);
    }

    void expect_reference(const Picture& actual, const std::string& name) {
        const std::filesystem::path path = std::filesystem::path(GLINT_REFERENCE_DIR) / name;
        if (test::writes_references() && GetParam() == "cpu") write_png(path, actual);
        SCOPED_TRACE("on " + context().renderer());
        const bool mesa = context().renderer().find("llvmpipe") != std::string::npos;
        test::expect_picture(actual, path, mesa ? kTolerance : kToleranceElsewhere);
    }
};

TEST_P(ReferenceImages, ParticlesAfterHalfASecond) {
    expect_reference(particles(30), "particles.png");
}

TEST_P(ReferenceImages, GrayScottAfterAThousandSteps) {
    expect_reference(gray_scott(1000), "gray_scott.png");
}

TEST_P(ReferenceImages, WavesAfterALens) { expect_reference(waves("waves", 200), "waves.png"); }

TEST_P(ReferenceImages, WavesInFrontOfADish) {
    expect_reference(waves("waves3d", 60), "waves3d.png");
}
TEST_P(ReferenceImages, WindTunnelAfterTwoThousandSteps) {
    expect_reference(wind_tunnel(2000), "wind_tunnel.png");
}

TEST_P(ReferenceImages, WindTunnel3dAfterThreeHundredSteps) {
    expect_reference(wind_tunnel3d("wind_tunnel3d", 300), "wind_tunnel3d.png");
    expect_reference(wind_tunnel3d("wind_tunnel3d_16", 300), "wind_tunnel3d.png");
}

TEST_P(ReferenceImages, NBodyAfterTenSteps) { expect_reference(nbody(10), "nbody.png"); }

TEST_P(ReferenceImages, GalaxyAfterTenSteps) { expect_reference(galaxy(10), "galaxy.png"); }

TEST_P(ReferenceImages, FlockAfterTwentySteps) { expect_reference(flock(20), "flock.png"); }

// Compares before the cloth folds, because rounding affects how it folds.
TEST_P(ReferenceImages, ClothThatReachesTheBall) { expect_reference(cloth(14), "cloth.png"); }

TEST_P(ReferenceImages, DamAfterAFifthOfASecond) { expect_reference(dam(40), "dam.png"); }

TEST_P(ReferenceImages, SandAndSnowAfterTwentySteps) {
    expect_reference(sand_snow(20), "sand_snow.png");
}

TEST_P(ReferenceImages, ImagesOfOtherTimesDifferMore) {
    EXPECT_GT(test::rms_difference(nbody(10), nbody(16)), kTolerance);
    if constexpr (!test::kThorough) return;
    EXPECT_GT(test::rms_difference(galaxy(10), galaxy(40)), kTolerance);
    EXPECT_GT(test::rms_difference(flock(20), flock(22)), kTolerance);
    EXPECT_GT(test::rms_difference(cloth(14), cloth(16)), kTolerance);
    EXPECT_GT(test::rms_difference(dam(40), dam(44)), kTolerance);
    EXPECT_GT(test::rms_difference(sand_snow(20), sand_snow(24)), kTolerance);
}

TEST_P(ReferenceImages, WrongImagesDifferMore) {
    EXPECT_GT(test::rms_difference(particles(30), particles(36)), kTolerance);
    EXPECT_GT(test::rms_difference(particles(30), particles(30, "2.07")), kTolerance);
    EXPECT_GT(test::rms_difference(gray_scott(1000), gray_scott(1100)), kTolerance);
    EXPECT_GT(test::rms_difference(gray_scott(1000), gray_scott(1000, "0.034")), kTolerance);
    if constexpr (!test::kThorough) return;
    EXPECT_GT(test::rms_difference(wind_tunnel(2000), wind_tunnel(2100)), kTolerance);
    EXPECT_GT(test::rms_difference(wind_tunnel(2000), wind_tunnel(2000, "90")), kTolerance);
    const Picture wake = wind_tunnel3d("wind_tunnel3d", 300);
    EXPECT_GT(test::rms_difference(wake, wind_tunnel3d("wind_tunnel3d", 330)), kTolerance);
    EXPECT_GT(test::rms_difference(wake, wind_tunnel3d("wind_tunnel3d", 300, "70")), kTolerance);
    for (const auto& [name, steps] : {std::pair{"waves", 200u}, std::pair{"waves3d", 60u}}) {
        EXPECT_GT(test::rms_difference(waves(name, steps), waves(name, steps + 1)), kTolerance);
        EXPECT_GT(test::rms_difference(waves(name, steps), waves(name, steps, "11.5")), kTolerance);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, ReferenceImages, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::apps
