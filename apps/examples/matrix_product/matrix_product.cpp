// SPDX-License-Identifier: MIT
// Matrix products by a plain kernel, by a tiled kernel whose sizes are template arguments, and on
// the host. All three add in the same order, and differ only in rounding by fused multiply-adds.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/program.hpp>

#include "../example.hpp"

namespace {

constexpr int kRuns = 100;

// The matrices have 1024 rows on a GPU, and 256 on a CPU, where 100 runs with 1024 take a minute.
struct Size {
    int n;
    int block;
    const char* kernel;
};
constexpr Size kLarge{1024, 32, "tiled_product<1024, 32>"};
constexpr Size kSmall{256, 32, "tiled_product<256, 32>"};

using Matrix = std::vector<double>;

Matrix matrix(int n, double phase) {
    Matrix values(static_cast<std::size_t>(n) * n);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::sin(phase + 0.37 * static_cast<double>(i));
    return values;
}

Matrix product_on_host(int n, const Matrix& a, const Matrix& b) {
    Matrix c(a.size());
    for (int row = 0; row < n; ++row)
        for (int k = 0; k < n; ++k)
            for (int column = 0; column < n; ++column)
                c[row * n + column] += a[row * n + k] * b[k * n + column];
    return c;
}

double largest_difference(const Matrix& left, const Matrix& right) {
    double largest = 0;
    for (std::size_t i = 0; i < left.size(); ++i)
        largest = std::max(largest, std::abs(left[i] - right[i]));
    return largest;
}

/// Milliseconds per run on the device: the average of `kRuns` runs after one warm-up run.
template <class Launch>
double milliseconds(glint::Stream& stream, const Launch& launch) {
    launch();
    glint::Event start(stream.device());
    glint::Event stop(stream.device());
    stream.record(start);
    for (int run = 0; run < kRuns; ++run) launch();
    stream.record(stop);
    return glint::elapsed(start, stop).count() * 1e3 / kRuns;
}

int multiply() {
    const auto device = glint::Device::open();
    glint::Stream stream(device);
    const Size size = device.kind() == glint::BackendKind::cuda ? kLarge : kSmall;
    const int n = size.n;
    const Matrix host_a = matrix(n, 0.1);
    const Matrix host_b = matrix(n, 0.7);
    const glint::Array<double> a(stream, host_a);
    const glint::Array<double> b(stream, host_b);
    glint::Array<double> c(stream, host_a.size());

    // One compilation instantiates the template and compiles the other kernels, at no extra cost.
    glint::Program program(device,
                           glint::resource("apps/examples/matrix_product/matrix_product.cu"),
                           {.instantiations = {size.kernel}});
    const auto plain = program.kernel<void(int, const double*, const double*, double*)>("product");
    const auto tiled = program.kernel<void(const double*, const double*, double*)>(size.kernel);

    const auto from = std::chrono::steady_clock::now();
    const Matrix expected = product_on_host(n, host_a, host_b);
    const double host_ms =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - from).count();

    const unsigned side = static_cast<unsigned>(size.block);
    const glint::LaunchShape shape = glint::threads(n, n, {side, side, 1});
    const double plain_ms = milliseconds(stream, [&] { plain.launch(stream, shape, n, a, b, c); });
    const double plain_off = largest_difference(c.to_vector(), expected);
    c.assign(Matrix(host_a.size()));
    const double tiled_ms = milliseconds(stream, [&] { tiled.launch(stream, shape, a, b, c); });
    const double tiled_off = largest_difference(c.to_vector(), expected);

    std::printf("%dx%d doubles on %s, mean of %d runs\n", n, n, device.name().c_str(), kRuns);
    std::printf("  host, one thread  %9.3f ms\n", host_ms);
    std::printf("  plain kernel      %9.3f ms, error %.1e\n", plain_ms, plain_off);
    std::printf("  tiled kernel      %9.3f ms, error %.1e\n", tiled_ms, tiled_off);
    // The n terms are products of numbers up to 1. Each adds a rounding error up to n/2 * 2^-53.
    const double tolerance = n * std::ldexp(0.5 * n, -53);
    const bool right = plain_off <= tolerance && tiled_off <= tolerance;
    std::printf("%s\n", example::verdict(right));
    return example::status(right);
}

}  // namespace

int main() { return example::run(multiply); }
