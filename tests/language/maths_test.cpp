// SPDX-License-Identifier: MIT
// Errors of CUDA's math functions, compared with their bounds in units in the last place (ulp). The
// bounds are from NVIDIA's "CUDA C++ Programming Guide", chapter "Mathematical Functions", section
// "Standard Functions": the tables of maximum ulp errors of the single- and double-precision
// functions.
#include <cmath>
#include <filesystem>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <language/references.hpp>
#include <support/backends.hpp>
#include <support/thorough.hpp>

namespace glint {
namespace {

using test::reference::Real;
namespace reference = test::reference;

struct Function {
    const char* name;
    Real (*exact)(Real);
    double low, high;  // arguments for which the bounds hold
    double float_bound, double_bound;
    /// Bounds on the CPU, if different. The CPU backend's own functions can be more accurate than
    /// CUDA's, and those of the C library can be less accurate.
    double cpu_float_bound = float_bound, cpu_double_bound = double_bound;
    /// Absolute error that is ignored on the CPU, near zeros of the function.
    double cpu_absolute = 0;
};

/// Bound for functions that the guide lists with 0, because they are correctly rounded. Allows for
/// the accuracy of the reference, which is also rounded.
constexpr double kRounded = 0.001;

constexpr double kAll = std::numeric_limits<double>::infinity();

Real exp10_(Real x) { return exp10l(x); }
Real j0_(Real x) { return j0l(x); }
Real j1_(Real x) { return j1l(x); }
Real y0_(Real x) { return y0l(x); }
Real y1_(Real x) { return y1l(x); }

const Function kFunctions[] = {
    {"sqrt", std::sqrt, -1, kAll, kRounded, kRounded},
    {"rsqrt", reference::rsqrt, 0, kAll, 2, 1},
    {"cbrt", std::cbrt, -kAll, kAll, 1, 1},
    {"rcbrt", reference::rcbrt, -kAll, kAll, 1, 1},
    {"exp", std::exp, -kAll, kAll, 2, 1, 1},
    {"exp2", std::exp2, -kAll, kAll, 2, 1},
    {"exp10", exp10_, -kAll, kAll, 2, 1, 2, 2},
    {"expm1", std::expm1, -kAll, kAll, 1, 1},
    {"log", std::log, -1, kAll, 1, 1},
    {"log2", std::log2, -1, kAll, 1, 1},
    {"log10", std::log10, -1, kAll, 2, 1},
    {"log1p", std::log1p, -1, kAll, 1, 1},
    {"sin", std::sin, -kAll, kAll, 2, 2},
    {"cos", std::cos, -kAll, kAll, 2, 2},
    {"tan", std::tan, -kAll, kAll, 4, 2},
    {"sinpi", reference::sinpi, -kAll, kAll, 1, 2},
    {"cospi", reference::cospi, -kAll, kAll, 1, 2},
    {"asin", std::asin, -1, 1, 2, 2},
    {"acos", std::acos, -1, 1, 2, 2},
    {"atan", std::atan, -kAll, kAll, 2, 2},
    {"sinh", std::sinh, -kAll, kAll, 3, 2},
    {"cosh", std::cosh, -kAll, kAll, 2, 1},
    {"tanh", std::tanh, -kAll, kAll, 2, 1, 2, 2},
    {"asinh", std::asinh, -kAll, kAll, 3, 3},
    {"acosh", std::acosh, 0, kAll, 4, 3},
    {"atanh", std::atanh, -1, 1, 3, 2},
    {"erf", std::erf, -kAll, kAll, 2, 2},
    {"erfc", std::erfc, -kAll, kAll, 4, 5},
    {"erfinv", reference::erfinv, -1, 1, 2, 5},
    {"erfcinv", reference::erfcinv, 0, 2, 4, 6},
    {"erfcx", reference::erfcx, -30, kAll, 4, 4},
    {"normcdf", reference::normcdf, -kAll, kAll, 5, 5},
    {"normcdfinv", reference::normcdfinv, 0, 1, 5, 8},
    {"lgamma", std::lgamma, -2.2, kAll, 6, 4},
    {"tgamma", std::tgamma, -170, 200, 5, 10},
    {"j0", j0_, -8, 8, 9, 7, 9, 7, 1e-15},
    {"j1", j1_, -8, 8, 9, 7, 9, 7, 1e-15},
    {"y0", y0_, 0, 8, 9, 7, 9, 7, 1e-15},
    {"y1", y1_, 0, 8, 9, 7, 9, 7, 1e-15},
    {"cyl_bessel_i0", reference::bessel_i0, -700, 700, 6, 6},
    {"cyl_bessel_i1", reference::bessel_i1, -700, 700, 6, 6},
    {"floor", std::floor, -kAll, kAll, 0, 0},
    {"ceil", std::ceil, -kAll, kAll, 0, 0},
    {"trunc", std::trunc, -kAll, kAll, 0, 0},
    {"round", std::round, -kAll, kAll, 0, 0},
    {"rint", std::rint, -kAll, kAll, 0, 0},
    {"nearbyint", std::nearbyint, -kAll, kAll, 0, 0},
    {"logb", std::logb, -kAll, kAll, 0, 0},
    {"fabs", std::fabs, -kAll, kAll, 0, 0},
};

struct Function2 {
    const char* name;
    Real (*exact)(Real, Real);
    double float_bound, double_bound;
};

const Function2 kFunctions2[] = {
    {"pow", std::pow, 4, 2},
    {"atan2", std::atan2, 3, 2},
    {"hypot", std::hypot, 3, 2},
    {"rhypot", reference::rhypot, 2, 1},
    {"fmod", std::fmod, 0, 0},
    {"remainder", std::remainder, 0, 0},
    {"fdim", std::fdim, kRounded, kRounded},
    {"copysign", std::copysign, 0, 0},
    {"fmin", std::fmin, 0, 0},
    {"fmax", std::fmax, 0, 0},
};

/// Distance between adjacent numbers of T at `x`.
template <class T>
Real ulp(Real x) {
    const Real least = std::numeric_limits<T>::denorm_min();
    if (x == 0) return least;
    const int exponent = std::ilogb(x) - std::numeric_limits<T>::digits + 1;
    return std::max(std::ldexp(Real{1}, exponent), least);
}

/// Error in ulp. Infinite if exactly one of the two is NaN, or if `exact` is infinite and `found`
/// is not.
///
/// If an infinity is found in place of a finite number, it counts as the power of two above the
/// largest number, which is the smallest number that rounds to infinity: CUDA's hypot(0.5, DBL_MAX)
/// overflows, and is an ulp too large.
template <class T>
double error_of(T found, Real exact) {
    if (std::isnan(exact) && std::isnan(found)) return 0;
    if (found == static_cast<T>(exact) && std::isinf(found)) return 0;
    if (std::isnan(exact) || std::isnan(found) || std::isinf(exact))
        return std::numeric_limits<double>::infinity();
    const Real overflow = std::ldexp(Real{1}, std::numeric_limits<T>::max_exponent);
    const Real reached = std::isinf(found) ? std::copysign(overflow, Real{found}) : Real{found};
    return static_cast<double>(std::abs(reached - exact) / ulp<T>(exact));
}

template <class T>
std::vector<T> special_values() {
    using Limits = std::numeric_limits<T>;
    return {T(0),
            T(-0.0),
            T(0.5),
            T(-0.5),
            T(1),
            T(-1),
            T(2),
            Limits::denorm_min(),
            Limits::min(),
            -Limits::min(),
            Limits::max(),
            Limits::lowest(),
            T(1.5),
            T(-2.5),
            Limits::epsilon(),
            Limits::infinity(),
            T(100),
            T(-100),
            -Limits::infinity(),
            Limits::quiet_NaN()};
}

/// Numbers of all magnitudes between `low` and `high`, including the special values.
template <class T>
std::vector<T> samples(double low, double high, std::size_t count, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<T> values;
    for (const T x : special_values<T>())
        if (std::isnan(x) || (x >= low && x <= high)) values.push_back(x);
    std::uniform_real_distribution<double> even(std::max(low, -30.0), std::min(high, 30.0));
    std::uniform_real_distribution<double> size(std::numeric_limits<T>::min_exponent,
                                                std::numeric_limits<T>::max_exponent);
    while (values.size() < count) {
        const auto wide = static_cast<T>(std::exp2(size(random)) * (random() & 1 ? 1 : -1));
        if (wide >= low && wide <= high) values.push_back(wide);
        values.push_back(static_cast<T>(even(random)));
    }
    return values;
}

constexpr std::size_t kSamples = test::rounds(5'000, 20'000);

class Maths : public test::OnEachBackend {
protected:
    bool is_cpu() const { return GetParam() == "cpu"; }

    template <class T>
    void expect_accurate(const Function& function, const char* type, double bound) {
        const auto x = samples<T>(function.low, function.high, kSamples, 1);
        const auto from = to_device(stream_, x);
        DeviceMemory<T> to(device_, x.size());
        const std::string kernel = std::string(function.name) + "_" + type;
        program_.kernel<void(unsigned, const T*, T*)>(kernel).launch(stream_, threads(x.size()),
                                                                     x.size(), from, to);
        const std::vector<T> found = to_vector(stream_, to);
        double worst = 0;
        std::size_t at = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const Real exact = function.exact(x[i]);
            if (is_cpu() && std::abs(found[i] - exact) < function.cpu_absolute) continue;
            const double error = error_of(found[i], exact);
            if (error > worst) worst = error, at = i;
        }
        // Adds half an ulp, because the guide compares with the rounded exact result, and this test
        // with the exact result.
        EXPECT_LE(worst, bound == 0 ? 0 : bound + 0.5)
            << kernel << " of " << x[at] << " is " << found[at] << ", not "
            << static_cast<double>(function.exact(x[at]));
        RecordProperty(kernel, std::to_string(worst));
    }

    template <class T>
    void expect_accurate(const Function2& function, const char* type, double bound) {
        auto x = samples<T>(-kAll, kAll, kSamples, 1), y = samples<T>(-kAll, kAll, kSamples, 2);
        const std::vector<T> special = special_values<T>();
        for (const T a : special)
            for (const T b : special) x.push_back(a), y.push_back(b);
        y.resize(x.size(), T(1));
        const auto left = to_device(stream_, x), right = to_device(stream_, y);
        DeviceMemory<T> to(device_, x.size());
        const std::string kernel = std::string(function.name) + "_" + type;
        program_.kernel<void(unsigned, const T*, const T*, T*)>(kernel).launch(
            stream_, threads(x.size()), x.size(), left, right, to);
        const std::vector<T> found = to_vector(stream_, to);
        double worst = 0;
        std::size_t at = 0;
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double error = error_of(found[i], function.exact(x[i], y[i]));
            if (error > worst) worst = error, at = i;
        }
        EXPECT_LE(worst, bound == 0 ? 0 : bound + 0.5)
            << kernel << " of " << x[at] << " and " << y[at] << " is " << found[at] << ", not "
            << static_cast<double>(function.exact(x[at], y[at]));
        RecordProperty(kernel, std::to_string(worst));
    }

    Device device_ = open();
    Stream stream_{device_};
    Program program_{device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "maths.cu"};
};

TEST_P(Maths, FloatFunctionsMeetCudasErrorBounds) {
    for (const Function& function : kFunctions)
        expect_accurate<float>(function, "float",
                               is_cpu() ? function.cpu_float_bound : function.float_bound);
    for (const Function2& function : kFunctions2)
        expect_accurate<float>(function, "float", function.float_bound);
}

TEST_P(Maths, DoubleFunctionsMeetCudasErrorBounds) {
    for (const Function& function : kFunctions)
        expect_accurate<double>(function, "double",
                                is_cpu() ? function.cpu_double_bound : function.double_bound);
    for (const Function2& function : kFunctions2)
        expect_accurate<double>(function, "double", function.double_bound);
}

TEST_P(Maths, OtherFunctionsReturnTheirValues) {
    const std::vector<double> expected{0.625, 2,  20.5, 0.5, 2,          31.25,      -19,
                                       -268,  13, 2,    1,   jn(2, 2.5), yn(2, 2.5), 12.5};
    DeviceMemory<double> to(device_, expected.size());
    program_.kernel<void(double, double*)>("others").launch(stream_, {.grid = {1}, .block = {1}},
                                                            2.5, to);
    const std::vector<double> found = to_vector(stream_, to);
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_NEAR(found[i], expected[i], 1e-6 * std::abs(expected[i])) << "result " << i;
}

INSTANTIATE_TEST_SUITE_P(Backends, Maths, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
