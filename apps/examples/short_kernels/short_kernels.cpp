// SPDX-License-Identifier: MIT
// Kernels of one line: CUDA C++ strings define an elementwise operation, a reduction and a scan.
// glint generates the rest of each kernel, compiles it at the first call and caches it on disk.
#include <algorithm>
#include <cstdio>
#include <vector>

#include <glint/algorithms/reduction_code.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/array/array.hpp>
#include <glint/array/elementwise.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>

#include "../example.hpp"

namespace {

constexpr int n = 100'000;

// The arrays hold small integers, so float sums have no rounding errors.
float x_at(int i) { return static_cast<float>(i % 5); }
float y_at(int i) { return static_cast<float>(i % 3); }

bool elementwise(const glint::Array<float>& x, const glint::Array<float>& y) {
    const glint::Elementwise scale(x.stream().device(),
                                   "float a, const float* x, const float* y, float* to",
                                   "to[i] = a * x[i] + y[i]");
    glint::Array<float> to(x.stream(), n);
    scale(2.0f, x, y, to);
    const std::vector<float> got = to.to_vector();
    bool right = true;
    for (int i = 0; i < n; ++i) right = right && got[i] == 2 * x_at(i) + y_at(i);
    return right;
}

bool reduction(const glint::Array<float>& x, const glint::Array<float>& y) {
    const glint::ReductionKernel<float> dot({.neutral = 0,
                                             .reduce = "a + b",
                                             .map = "x[i] * y[i]",
                                             .arguments = "const float* x, const float* y"});
    float expected = 0;
    for (int i = 0; i < n; ++i) expected += x_at(i) * y_at(i);
    return dot(x, y).item() == expected;
}

bool scan(const glint::Array<float>& x) {
    const std::vector<float> got = glint::inclusive_scan(x, "a + b", 0).to_vector();
    bool right = true;
    float running = 0;
    for (int i = 0; i < n; ++i) right = right && got[i] == (running += x_at(i));
    return right;
}

int run_strings() {
    const auto device = glint::Device::open();
    glint::Stream stream(device);
    const glint::Array<float> x = glint::cast<float>(glint::arange<int>(stream, n) % 5);
    const glint::Array<float> y = glint::cast<float>(glint::arange<int>(stream, n) % 3);

    const bool each = elementwise(x, y), reduced = reduction(x, y), scanned = scan(x);
    std::printf("kernels from strings on %s: elementwise %s, reduction %s, scan %s\n",
                device.name().c_str(), example::verdict(each), example::verdict(reduced),
                example::verdict(scanned));
    return example::status(each && reduced && scanned);
}

}  // namespace

int main() { return example::run(run_strings); }
