// SPDX-License-Identifier: MIT
// Directed rounding, compared with the host CPU's results in that rounding mode.
#include <bit>
#include <cfenv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

constexpr int kRoundingModes[] = {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
constexpr std::size_t kResults = 21;

/// Uses volatile, so that the compiler neither evaluates at compile time nor moves code out of the
/// rounding mode.
template <class T>
std::vector<T> results(T left, T right, T third) {
    volatile T x = left, y = right, z = third;
    std::vector<T> all(kResults);
    for (std::size_t mode = 0; mode < 3; ++mode) {
        std::fesetround(kRoundingModes[mode]);
        volatile T found[] = {x + y, x - y, x * y, x / y, 1 / x, std::sqrt(x), std::fma(x, y, z)};
        for (std::size_t i = 0; i < 7; ++i) all[3 * i + mode] = found[i];
    }
    std::fesetround(FE_TONEAREST);
    return all;
}

template <class T>
std::vector<T> operands(unsigned seed) {
    using Limits = std::numeric_limits<T>;
    std::vector<T> values;
    const T special[] = {0,
                         T(-0.0),
                         1,
                         -1,
                         3,
                         Limits::max(),
                         Limits::lowest(),
                         Limits::min(),
                         Limits::denorm_min(),
                         -Limits::denorm_min(),
                         Limits::infinity(),
                         T(1) + Limits::epsilon()};
    std::mt19937_64 random(seed);
    // All pairs of special values, in an order that depends on the seed.
    for (std::size_t i = 0; i < 144; ++i)
        values.push_back(special[seed == 1 ? i % 12 : seed == 2 ? i / 12 : i * 7 % 12]);
    std::uniform_real_distribution<double> even(-1, 1);
    std::uniform_int_distribution<int> near(-30, 30);
    std::uniform_int_distribution<int> far(Limits::min_exponent - 20, Limits::max_exponent - 1);
    for (int i = 0; i < 20'000; ++i)
        values.push_back(
            static_cast<T>(std::ldexp(even(random), (i / 4) % 2 ? near(random) : far(random))));
    return values;
}

class Rounding : public test::OnEachBackend {
protected:
    template <class T>
    void expect_rounded(const char* kernel) {
        const std::vector<T> x = operands<T>(1), y = operands<T>(2), z = operands<T>(3);
        const auto a = to_device(stream_, x), b = to_device(stream_, y), c = to_device(stream_, z);
        DeviceMemory<T> to(device_, kResults * x.size());
        program_.kernel<void(unsigned, const T*, const T*, const T*, T*)>(kernel).launch(
            stream_, threads(x.size()), x.size(), a, b, c, to);
        const std::vector<T> found = to_vector(stream_, to);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const std::vector<T> expected = results(x[i], y[i], z[i]);
            for (std::size_t k = 0; k < kResults; ++k) {
                const T is = found[kResults * i + k], should = expected[k];
                const bool equal = (std::isnan(is) && std::isnan(should)) ||
                                   (is == should && std::signbit(is) == std::signbit(should));
                if (!equal && ++wrong < 10)
                    ADD_FAILURE() << std::hexfloat << "result " << k << " of " << x[i] << ", "
                                  << y[i] << ", " << z[i] << ": " << is << ", not " << should;
            }
        }
        EXPECT_EQ(wrong, 0u) << "of " << kResults * x.size();
    }

    Device device_ = open();
    Stream stream_{device_};
    Program program_{device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "rounding.cu"};
};

TEST_P(Rounding, FloatRoundingMatchesTheProcessor) { expect_rounded<float>("rounded_float"); }
TEST_P(Rounding, DoubleRoundingMatchesTheProcessor) { expect_rounded<double>("rounded_double"); }

INSTANTIATE_TEST_SUITE_P(Backends, Rounding, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
