// SPDX-License-Identifier: MIT
#include <glint/algorithms/map.hpp>

#include <gtest/gtest.h>

#include <glint/algorithms/detail/symbol.hpp>
#include <glint/array/sequence.hpp>

#include <support/backends.hpp>

namespace glint {
namespace {

class Map : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Map, TakesHostLambdas) {
    const float offset = 1.5f;
    const Array<float> x = linspace<float>(stream_, 0, 1, 11);
    const Array<float> y = map([=](auto a, auto b) { return a * b + offset; }, x, 2.0f * x);
    const auto values = y.to_vector(), in = x.to_vector();
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_FLOAT_EQ(values[i], in[i] * (2.0f * in[i]) + 1.5f);
}

TEST(Operator, MayBeAStruct) {
    const float limit = 3.0f;
    const auto function =
        detail::operator_of<float>([=](auto a, auto b) { return minimum(a + b, limit); });
    EXPECT_EQ(function.operands.scalars().size(), sizeof(float));
    const std::string source =
        detail::operator_source("Combine", function, detail::kElementType<float>);
    EXPECT_NE(source.find("float operator()(float a, float b) const"), source.npos) << source;
    EXPECT_NE(source.find("const float v0 = a + b;"), source.npos) << source;
}

INSTANTIATE_TEST_SUITE_P(Backends, Map, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
