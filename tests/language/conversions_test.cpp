// SPDX-License-Identifier: MIT
// Conversions to integers, compared with CUDA's rules: out-of-range values saturate. NaN becomes 0,
// or 1 << (bits - 1) for conversions from double or to 64 bits. For 8- and 16-bit results, numbers
// are first converted to 32 bits.
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

#include "lowerings.hpp"

namespace glint {
namespace {

using Wide = std::int64_t;
using Bits = std::uint16_t;

/// Returns `x`, truncated and saturated. A long double represents every 64-bit integer.
template <class To>
To saturated(long double x) {
    using Limits = std::numeric_limits<To>;
    const long double whole = std::trunc(x);
    if (whole >= static_cast<long double>(Limits::max())) return Limits::max();
    if (whole <= static_cast<long double>(Limits::min())) return Limits::min();
    return static_cast<To>(whole);
}

template <class To, class From>
To converted(From x) {
    if constexpr (sizeof(To) < 4) {
        using Word = std::conditional_t<std::is_signed_v<To>, std::int32_t, std::uint32_t>;
        return static_cast<To>(converted<Word>(x));
    } else {
        const bool to_middle = sizeof(To) == 8 || sizeof(From) == 8;
        if (std::isnan(x))
            return to_middle ? static_cast<To>(std::uint64_t{1} << (8 * sizeof(To) - 1)) : To{0};
        return saturated<To>(x);
    }
}

template <class To>
Wide as_wide(To x) {
    return static_cast<Wide>(x);
}

template <class From>
std::vector<Wide> casts(From x) {
    return {as_wide(converted<std::int8_t>(x)),
            as_wide(converted<std::uint8_t>(x)),
            as_wide(converted<std::int16_t>(x)),
            as_wide(converted<std::uint16_t>(x)),
            as_wide(converted<std::int32_t>(x)),
            as_wide(converted<std::uint32_t>(x)),
            as_wide(converted<std::int64_t>(x)),
            as_wide(converted<std::uint64_t>(x)),
            as_wide(converted<std::uint8_t>(x)),
            as_wide(converted<std::int16_t>(x)),
            as_wide(converted<std::int32_t>(x)),
            as_wide(converted<std::uint8_t>(x)),
            as_wide(converted<std::int64_t>(std::rint(x))),
            as_wide(converted<std::int64_t>(std::round(x))),
            as_wide(converted<std::int64_t>(std::rint(x))),
            as_wide(converted<std::int64_t>(std::round(x)))};
}

template <class From>
std::vector<Wide> named(From x) {
    std::vector<Wide> all;
    const auto add = [&]<class To>(To) {
        for (const From whole : {std::rint(x), std::trunc(x), std::floor(x), std::ceil(x)})
            all.push_back(as_wide(converted<To>(whole)));
    };
    add(std::int32_t{}), add(std::uint32_t{}), add(std::int64_t{}), add(std::uint64_t{});
    return all;
}

// Unlike casts from float, casts from 16-bit numbers to 8 and 16 bits saturate.
std::vector<Wide> casts_of_narrow(float x) {
    const float number = std::isnan(x) ? 0 : x;
    return {as_wide(saturated<std::int8_t>(number)),  as_wide(saturated<std::uint8_t>(number)),
            as_wide(saturated<std::int16_t>(number)), as_wide(saturated<std::uint16_t>(number)),
            as_wide(converted<std::int32_t>(x)),      as_wide(converted<std::uint32_t>(x)),
            as_wide(converted<std::int64_t>(x)),      as_wide(converted<std::uint64_t>(x))};
}

float value_of_half(Bits bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const float sign = (bits & 0x8000) != 0 ? -1.0f : 1.0f;
    if (exponent == 31) return fraction != 0 ? NAN : sign * INFINITY;
    const int significand = exponent == 0 ? fraction : 1024 + fraction;
    return sign * std::ldexp(static_cast<float>(significand), std::max(exponent, 1) - 25);
}

float value_of_bfloat16(Bits bits) { return std::bit_cast<float>(std::uint32_t{bits} << 16); }

std::vector<Bits> all_patterns() {
    std::vector<Bits> all(1u << 16);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Bits>(i);
    return all;
}

/// Numbers around the limits of every type, and numbers of all magnitudes.
template <class From>
std::vector<From> numbers_near_limits() {
    std::vector<From> all{NAN, INFINITY, -INFINITY, 0, From(-0.0), From(300.7), From(255.5), 70000};
    for (int bits : {0, 7, 8, 15, 16, 31, 32, 63, 64, 100})
        for (const From sign : {From(1), From(-1)}) {
            const From limit = sign * std::ldexp(From(1), bits);
            for (const From near : {limit, std::nextafter(limit, From(0)), limit * 2, limit / 2,
                                    std::nextafter(limit, 2 * limit), limit - 1, limit + 1,
                                    limit - From(0.5), limit + From(0.5)})
                all.push_back(near);
        }
    std::mt19937_64 random(5);
    std::uniform_real_distribution<double> exponent(-3, 70);
    while (all.size() < 2000)
        all.push_back(
            static_cast<From>(std::exp2(exponent(random)) * (random() % 2 == 0 ? 1 : -1)));
    return all;
}

class Conversions : public test::OnEachBackend {
protected:
    /// Compares results; the kernel writes as many results per number as `expected` returns.
    template <class Given>
    void expect_results(Program& program, const char* kernel, const std::vector<Given>& given,
                        auto&& expected) {
        const std::size_t results = expected(given[0]).size();
        const auto from = to_device(stream_, given);
        DeviceMemory<Wide> to(device_, results * given.size());
        program.kernel<void(unsigned, const Given*, Wide*)>(kernel).launch(
            stream_, threads(given.size()), given.size(), from, to);
        const std::vector<Wide> found = to_vector(stream_, to);
        for (std::size_t i = 0; i < given.size(); ++i) {
            const std::vector<Wide> right = expected(given[i]);
            for (std::size_t k = 0; k < results; ++k)
                ASSERT_EQ(found[results * i + k], right[k])
                    << kernel << ": result " << k << " of number " << i << ", " << given[i];
        }
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Conversions, CastsSaturate) {
    test::for_each_lowering(device_, "conversions.cu", [&](Program& program) {
        expect_results(program, "casts_of_float", numbers_near_limits<float>(), casts<float>);
        expect_results(program, "casts_of_double", numbers_near_limits<double>(), casts<double>);
        expect_results(program, "casts_of_half", all_patterns(),
                       [](Bits bits) { return casts_of_narrow(value_of_half(bits)); });
        expect_results(program, "casts_of_bfloat16", all_patterns(),
                       [](Bits bits) { return casts_of_narrow(value_of_bfloat16(bits)); });
    });
}

TEST_P(Conversions, NamedConversionsRoundAndSaturate) {
    test::for_each_lowering(device_, "conversions.cu", [&](Program& program) {
        expect_results(program, "float_conversions", numbers_near_limits<float>(), named<float>);
        expect_results(program, "double_conversions", numbers_near_limits<double>(), named<double>);
        expect_results(program, "half_conversions", all_patterns(),
                       [](Bits bits) { return named(value_of_half(bits)); });
        expect_results(program, "bfloat16_conversions", all_patterns(),
                       [](Bits bits) { return named(value_of_bfloat16(bits)); });
    });
}

TEST_P(Conversions, SaturatedColorsDoNotAffectNeighbors) {
    using Color = std::array<std::uint8_t, 4>;
    std::vector<float> x(64, 0.5f);
    for (std::size_t i = 0; i < x.size(); i += 3) x[i] = static_cast<float>(i) * 0.7f - 20;
    x[7] = NAN, x[20] = INFINITY, x[33] = 5e9f, x[40] = -INFINITY;
    const auto from = to_device(stream_, x);
    std::vector<Color> expected(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto other = converted<std::uint8_t>(255 * x[i ^ 1]);
        expected[i] = {other, 10, other, converted<std::uint8_t>(255 * x[i])};
    }
    std::filesystem::path path = std::filesystem::path(GLINT_TEST_DATA_DIR) / "conversions.cu";
    for (const char* lowering : {"", "fibres", "lanes"}) {
        Program program(device_, path, {.cpu_lowering = lowering});
        DeviceMemory<Color> to(device_, x.size());
        program.kernel<void(const float*, void*)>("colors").launch(
            stream_, {.grid = {1}, .block = {64}}, from, to.data());
        EXPECT_EQ(to_vector(stream_, to), expected) << lowering;
    }
}

TEST_P(Conversions, ConstantsConvertLikeVariables) {
    const std::string text = R"(
        template <class To, int number>
        __device__ long long from_template() { return static_cast<To>(number * 1e3f); }
        __device__ long long from_array() {
            const unsigned char bytes[] = {(unsigned char)300.7f, (unsigned char)-5.0f};
            return bytes[0] * 1000 + bytes[1];
        }
        extern "C" __global__ void constants(long long* out) {
            const float large = 1e20f;
            unsigned char byte = 2;
            byte = 300.7f;
            const long long all[] = {
                (int)3e9f, (unsigned char)300.7f, (short)1e9, (unsigned)-5.0f, (long long)1e30,
                (int)large, (long long)(unsigned long long)-large, byte, (unsigned)(0.0f / 0.0f),
                from_template<int, 10000000>(), from_template<short, 1000000>(), from_array(),
                (int)1e10 ? 1 : 0, (unsigned)-1e10 ? 1 : 0, [] { return (int)-1e10; }()};
            for (int k = 0; k < 15; ++k) out[k] = all[k];
        })";
    Program program = Program::from_text(device_, "constants.cu", text, {.log_warnings = false});
    DeviceMemory<Wide> to(device_, 15);
    program.kernel<void(Wide*)>("constants").launch(stream_, {.grid = {1}, .block = {1}}, to);
    const Wide most = std::numeric_limits<std::int32_t>::max();
    EXPECT_EQ(
        to_vector(stream_, to),
        (std::vector<Wide>{most, 44, -13824, 0, std::numeric_limits<Wide>::max(), most, 0, 44, 0,
                           most, static_cast<std::int16_t>(1000000000), 44000, 1, 0, -most - 1}));
}

INSTANTIATE_TEST_SUITE_P(Backends, Conversions, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
