// SPDX-License-Identifier: MIT
// A PyCUDA script, translated to C++: SourceModule, get_global, gpuarray, ElementwiseKernel,
// ReductionKernel, events, mem_alloc and memcpy. Each part is compared with the host.
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <vector>

#include <glint/arrays.hpp>
#include <glint/compiler.hpp>
#include <glint/driver/event.hpp>
#include <glint/driver/memory.hpp>

namespace {

int failures = 0;

void check(const char* what, double got, double expected, double tolerance = 1e-5) {
    const bool right = std::abs(got - expected) <= tolerance * std::max(1.0, std::abs(expected));
    std::printf("%-28s %12.6g, expected %12.6g: %s\n", what, got, expected,
                right ? "right" : "WRONG");
    if (!right) ++failures;
}

int run() {
    const auto device = glint::Device::open();
    glint::Stream stream(device);
    std::printf("device: %s\n", device.name().c_str());

    // mod = SourceModule(source); f = mod.get_function("polynomial")
    glint::Program program(device, std::filesystem::path(FOLDER) / "port.cu");
    const auto polynomial = program.kernel<void(int, float, const float*, float*)>("polynomial");

    // address, size = mod.get_global("coefficients"); cuda.memcpy_htod(address, values)
    const std::vector<float> coefficients{1, -2, 0, 3};
    glint::upload(stream, program.global<float>("coefficients"), coefficients);
    glint::fill(stream, program.global<unsigned>("beyond"), 0u);

    // x_gpu = cuda.mem_alloc(x.nbytes); cuda.memcpy_htod(x_gpu, x) ...
    constexpr int n = 100'000;
    std::vector<float> x(n), y(n);
    for (int i = 0; i < n; ++i) x[i] = 2.0f * i / (n - 1);
    glint::DeviceMemory<float> x_gpu(device, n), y_gpu(device, n);
    glint::upload(stream, x_gpu.span(), x);

    // start.record(); f(...); end.record(); end.synchronize(); end.time_since(start)
    polynomial.warm_up(glint::threads(n));
    glint::Event start(device), stop(device);
    stream.record(start);
    polynomial.launch(stream, glint::threads(n), n, 20.0f, x_gpu, y_gpu);
    stream.record(stop);
    const double first_ms = glint::elapsed(start, stop).count() * 1e3;
    const double later_ms =
        polynomial.timed_launch(stream, glint::threads(n), n, 1e9f, x_gpu, y_gpu).count() * 1e3;
    std::printf("first launch %.3f ms, later %.3f ms\n", first_ms, later_ms);

    glint::download(stream, std::span(y), y_gpu.span());
    std::vector<unsigned> beyond(1);
    glint::download(stream, std::span(beyond), program.global<unsigned>("beyond"));
    stream.synchronize();
    double worst = 0;
    unsigned expected_beyond = 0;
    for (int i = 0; i < n; ++i) {
        const double exact = 1 - 2.0 * x[i] + 3.0 * std::pow(x[i], 3);
        worst = std::max(worst, std::abs(exact - y[i]));
        expected_beyond += exact > 20;
    }
    check("polynomial, largest error", worst, 0, 1e-4);
    check("values beyond the limit", beyond[0], expected_beyond, 1e-3);

    // a = gpuarray.to_gpu(x); b = 2*a + 1; gpuarray.sum(b); cumath.sin(a)
    const glint::Array<float> a(stream, x);
    const glint::Array<float> b = 2.0f * a + 1.0f;
    check("sum(2a + 1) / n", glint::sum(b).item() / n, 3.0);
    check("dot(a, a) / n", glint::dot(a, a).item() / n, 4.0 / 3, 1e-3);
    check("max(sin(a))", glint::max(sin(a)).item(), 1.0);
    check("mean of a where a > 1",
          (glint::sum(where(a > 1.0f, a, 0.0f)) / glint::sum(cast<float>(a > 1.0f))).item(), 1.5,
          1e-4);

    // lin_comb = ElementwiseKernel("float a, float *x, float b, float *y, float *z", "z[i] = a*x[i]
    // + b*y[i]")
    const glint::Elementwise lin_comb(device,
                                      "float a, const float* x, float b, const float* y, float* z",
                                      "z[i] = a * x[i] + b * y[i]");
    glint::Array<float> c = glint::empty_like(a);
    lin_comb(5, a, 6, b, c);
    check("lin_comb, last", c(-1).item(), 5 * 2 + 6 * 5);

    // krnl = ReductionKernel(np.float32, neutral="0", reduce_expr="a+b", map_expr="x[i]*y[i]", ...)
    const glint::ReductionKernel<float> dot({.neutral = 0,
                                             .reduce = "a + b",
                                             .map = "x[i] * y[i]",
                                             .arguments = "const float* x, const float* y"});
    check("ReductionKernel dot / n", dot(a, b).item() / n, 2 * 4.0 / 3 + 1, 1e-3);

    // Uses a DeviceMemory as an array, in place: gpuarray.GPUArray(gpudata=y_gpu)
    glint::ArrayView<float> view(stream, y_gpu);
    view -= glint::mean(view);
    check("mean after centring", glint::mean(view).item(), 0, 1e-4);
    return failures == 0 ? 0 : 1;
}

}  // namespace

int main() {
    try {
        return run();
    } catch (const glint::Error& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
