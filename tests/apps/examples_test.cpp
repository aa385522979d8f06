// SPDX-License-Identifier: MIT
// The examples run unchanged on each backend and print the expected results.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include <glint/formats/png.hpp>

#include <apps/on_backend.hpp>
#include <apps/started.hpp>
#include <support/thorough.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

class Examples : public OnEachBackend {
protected:
    const fs::path& folder() const { return folder_.path(); }

    Outcome start(const std::string& name, const std::string& arguments = "") {
        return start_program((fs::path(GLINT_EXAMPLES) / name).string(), folder_.path(), arguments,
                             "GLINT_DEVICE=" + GetParam());
    }

    /// Output of the example program, which must succeed.
    std::string output_of(const std::string& name) {
        const Outcome outcome = start(name);
        EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.err;
        return outcome.out;
    }

private:
    TemporaryFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Backends, Examples, each_backend(), name);

TEST_P(Examples, AMatrixIsDoubled) {
    const std::string out = output_of("doubling");
    EXPECT_TRUE(contains(out, " -1.00  -0.75  -0.50  -0.25\n"));
    EXPECT_TRUE(contains(out, " -2.00  -1.50  -1.00  -0.50\n"));
    EXPECT_TRUE(contains(out, "by a kernel correct, by an expression correct"));
}

TEST_P(Examples, VectorsAreAdded) {
    const std::string out = output_of("vector_add");
    EXPECT_TRUE(contains(out, "1000000 sums on "));
    EXPECT_TRUE(contains(out, "in global memory correct, in shared memory correct"));
}

TEST_P(Examples, MatrixProductsAgree) {
    const std::string out = output_of("matrix_product");
    EXPECT_TRUE(contains(out, GetParam() == "cuda" ? "1024x1024 doubles" : "256x256 doubles"));
    EXPECT_TRUE(contains(out, "tiled kernel"));
    EXPECT_TRUE(contains(out, "correct"));
}

TEST_P(Examples, SegmentsAreSummed) {
    const std::string out = output_of("segmented_sum");
    EXPECT_TRUE(contains(out, "1117 sums of 896 elements on "));
    EXPECT_TRUE(contains(out, ": by segment_sums<int, 128, 7> correct, by segmented_sum correct"));
}

TEST_P(Examples, LambdasOfTheHostBecomePartOfKernels) {
    EXPECT_TRUE(
        contains(output_of("host_functions"), ": map correct, reduce correct, scan correct\n"));
}

TEST_P(Examples, StringsBecomeKernels) {
    EXPECT_TRUE(contains(output_of("short_kernels"),
                         ": elementwise correct, reduction correct, scan correct\n"));
}

/// Words and integers are identical on each backend, and so are uniform numbers and their
/// histogram.
TEST_P(Examples, RandomNumbersHaveTheRightDistribution) {
    const std::string out = output_of("random_numbers");
    EXPECT_TRUE(contains(out,
                         "uniform: mean 0.5000 (0.5000), deviation 0.2886 (0.2887): correct\n"
                         "   0.00   99685 ****"))
        << out;
    for (const char* name : {"\nnormal", "\nlog-normal", "\nPoisson"})
        EXPECT_TRUE(contains(out, std::string(name) + ": mean ")) << out;
    EXPECT_FALSE(contains(out, "WRONG")) << out;
    EXPECT_TRUE(contains(
        out, "the same seed gives the same numbers, and another seed gives others: correct"));
}

/// The tolerance is 0.0003 because pictures of two seeds differ as much as pictures whose rates
/// differ by 0.0003.
TEST_P(Examples, AFitRecoversFeedAndKillOfAnImage) {
    const std::string out = output_of("fitting");
    EXPECT_TRUE(contains(out, " runs of 4000 steps of 192x192 cells on ")) << out;
    EXPECT_TRUE(contains(out, ": correct\n")) << out;
    if constexpr (!kThorough) return;

    ASSERT_EQ(start("fitting", "spots.png 0.034 0.058").status, 0);
    const Outcome fitted = start("fitting", "spots.png");
    double feed = 0, kill = 0;
    ASSERT_EQ(std::sscanf(fitted.out.c_str(), "feed %lf, kill %lf", &feed, &kill), 2) << fitted.out;
    EXPECT_NEAR(feed, 0.034, 0.0003);
    EXPECT_NEAR(kill, 0.058, 0.0003);
}

TEST_P(Examples, ABlockOf33By33ThreadsIsRefused) {
    const std::string out = output_of("refused_launch");
    EXPECT_TRUE(contains(out, "refused: cannot launch kernel 'touch': "));
    EXPECT_TRUE(contains(out, "33x33x1 has 1089 threads"));
    EXPECT_TRUE(contains(out, "at most 1024"));
}

/// Number of pixels with a channel above `brightness`.
std::size_t pixels_above(const Picture& picture, std::uint8_t brightness) {
    std::size_t count = 0;
    for (unsigned i = 0; i < picture.width * picture.height; ++i) {
        const std::uint8_t* pixel = &picture.rgba[4 * std::size_t{i}];
        count += std::max({pixel[0], pixel[1], pixel[2]}) > brightness;
    }
    return count;
}

class DrawnExamples : public OnBackend {};

INSTANTIATE_TEST_SUITE_P(Backends, DrawnExamples, each_backend(), name);

/// The knot covers between 1/30 and 1/3 of the picture, and the sky far more.
TEST_P(DrawnExamples, ATextureAndABufferAreDrawn) {
    const Outcome outcome =
        start_program((fs::path(GLINT_EXAMPLES) / "shared_picture").string(), folder().path(),
                      "--headless --frames 2 --size 320x180 --out .", "GLINT_DEVICE=" + GetParam());
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const Picture picture = read_png(folder().path() / "work" / "shared_picture-000002.png");
    const std::size_t all = std::size_t{picture.width} * picture.height;
    EXPECT_EQ(all, 320u * 180u);
    EXPECT_GT(pixels_above(picture, 128), all / 30);
    EXPECT_LT(pixels_above(picture, 128), all / 3);
    EXPECT_GT(pixels_above(picture, 8), all / 2);
}

TEST_P(DrawnExamples, EddiesKeepTheirEnergy) {
    const Outcome outcome = start_program(
        (fs::path(GLINT_EXAMPLES) / "eddies").string(), folder().path(),
        "--headless --frames 20 --every 20 --size 96x96 --out .", "GLINT_DEVICE=" + GetParam());
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, ": correct\n")) << outcome.out;
    const Picture picture = read_png(folder().path() / "work" / "eddies-000020.png");
    EXPECT_GT(pixels_above(picture, 128), 96u * 96u / 4);
}

TEST_P(Examples, InvalidArgumentsGiveAOneLineError) {
    const auto refused = [&](const std::string& arguments) {
        const Outcome outcome = start("shared_picture", arguments);
        EXPECT_EQ(outcome.status, 2) << arguments << outcome.out << outcome.err;
        return outcome.err;
    };
    EXPECT_EQ(refused("--headless --frames 1 --set speed=1"),
              "shared_picture: cannot set parameter 'speed': parameter not found\n");
    EXPECT_EQ(refused("--frames none"),
              "shared_picture: --frames: 'none' is not a whole number from 1 to 1000000000\n");
    EXPECT_EQ(
        refused("--headless --out /dev/null/images"),
        "shared_picture: cannot write images to '/dev/null/images': '/dev/null' is not a folder\n");
    EXPECT_EQ(refused("--headless --device cpu --share registered"),
              "shared_picture: --share: 'registered' is not available on this device. Use host or "
              "staging\n");
    const std::string device = refused("--headless --device nonsense");
    EXPECT_TRUE(device.starts_with(
        "shared_picture: cannot open device 'nonsense': the device was not found. "))
        << device;
    EXPECT_EQ(std::ranges::count(device, '\n'), 1) << device;
}

/// A failure after the arguments were accepted ends the program with its error message and status
/// 1.
TEST_P(Examples, LaterFailuresPrintTheirMessage) {
    const auto failed = [&](const std::string& arguments) {
        const Outcome outcome = start("shared_picture", arguments);
        EXPECT_EQ(outcome.status, 1) << arguments << outcome.out << outcome.err;
        EXPECT_EQ(outcome.out, "");
        return outcome.err;
    };
    const std::string window = failed("");
    EXPECT_TRUE(window.starts_with("shared_picture: cannot open a window: ")) << window;
    EXPECT_TRUE(window.ends_with(". Use --headless to run without a window\n")) << window;
    EXPECT_EQ(std::ranges::count(window, '\n'), 1) << window;
}

TEST_P(Examples, CompileErrorsAreShown) {
    const fs::path file = folder() / "apps/examples/shared_picture/shared_picture.cu";
    fs::create_directories(file.parent_path());
    std::ofstream(file) << "extern \"C\" __global__ void sky(int* out) {\n    *out = nowhere;\n}\n";
    const Outcome outcome = start_program(
        (fs::path(GLINT_EXAMPLES) / "shared_picture").string(), folder(), "--headless --every 0",
        "GLINT_ROOT=" + folder().string() + " GLINT_DEVICE=" + GetParam());
    EXPECT_EQ(outcome.status, 1);
    const std::string name = file.string();
    EXPECT_TRUE(outcome.err.starts_with("shared_picture: cannot compile " + name +
                                        ": it has errors\n" + name + ":2:12: error: "))
        << outcome.err;
    EXPECT_TRUE(outcome.err.ends_with("\n        *out = nowhere;\n               ^\n"))
        << outcome.err;
}

}  // namespace
}  // namespace glint::test
