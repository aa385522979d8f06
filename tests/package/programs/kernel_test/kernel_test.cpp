// SPDX-License-Identifier: MIT
// Tests of kernel_test.cu on each backend of this machine.
#include <filesystem>
#include <numeric>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/compiler/program.hpp>
#include <glint/driver/memory.hpp>
#include <glint/testing/backends.hpp>
#include <glint/testing/requirements.hpp>

namespace {

const std::filesystem::path kSource = std::filesystem::path(FOLDER) / "kernel_test.cu";

using Smooth = glint::test::OnEachBackend;

std::vector<float> expected(const std::vector<float>& from, float weight) {
    std::vector<float> to(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        const float left = from[i == 0 ? 0 : i - 1], right = from[std::min(i + 1, from.size() - 1)];
        to[i] = (1 - 2 * weight) * from[i] + weight * (left + right);
    }
    return to;
}

TEST_P(Smooth, AgreesWithTheHostForAllSizes) {
    const glint::Device device = open();
    glint::Stream stream(device);
    glint::Program program(device, kSource);
    const auto smooth =
        program.kernel<void(unsigned, const glint::ParameterSet&, const float*, float*)>("smooth");
    auto params = program.parameters();
    for (const unsigned n : {1u, 2u, 255u, 256u, 257u, 1000u}) {
        for (const float weight : {0.0f, 0.25f, 0.4f}) {
            params.set("weight", weight);
            std::vector<float> from(n);
            for (unsigned i = 0; i < n; ++i) from[i] = static_cast<float>((i * 7919u) % 101u);
            const glint::Array<float> x(stream, from);
            glint::Array<float> y(stream, n);
            smooth.launch(stream, glint::threads(n), n, params, x, y);
            const auto got = y.to_vector(), wanted = expected(from, weight);
            for (unsigned i = 0; i < n; ++i)
                EXPECT_NEAR(got[i], wanted[i], 1e-4f) << n << ", " << i;
        }
    }
}

TEST_P(Smooth, RefusesInvalidNamesAndValues) {
    const glint::Device device = open();
    glint::Program program(device, kSource);
    auto params = program.parameters();
    EXPECT_THROW(params.set("wieght", 0.1), glint::Error);
    EXPECT_THROW(params.set("weight", 2.0), glint::Error);
}

TEST_P(Smooth, BlockSumsOfTwoTypes) {
    const glint::Device device = open();
    glint::Stream stream(device);
    glint::Program program(device, kSource, {.instantiations = {"sums<float>", "sums<double>"}});
    std::vector<double> values(1000);
    std::iota(values.begin(), values.end(), 1.0);
    const glint::Array<double> x(stream, values);
    glint::Array<double> result(stream, 8);
    program.kernel<void(unsigned, const double*, double*)>("sums<double>")
        .launch(stream, {.grid = {8}, .block = {128}}, 1000, x, result);
    const auto got = result.to_vector();
    EXPECT_EQ(std::accumulate(got.begin(), got.end(), 0.0), 500500.0);
    EXPECT_EQ(got[0], 128 * 129 / 2);
}

TEST_P(Smooth, FaultsNameTheKernel) {
    const glint::Device device = open();
    if (device.kind() != glint::BackendKind::cpu) GTEST_SKIP() << "a fault would take the GPU away";
    glint::Stream stream(device);
    glint::Program program(device, kSource);
    glint::Array<float> values(stream, 10);
    program.kernel<void(unsigned, float*)>("careless").launch(stream, {}, 10, values);
    try {
        stream.synchronize();
        FAIL() << "no error";
    } catch (const glint::Error& error) {
        EXPECT_NE(std::string(error.what()).find("careless"), std::string::npos) << error.what();
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, Smooth, glint::test::each_backend(), glint::test::name);

}  // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    testing::UnitTest::GetInstance()->listeners().Append(new glint::test::RequirementListener);
    return RUN_ALL_TESTS();
}
