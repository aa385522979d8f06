// SPDX-License-Identifier: MIT
// Elementwise expressions: each expression is one loop.
#include <cmath>

#include "rows.hpp"

namespace glint::bench::openmp {
namespace {

// Minimum number of elements for multiple threads. For fewer elements, a single thread finishes
// before the other threads wake up.
constexpr std::size_t kWorthThreads = 16384;

template <class T, auto Function>
void each(const Problem& problem) {
    const T* a = input<T>(problem, 0);
    const T* b = input<T>(problem, 1);
    const T* c = input<T>(problem, 2);
    const T* d = input<T>(problem, 3);
    const T* e = input<T>(problem, 4);
    const T* f = input<T>(problem, 5);
    const T* g = input<T>(problem, 6);
    const T* h = input<T>(problem, 7);
    T* out = output<T>(problem);
#pragma omp parallel for simd schedule(static) if (parallel : problem.count >= kWorthThreads)
    for (std::size_t i = 0; i < problem.count; ++i) out[i] = Function(i, a, b, c, d, e, f, g, h);
}

// clang-format off
constexpr auto kSumOfTwo = [](std::size_t i, auto a, auto b, auto...) { return 2 * a[i] + 3 * b[i]; };
constexpr auto kProductAndSum = [](std::size_t i, auto a, auto b, auto c, auto...) { return a[i] * b[i] + c[i]; };
constexpr auto kSquare = [](std::size_t i, auto a, auto b, auto...) { return (a[i] - b[i]) * (a[i] - b[i]); };
constexpr auto kLength = [](std::size_t i, auto a, auto b, auto c, auto...) { return std::sqrt(a[i] * a[i] + b[i] * b[i] + c[i] * c[i]); };
constexpr auto kChoice = [](std::size_t i, auto a, auto b, auto c, auto...) { return a[i] > b[i] ? a[i] : c[i]; };
constexpr auto kDecay = [](std::size_t i, auto a, auto b, auto c, auto d, auto...) { return std::exp(-a[i]) * b[i] + c[i] * d[i]; };
constexpr auto kSumOfFive = [](std::size_t i, auto a, auto b, auto c, auto d, auto e, auto...) { return a[i] + b[i] + c[i] + d[i] + e[i]; };
constexpr auto kQuotient = [](std::size_t i, auto a, auto b, auto c, auto d, auto e, auto f, auto...) { return (a[i] * b[i] - c[i] * d[i]) / (e[i] * f[i] + 1); };
constexpr auto kOfSeven = [](std::size_t i, auto a, auto b, auto c, auto d, auto e, auto f, auto g, auto...) { return a[i] * b[i] + c[i] * d[i] + e[i] * f[i] + g[i]; };
constexpr auto kOfEight = [](std::size_t i, auto a, auto b, auto c, auto d, auto e, auto f, auto g, auto h) { return a[i] * b[i] + c[i] * d[i] + e[i] * f[i] + g[i] * h[i]; };
// clang-format on

void half_polynomial(const Problem& problem) {
    const _Float16* a = input<_Float16>(problem);
    _Float16* out = output<_Float16>(problem);
#pragma omp parallel for simd schedule(static)
    for (std::size_t i = 0; i < problem.count; ++i) {
        const float x = a[i];
        out[i] = static_cast<_Float16>(x * 2.0f + x * x);
    }
}

void byte_polynomial(const Problem& problem) {
    const signed char* a = input<signed char>(problem);
    signed char* out = output<signed char>(problem);
#pragma omp parallel for simd schedule(static)
    for (std::size_t i = 0; i < problem.count; ++i) out[i] = static_cast<signed char>(a[i] * 3 + 1);
}

void half_comparison(const Problem& problem) {
    const _Float16* a = input<_Float16>(problem);
    bool* out = output<bool>(problem);
#pragma omp parallel for simd schedule(static)
    for (std::size_t i = 0; i < problem.count; ++i) out[i] = static_cast<float>(a[i]) > 0.5f;
}

constexpr std::array kRows{
    Row{"float: 2a + 3b", each<float, kSumOfTwo>},
    Row{"float: a * b + c", each<float, kProductAndSum>},
    Row{"float: (a - b)^2", each<float, kSquare>},
    Row{"float: sqrt(a^2 + b^2 + c^2)", each<float, kLength>},
    Row{"float: where(a > b, a, c)", each<float, kChoice>},
    Row{"float: exp(-a) * b + c * d", each<float, kDecay>},
    Row{"float: a + b + c + d + e", each<float, kSumOfFive>},
    Row{"float: (a*b - c*d) / (e*f + 1)", each<float, kQuotient>},
    Row{"float: a*b + c*d + e*f + g", each<float, kOfSeven>},
    Row{"float: a*b + c*d + e*f + g*h", each<float, kOfEight>},
    Row{"double: 2a + 3b", each<double, kSumOfTwo>},
    Row{"double: a * b + c", each<double, kProductAndSum>},
    Row{"double: (a - b)^2", each<double, kSquare>},
    Row{"double: sqrt(a^2 + b^2 + c^2)", each<double, kLength>},
    Row{"double: where(a > b, a, c)", each<double, kChoice>},
    Row{"double: exp(-a) * b + c * d", each<double, kDecay>},
    Row{"double: a + b + c + d + e", each<double, kSumOfFive>},
    Row{"double: (a*b - c*d) / (e*f + 1)", each<double, kQuotient>},
    Row{"double: a*b + c*d + e*f + g", each<double, kOfSeven>},
    Row{"double: a*b + c*d + e*f + g*h", each<double, kOfEight>},
    Row{"half: 2a + a * a", half_polynomial},
    Row{"int8: 3a + 1", byte_polynomial},
    Row{"bool of half: a > 0.5", half_comparison},
};

}  // namespace

std::span<const Row> expression_rows() { return kRows; }

}  // namespace glint::bench::openmp
