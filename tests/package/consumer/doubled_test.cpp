// SPDX-License-Identifier: MIT
// A test body that runs on each available backend, in a project that uses an installed glint.
#include <string>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/compiler/program.hpp>
#include <glint/testing/backends.hpp>

namespace {

std::string source;

using Doubled = glint::test::OnEachBackend;

TEST_P(Doubled, DoublesEveryValue) {
    const glint::Device device = open();
    glint::Stream stream(device);
    glint::Program program(device, source);
    const auto doubled = program.kernel<void(std::size_t, float*)>("doubled");
    glint::Array<float> values(stream, std::vector<float>{1, 2, 3});
    doubled.launch(stream, glint::threads(values.size()), values.size(), values);
    EXPECT_EQ(values.to_vector(), (std::vector<float>{2, 4, 6}));
}

INSTANTIATE_TEST_SUITE_P(Backends, Doubled, glint::test::each_backend(), glint::test::name);

}  // namespace

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    testing::UnitTest::GetInstance()->listeners().Append(new glint::test::RequirementListener);
    source = argv[1];
    return RUN_ALL_TESTS();
}
