// SPDX-License-Identifier: MIT
// Compiles with CASE = 0. Every other case passes something that is not a function of elements, and
// must not compile.
#include <cmath>
#include <functional>

#include <glint/algorithms/map.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/scan.hpp>

float host_function(float x);
float host_operator(float a, float b);

void use(const glint::Array<float>& x) {
#if CASE == 0
    const float factor = 2;
    glint::Array<float> y = glint::map([=](auto a) { return factor * a; }, x);
    y = glint::reduce(x, [](auto a, auto b) { return a + b; }, 0);
    y = glint::inclusive_scan(x, std::plus<>(), 0);
    y = glint::inclusive_scan(x, std::plus<>());
#elif CASE == 1
    const glint::Array<float> y = glint::map(host_function, x);
#elif CASE == 2
    const glint::Array<float> y = glint::map([](float a) { return a * a; }, x);
#elif CASE == 3
    const glint::Array<float> y = glint::map(std::function<float(float)>(host_function), x);
#elif CASE == 4
    const glint::Array<float> y = glint::map([](auto) { return 1.0f; }, x);
#elif CASE == 5
    const glint::Array<float> y = glint::reduce(x, host_operator, 0);
#elif CASE == 6
    const glint::Array<float> y = glint::inclusive_scan(x, host_operator, 0);
#elif CASE == 7
    const glint::Array<float> y = glint::exclusive_scan(x, [](auto, auto) { return 1.0f; }, 0);
#elif CASE == 8
    const glint::Array<float> y = glint::map([](auto a) { return host_function(a); }, x);
#elif CASE == 9
    const glint::Array<float> y = glint::map([](auto a) { return std::sin(a); }, x);
#elif CASE == 10
    const glint::Array<float> y = glint::map([](auto a) { return a > 0.0f ? a : -a; }, x);
#endif
}
