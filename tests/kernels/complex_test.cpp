// SPDX-License-Identifier: MIT
// Complex functions, compared with std::complex<long double>, which has 11 more bits than double.
// The error bounds follow from those of CUDA's real functions, some of which have errors of three
// units in the last place.
#include <complex>
#include <functional>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include <kernels/fixture.hpp>

namespace glint {
namespace {

using Exact = std::complex<long double>;

class Complex : public test::KernelFile {
protected:
    Complex() : KernelFile("complex.cu") {}

    template <class T>
    void expect_unary(const std::string& type);
    template <class T>
    void expect_binary(const std::string& type);
    template <class T>
    std::complex<T> one(const std::string& kernel, std::complex<T> z);
};

template <class T>
const char* kType = nullptr;
template <>
const char* kType<float> = "float";
template <>
const char* kType<double> = "double";

/// Numbers in all directions with magnitudes from 10^-decades to 10^decades, numbers on the axes,
/// and numbers near the unit circle and near 1.
template <class T>
std::vector<std::complex<T>> complex_numbers(double decades = 6) {
    std::mt19937 random(9);
    std::uniform_real_distribution<double> exponent(-decades, decades), angle(-3.14, 3.14);
    std::vector<std::complex<T>> values{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {2, 0}, {-2, 0}, {0, 2}};
    while (values.size() < 3000) {
        const double turn = angle(random);
        const auto z = std::polar(std::pow(10.0, exponent(random)), turn);
        values.emplace_back(z);
        values.emplace_back(std::polar(1 + 1e-3 * std::sin(100 * turn), turn));
        values.emplace_back(1.0 + 0.01 * std::polar(1.0, turn));
    }
    return values;
}

struct Unary {
    const char* name;
    std::function<Exact(Exact)> exact;
    double bound;           ///< error bound, in units in the last place of the absolute value
    double greatest = 1e6;  ///< maximum absolute value for which the bound holds
};

const Unary kUnary[] = {
    {"sqrt", [](Exact z) { return std::sqrt(z); }, 4},
    {"exp", [](Exact z) { return std::exp(z); }, 6, 60},
    {"log", [](Exact z) { return std::log(z); }, 8},
    {"log10", [](Exact z) { return std::log10(z); }, 8},
    {"sin", [](Exact z) { return std::sin(z); }, 8, 60},
    {"cos", [](Exact z) { return std::cos(z); }, 8, 60},
    {"tan", [](Exact z) { return std::tan(z); }, 8, 60},
    {"sinh", [](Exact z) { return std::sinh(z); }, 8, 60},
    {"cosh", [](Exact z) { return std::cosh(z); }, 8, 60},
    {"tanh", [](Exact z) { return std::tanh(z); }, 8, 60},
    {"asin", [](Exact z) { return std::asin(z); }, 8},
    {"acos", [](Exact z) { return std::acos(z); }, 8},
    {"atan", [](Exact z) { return std::atan(z); }, 8},
    {"asinh", [](Exact z) { return std::asinh(z); }, 8},
    {"acosh", [](Exact z) { return std::acosh(z); }, 8},
    {"atanh", [](Exact z) { return std::atanh(z); }, 8},
    {"abs", [](Exact z) { return Exact(std::abs(z)); }, 3},
    {"arg", [](Exact z) { return Exact(std::arg(z)); }, 3},
    {"norm", [](Exact z) { return Exact(std::norm(z)); }, 2},
    {"conj", [](Exact z) { return std::conj(z); }, 0},
};

template <class T>
double error(std::complex<T> found, Exact exact) {
    const Exact off = Exact(found) - exact;
    if (off == Exact(0)) return 0;
    return static_cast<double>(std::abs(off) / std::abs(exact) / std::numeric_limits<T>::epsilon());
}

template <class T>
void Complex::expect_unary(const std::string& type) {
    for (const Unary& f : kUnary) {
        std::vector<std::complex<T>> in = complex_numbers<T>();
        std::erase_if(in, [&](auto z) { return std::abs(z) > f.greatest; });
        const auto out =
            map<std::complex<T>>(std::string(f.name) + "_of<" + type + ">", in, in.size());
        for (std::size_t i = 0; i < in.size(); ++i) {
            const Exact exact = f.exact(Exact(in[i]));
            if (!std::isfinite(std::abs(exact))) continue;  // poles, tested below
            ASSERT_LE(error(out[i], exact), f.bound)
                << f.name << "<" << type << ">" << in[i] << " is " << out[i] << ", not " << exact;
        }
    }
}

TEST_P(Complex, UnaryFunctionsMatchTheHost) {
    expect_unary<float>("float");
    expect_unary<double>("double");
}

struct Binary {
    const char* name;
    std::function<Exact(Exact, Exact)> exact;
    double bound;
    double decades = 6;  ///< magnitudes of the operands: 10^-decades to 10^decades
};

const Binary kBinary[] = {
    {"add", [](Exact a, Exact b) { return a + b; }, 1},
    {"subtract", [](Exact a, Exact b) { return a - b; }, 1},
    {"multiply", [](Exact a, Exact b) { return a * b; }, 2},
    {"divide", [](Exact a, Exact b) { return a / b; }, 4},
    {"divide_real", [](Exact a, Exact b) { return a / b.real(); }, 1},
    {"real_divide", [](Exact a, Exact b) { return a.real() / b; }, 4},
    // The logarithm's error is multiplied by an exponent of up to 10.
    {"pow", [](Exact a, Exact b) { return std::pow(a, b); }, 150, 1},
    {"pow_real", [](Exact a, Exact b) { return std::pow(a, b.real()); }, 150, 1},
    {"pow_whole", [](Exact a, Exact) { return 1.0L / (a * a * a); }, 8},
    {"fma", [](Exact a, Exact b) { return a * b + 1000.0L; }, 2, 1},
    {"polar", [](Exact a, Exact b) { return a.real() * std::exp(Exact(0, b.real())); }, 4, 1},
};

template <class T>
void Complex::expect_binary(const std::string& type) {
    for (const Binary& f : kBinary) {
        const std::vector<std::complex<T>> in = complex_numbers<T>(f.decades);
        const std::size_t count = in.size() / 2;
        const auto out = map<std::complex<T>>(std::string(f.name) + "_of<" + type + ">", in, count);
        for (std::size_t i = 0; i < count; ++i) {
            const Exact exact = f.exact(Exact(in[2 * i]), Exact(in[2 * i + 1]));
            if (!std::isfinite(std::abs(exact))) continue;
            ASSERT_LE(error(out[i], exact), f.bound)
                << f.name << "<" << type << "> of " << in[2 * i] << ", " << in[2 * i + 1] << " is "
                << out[i] << ", not " << exact;
        }
    }
}

TEST_P(Complex, BinaryFunctionsMatchTheHost) {
    expect_binary<float>("float");
    expect_binary<double>("double");
}

template <class T>
std::complex<T> Complex::one(const std::string& kernel, std::complex<T> z) {
    return map<std::complex<T>>(kernel + "_of<" + kType<T> + ">", std::vector{z}, 1)[0];
}

TEST_P(Complex, AvoidsIntermediateOverflow) {
    const std::vector<std::complex<float>> large{{3e38f, 2e38f}, {3e38f, 3e38f}};
    EXPECT_LE(error(map<std::complex<float>>("divide_of<float>", large, 1)[0],
                    Exact(large[0]) / Exact(large[1])),
              4);
    const std::vector<std::complex<float>> uneven{{1e-20f, 1e20f}, {1e20f, 1e-20f}};
    EXPECT_LE(error(map<std::complex<float>>("divide_of<float>", uneven, 1)[0],
                    Exact(uneven[0]) / Exact(uneven[1])),
              4);
    EXPECT_LE(error(one("sqrt", large[0]), std::sqrt(Exact(large[0]))), 3);
    EXPECT_LE(
        error(one("sqrt", std::complex<double>(-1e308, 1e308)), std::sqrt(Exact(-1e308, 1e308))),
        3);
    EXPECT_LE(error(one("abs", std::complex<float>(2e38f, 2e38f)), Exact(std::hypot(2e38f, 2e38f))),
              3);
    const std::complex<float> steep(89, 0.785f);  // exp(89) alone overflows a float
    EXPECT_LE(error(one("exp", steep), std::exp(Exact(steep))), 10);
    EXPECT_EQ(one("tanh", std::complex<float>(200, 1)), std::complex<float>(1, 0));
}

TEST_P(Complex, SmallNumbersKeepPrecision) {
    for (const double size : {1e-30, 1e-37}) {
        const std::complex<float> z(static_cast<float>(size), static_cast<float>(-2 * size));
        for (const char* name : {"sqrt", "sin", "tan", "sinh", "tanh", "atan", "asinh", "atanh"}) {
            const Exact exact = name == std::string("sqrt") ? std::sqrt(Exact(z)) : Exact(z);
            EXPECT_LE(error(one(name, z), exact), 4) << name << " " << z;
        }
    }
}

TEST_P(Complex, BranchCutsMatchStd) {
    const float zero = 0.0f;
    for (const float side : {zero, -zero}) {
        const std::complex<float> left(-4, side), right(4, side), up(side, 4);
        EXPECT_EQ(one("sqrt", left), std::sqrt(left)) << side;
        EXPECT_NEAR(one("log", left).imag(), std::log(left).imag(), 1e-6) << side;
        EXPECT_NEAR(one("asin", right).imag(), std::asin(right).imag(), 1e-6) << side;
        EXPECT_NEAR(one("acos", right).imag(), std::acos(right).imag(), 1e-6) << side;
        EXPECT_NEAR(one("atanh", right).imag(), std::atanh(right).imag(), 1e-6) << side;
        EXPECT_NEAR(one("acosh", left).imag(), std::acosh(left).imag(), 1e-6) << side;
        EXPECT_NEAR(one("atan", up).real(), std::atan(up).real(), 1e-6) << side;
    }
}

TEST_P(Complex, HasTheLayoutOfFloat2AndMixesWithReals) {
    std::vector<std::complex<float>> in(32), expected(32);
    for (std::size_t i = 0; i < 32; ++i) in[i] = {float(i), -2 * float(i)};
    for (std::size_t i = 0; i < 32; ++i)
        expected[i] = 2.0f * in[31 - i] - std::complex<float>(0, 1);
    EXPECT_EQ(block<std::complex<float>>("layout", {32, 1, 1}, in, 32), expected);
}

INSTANTIATE_TEST_SUITE_P(Backends, Complex, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
