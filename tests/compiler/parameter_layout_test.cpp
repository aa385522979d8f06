// SPDX-License-Identifier: MIT
// Layouts of parameter structs on the host, compared with those in kernels.
#include <filesystem>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

class ParameterLayout : public test::OnEachBackend {
protected:
    static constexpr std::size_t kComponents = 24;

    std::vector<double> components() const {
        std::vector<double> values;
        for (const Parameter& parameter : set_.list())
            for (unsigned i = 0; i < parameter.components; ++i)
                values.push_back(set_.get(parameter.name, i));
        return values;
    }

    std::vector<double> seen_by_kernel() {
        using Values = void(char, const ParameterSet&, double*);
        DeviceMemory<double> out(device_, 1 + kComponents);
        program_.kernel<Values>("values").launch(stream_, {}, char{77}, set_, out);
        std::vector<double> seen = to_vector(stream_, out);
        EXPECT_EQ(seen[0], 77);
        seen.erase(seen.begin());
        return seen;
    }

    Device device_ = open();
    Stream stream_{device_};
    Program program_{device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "layout.cu"};
    ParameterSet set_ = program_.parameters();
};

TEST_P(ParameterLayout, OffsetsAndSizeMatchTheCompiler) {
    DeviceMemory<unsigned> out(device_, set_.list().size() + 1);
    program_.kernel<void(unsigned*)>("layout").launch(stream_, {}, out);
    std::vector<unsigned> expected;
    for (const Parameter& parameter : set_.list())
        expected.push_back(static_cast<unsigned>(parameter.offset));
    expected.push_back(static_cast<unsigned>(set_.bytes().size()));
    EXPECT_EQ(to_vector(stream_, out), expected);
}

TEST_P(ParameterLayout, InitialValuesMatchTheCompiler) {
    DeviceMemory<double> out(device_, kComponents);
    program_.kernel<void(double*)>("defaults").launch(stream_, {}, out);
    EXPECT_EQ(to_vector(stream_, out), components());
}

TEST_P(ParameterLayout, EveryMemberReachesTheKernelExactly) {
    EXPECT_EQ(seen_by_kernel(), components());
    set_.set("scalar", 0.1);
    set_.set("switch_b", 1);
    set_.set("switch_d", 0);
    set_.set("precise", 1.0 / 3.0);
    set_.set_text("triple", "-1.25,0.3,8");
    set_.set("whole", -9);
    set_.set_text("pair", "1e-30,-1e30");
    set_.set("natural", 4294967295.0);
    set_.set("quad", 0.7, 3);
    set_.set("small", -128);
    set_.set("large", 9007199254740992.0);
    set_.set_text("counts", "9,8,7");
    const std::vector<double> seen = seen_by_kernel();
    EXPECT_EQ(seen, components());
    EXPECT_EQ(seen[1], 0.1f);
    EXPECT_EQ(seen[3], 1.0 / 3.0);
    EXPECT_EQ(seen[11], 4294967295.0);
    EXPECT_EQ(seen[18], 9007199254740992.0);
}

INSTANTIATE_TEST_SUITE_P(Backends, ParameterLayout, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
