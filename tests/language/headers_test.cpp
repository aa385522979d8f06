// SPDX-License-Identifier: MIT
// Standard host headers in kernels.
#include <cmath>
#include <filesystem>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using Headers = test::OnEachBackend;

TEST_P(Headers, MatchTheHost) {
    const Device device = open();
    Stream stream(device);
    Program program(device, std::filesystem::path(GLINT_TEST_DATA_DIR) / "standard_headers.cu");
    DeviceMemory<double> out(stream, 16);
    program.kernel<void(double*)>("use_headers").launch(stream, threads(1), out);
    const std::vector<double> expected{13,   1024 + 0.5 + 3 + 2, 3,    M_PI, 1,  0,  6.5, 85,
                                       2.25, 4294967296.0,       M_PI, 16,   12, 23, 0.5, 3 + M_PI};
    const std::vector<double> found = to_vector(stream, out);
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(found[i], expected[i], 1e-6) << "number " << i;
}

TEST_P(Headers, HaveTheSameNamesOnEveryBackend) {
    const Device device = open();
    Stream stream(device);
    Program program(device, std::filesystem::path(GLINT_TEST_DATA_DIR) / "standard_names.cu");
    DeviceMemory<int> out(stream, 4);
    program.kernel<void(int*)>("use_names").launch(stream, threads(1), out);
    EXPECT_EQ(to_vector(stream, out), (std::vector<int>{2, 1, 7, 1}));
}

INSTANTIATE_TEST_SUITE_P(Backends, Headers, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
