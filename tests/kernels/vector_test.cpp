// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include <kernels/fixture.hpp>

namespace glint {
namespace {

/// A kernel's vector on the host; doubles represent every component exactly.
template <std::size_t N>
using Numbers = std::array<double, N>;

class Vectors : public test::KernelFile {
protected:
    Vectors() : KernelFile("vector.cu") {}

    template <class T, std::size_t N>
    void expect_arithmetic(const std::string& type);
    template <class T, std::size_t N>
    void expect_geometry(const std::string& type);
};

constexpr std::size_t kPairs = 500;

/// Numbers from 1 to 9, with either sign for signed types.
template <class T>
std::vector<T> operands(std::size_t count) {
    std::mt19937 random(4);
    std::vector<T> values(count);
    for (T& value : values) {
        value = static_cast<T>(1 + static_cast<double>(random() % 8000) / 1000);
        if (std::is_signed_v<T> && random() % 2 == 0) value = -value;
    }
    return values;
}

template <std::size_t N, class F>
Numbers<N> each(const Numbers<N>& a, const Numbers<N>& b, F f) {
    Numbers<N> made{};
    std::ranges::transform(a, b, made.begin(), f);
    return made;
}

template <class T, std::size_t N>
Numbers<N> vector_at(const std::vector<T>& from, std::size_t index) {
    Numbers<N> made{};
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(index * N), N, made.begin());
    return made;
}

/// Result in type T of an exact quotient: integers truncate.
template <class T>
double quotient(double a, double b) {
    return std::is_integral_v<T> ? std::trunc(a / b) : a / b;
}

template <class T, std::size_t N>
std::vector<Numbers<N>> arithmetic(const Numbers<N>& a, const Numbers<N>& b) {
    Numbers<N> s, two, five;
    s.fill(b[0]);
    two.fill(2);
    five.fill(5);
    const auto add = [](double x, double y) { return x + y; };
    const auto subtract = [](double x, double y) { return x - y; };
    const auto multiply = [](double x, double y) { return x * y; };
    const auto least = [](double x, double y) { return std::min(x, y); };
    const auto most = [](double x, double y) { return std::max(x, y); };
    return {each(a, b, add),
            each(a, b, subtract),
            each(a, b, multiply),
            each(a, b, quotient<T>),
            each(a, a, [](double x, double) { return -x; }),
            each(a, s, add),
            each(s, a, subtract),
            each(a, a, [](double x, double) { return 3 * x; }),
            each(b, b, [](double x, double) { return quotient<T>(100, x); }),
            each(a, b, add),
            each(a, b, subtract),
            each(a, b, multiply),
            each(a, b, quotient<T>),
            each(a, s, add),
            each(a, s, subtract),
            each(a, s, multiply),
            each(a, s, quotient<T>),
            each(a, b, least),
            each(a, b, most),
            each(each(a, two, most), five, least)};
}

template <class T, std::size_t N>
void Vectors::expect_arithmetic(const std::string& type) {
    const std::vector<T> in = operands<T>(2 * kPairs * N);
    const auto out = map<T>("arithmetic<" + type + ">", in, kPairs, 20 * N);
    for (std::size_t i = 0; i < kPairs; ++i) {
        const auto expected =
            arithmetic<T, N>(vector_at<T, N>(in, 2 * i), vector_at<T, N>(in, 2 * i + 1));
        for (std::size_t k = 0; k < expected.size() * N; ++k) {
            const double exact = expected[k / N][k % N];
            // Negative values wrap around in unsigned types; floats are rounded once.
            if constexpr (std::is_integral_v<T>) {
                ASSERT_EQ(out[i * 20 * N + k], static_cast<T>(static_cast<std::int64_t>(exact)))
                    << type << " operation " << k / N;
            } else {
                ASSERT_NEAR(out[i * 20 * N + k], exact,
                            std::numeric_limits<T>::epsilon() * std::abs(exact) + 1e-300)
                    << type << " operation " << k / N;
            }
        }
    }
}

TEST_P(Vectors, RealVectorsAreComponentwise) {
    expect_arithmetic<float, 2>("float2");
    expect_arithmetic<float, 3>("float3");
    expect_arithmetic<float, 4>("float4");
    expect_arithmetic<double, 2>("double2");
    expect_arithmetic<double, 3>("double3");
    expect_arithmetic<double, 4>("double4_16a");
    expect_arithmetic<double, 4>("double4_32a");
}

TEST_P(Vectors, IntegerVectorsAreComponentwise) {
    expect_arithmetic<int, 2>("int2");
    expect_arithmetic<int, 3>("int3");
    expect_arithmetic<int, 4>("int4");
    expect_arithmetic<unsigned, 2>("uint2");
    expect_arithmetic<unsigned, 3>("uint3");
    expect_arithmetic<unsigned, 4>("uint4");
}

template <std::size_t N>
double dot(const Numbers<N>& a, const Numbers<N>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += a[i] * b[i];
    return sum;
}
template <std::size_t N>
double length(const Numbers<N>& a) {
    return std::sqrt(dot(a, a));
}
double smooth_ramp(double x) {
    const double t = std::clamp((x + 4) / 8, 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

template <std::size_t N>
std::vector<Numbers<N>> geometry(const Numbers<N>& a, const Numbers<N>& b) {
    const double a_length = length(a), mirror = 2 * dot(a, b) / dot(b, b);
    const auto all = [](double x) {
        Numbers<N> made{};
        made.fill(x);
        return made;
    };
    const Numbers<N> apart = each(a, b, [](double x, double y) { return x - y; });
    return {each(a, a, [=](double x, double) { return x / a_length; }),
            each(a, b, [=](double x, double y) { return x - mirror * y; }),
            each(a, b, [](double x, double y) { return 0.75 * x + 0.25 * y; }),
            each(a, a, [](double x, double) { return smooth_ramp(x); }),
            all(0),
            each(a, a, [](double x, double) { return std::abs(x); }),
            all(dot(a, b)),
            all(a_length + length(apart)),
            all(std::ranges::min(a) + 10 * std::ranges::max(a))};
}

template <class T, std::size_t N>
void Vectors::expect_geometry(const std::string& type) {
    const std::vector<T> in = operands<T>(2 * kPairs * N);
    const auto out = map<T>("geometry<" + type + ">", in, kPairs, 9 * N);
    for (std::size_t i = 0; i < kPairs; ++i) {
        const auto expected =
            geometry<N>(vector_at<T, N>(in, 2 * i), vector_at<T, N>(in, 2 * i + 1));
        // Terms of up to 4 * 81 are added and may cancel: allow ten rounding errors of that size.
        for (std::size_t k = 0; k < expected.size() * N; ++k)
            ASSERT_NEAR(out[i * 9 * N + k], expected[k / N][k % N],
                        10 * 324 * std::numeric_limits<T>::epsilon())
                << type << " operation " << k / N;
    }
}

TEST_P(Vectors, SupportGeometricFunctions) {
    expect_geometry<float, 2>("float2");
    expect_geometry<float, 3>("float3");
    expect_geometry<float, 4>("float4");
    expect_geometry<double, 2>("double2");
    expect_geometry<double, 3>("double3");
    expect_geometry<double, 4>("double4_16a");
}

TEST_P(Vectors, ConvertShapeAndType) {
    DeviceMemory<float> out(device_, 8);
    program_.kernel<void(float*)>("shapes").launch(stream_, {.grid = {1}, .block = {1}}, out);
    const std::vector<float> found = to_vector(stream_, out);
    EXPECT_EQ(found[0], 100.0f);                    // x cross y is z
    EXPECT_EQ(found[1], 10.0f + 300.0f + 2000.0f);  // (1, 2, 3, 4) and parts of it
    EXPECT_EQ(found[2], 1.0f - 10.0f + 700.0f);     // truncated
    EXPECT_EQ(found[3], 1.0f + 4.0f);               // equal to itself, but not to the other vector
    EXPECT_EQ(found[4], 10.0f);                     // the fallback direction
    EXPECT_NEAR(found[5], 0.5f, 1e-6f);             // Snell's law
    EXPECT_EQ(found[6], 0.0f);                      // total reflection
    EXPECT_EQ(found[7], 3.0f);
}

INSTANTIATE_TEST_SUITE_P(Backends, Vectors, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
