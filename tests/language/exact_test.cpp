// SPDX-License-Identifier: MIT
// Rounded intrinsics, contraction, and fast_math: which operations may be fused, approximated, or
// flushed to zero, on each backend and in each CPU lowering.
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

constexpr unsigned kThreads = 32;

class Exact : public test::OnEachBackend {
protected:
    /// Runs `check(program)` for each CPU lowering, or once on CUDA.
    void for_each_way(ProgramOptions options, const std::function<void(Program&)>& check) {
        const bool is_cpu = device_.info().kind == BackendKind::cpu;
        for (const char* way : {"loops", "fibres", "lanes"}) {
            SCOPED_TRACE(is_cpu ? way : "cuda");
            options.cpu_lowering = way;
            Program program(device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "exact.cu",
                            options);
            check(program);
            if (!is_cpu) break;
        }
    }

    template <class T>
    std::vector<T> zeros(std::size_t count) {
        return std::vector<T>(count, T(-1));
    }

    template <class T>
    static std::vector<T> numbers() {
        std::vector<T> all;
        for (unsigned i = 0; i < kThreads; ++i)
            all.push_back(T(1.1) + static_cast<T>(i) * std::numeric_limits<T>::epsilon());
        return all;
    }

    /// Squares that are rounded, even if the host compiler contracts operations.
    template <class T>
    static std::vector<T> squares() {
        std::vector<T> all;
        for (const T x : numbers<T>()) {
            volatile T square = x * x;
            all.push_back(T(square));
        }
        return all;
    }

    void expect_no_residuals(Program& program) {
        auto floats = to_device(stream_, zeros<float>(10 * kThreads));
        auto doubles = to_device(stream_, zeros<double>(5 * kThreads));
        program
            .kernel<void(const float*, const float*, const double*, const double*, float*,
                         double*)>("residuals")
            .launch(stream_, {.block = {kThreads}}, to_device(stream_, numbers<float>()),
                    to_device(stream_, squares<float>()), to_device(stream_, numbers<double>()),
                    to_device(stream_, squares<double>()), floats, doubles);
        EXPECT_EQ(to_vector(stream_, floats), std::vector<float>(10 * kThreads, 0.0f));
        EXPECT_EQ(to_vector(stream_, doubles), std::vector<double>(5 * kThreads, 0.0));
    }

    unsigned contracted(Program& program) {
        auto out = to_device(stream_, zeros<float>(kThreads));
        program.kernel<void(const float*, const float*, float*)>("contracted")
            .launch(stream_, {.block = {kThreads}}, to_device(stream_, numbers<float>()),
                    to_device(stream_, squares<float>()), out);
        unsigned count = 0;
        for (const float residual : to_vector(stream_, out)) count += residual != 0 ? 1 : 0;
        return count;
    }

    void expect_exact_singles(Program& program) {
        std::vector<float> x;
        for (unsigned i = 0; i < 20'000; ++i)
            x.push_back(std::ldexp(1.0f + static_cast<float>(i * 419 % (1u << 23)) * 0x1p-23f,
                                   static_cast<int>(i % 120) - 60));
        const auto from = to_device(stream_, x);
        DeviceMemory<float> to(device_, 6 * x.size());
        const float divisor = 3.1f;
        program.kernel<void(unsigned, const float*, float, float*)>("singles").launch(
            stream_, threads(x.size()), x.size(), from, divisor, to);
        const std::vector<float> found = to_vector(stream_, to);
        std::array<unsigned, 6> wrong{};
        for (std::size_t i = 0; i < x.size(); ++i) {
            // Computes in double and rounds again, which gives the same results for these
            // operations.
            const double value = x[i];
            const float expected[] = {
                static_cast<float>(value / divisor),        static_cast<float>(value / 3.0),
                static_cast<float>(std::sqrt(value)),       static_cast<float>(1.0 / value),
                static_cast<float>(1.0 / std::sqrt(value)), std::fma(x[i], divisor, 1.0f)};
            for (std::size_t k = 0; k < 6; ++k) wrong[k] += found[6 * i + k] != expected[k] ? 1 : 0;
        }
        EXPECT_EQ(wrong, (std::array<unsigned, 6>{})) << "of " << x.size();
    }

    void expect_exact_doubles(Program& program) {
        std::vector<double> x;
        for (int i = 1; i < 5000; ++i) x.push_back(i * 0.37);
        const auto from = to_device(stream_, x);
        DeviceMemory<double> to(device_, 7 * x.size());
        const double divisor = 3.1;
        program.kernel<void(unsigned, const double*, double, double*)>("doubles").launch(
            stream_, threads(x.size()), x.size(), from, divisor, to);
        const std::vector<double> found = to_vector(stream_, to);
        std::array<unsigned, 7> wrong{};
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double expected[] = {x[i] / divisor, std::sqrt(x[i]), 1 / x[i], x[i] / divisor,
                                       x[i] / 3.0,     std::sqrt(x[i]), 1 / x[i]};
            for (std::size_t k = 0; k < 7; ++k) wrong[k] += found[7 * i + k] != expected[k] ? 1 : 0;
        }
        EXPECT_EQ(wrong, (std::array<unsigned, 7>{})) << "of " << x.size();
    }

    std::vector<float> special(Program& program) {
        const float small = 2 * std::numeric_limits<float>::min();
        auto out = to_device(stream_, zeros<float>(6 * kThreads));
        program.kernel<void(float, float, float*)>("special").launch(stream_, {.block = {kThreads}},
                                                                     0.0f, small, out);
        return to_vector(stream_, out);
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Exact, RoundedIntrinsicsAreNeverFused) {
    for (const bool fast : {false, true})
        for_each_way({.fast_math = fast}, [&](Program& program) { expect_no_residuals(program); });
}

TEST_P(Exact, OptionsForbidContraction) {
    for_each_way({}, [&](Program& program) { EXPECT_GT(contracted(program), kThreads / 2); });
    for_each_way({.nvrtc_flags = {"--fmad=false"}, .clang_flags = {"-ffp-contract=off"}},
                 [&](Program& program) { EXPECT_EQ(contracted(program), 0u); });
}

TEST_P(Exact, FastMathReordersNoSum) {
    for_each_way({.fast_math = true}, [&](Program& program) {
        auto sums = to_device(stream_, zeros<float>(2));
        program.kernel<void(float, float, float*)>("kahan").launch(stream_, {.block = {1}}, 1e8f,
                                                                   1.0f, sums);
        EXPECT_EQ(to_vector(stream_, sums), (std::vector<float>{101e6f, 101e6f}));
    });
}

TEST_P(Exact, RoundedIntrinsicsAreExactWithAndWithoutFastMath) {
    for (const bool fast : {false, true})
        for_each_way({.fast_math = fast}, [&](Program& program) {
            expect_exact_singles(program);
            expect_exact_doubles(program);
        });
}

TEST_P(Exact, FastMathKeepsInfinityNaNAndSignedZero) {
    for (const bool fast : {false, true})
        for_each_way({.fast_math = fast}, [&](Program& program) {
            const std::vector<float> found = special(program);
            EXPECT_EQ(found[0], std::numeric_limits<float>::infinity());
            EXPECT_EQ(found[1], 0.0f);
            EXPECT_EQ(found[2], std::numeric_limits<float>::infinity());
            EXPECT_TRUE(found[3] == 0 && std::signbit(found[3])) << found[3];
            EXPECT_TRUE(std::isnan(found[4])) << found[4];
        });
}

TEST_P(Exact, FastMathFlushesSubnormalFloatsAndKeepsDoubles) {
    for (const bool fast : {false, true})
        for_each_way({.fast_math = fast}, [&](Program& program) {
            const float expected = fast ? 0.0f : std::numeric_limits<float>::min() / 2;
            EXPECT_EQ(special(program)[5], expected);
            auto out = to_device(stream_, zeros<double>(1));
            program.kernel<void(double, double*)>("small_double")
                .launch(stream_, {.block = {1}}, 2 * std::numeric_limits<double>::min(), out);
            EXPECT_EQ(to_vector(stream_, out)[0], std::numeric_limits<double>::min() / 2);
        });
}

INSTANTIATE_TEST_SUITE_P(Backends, Exact, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
