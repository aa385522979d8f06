// SPDX-License-Identifier: MIT
#include "table.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <glint/array/detail/kernel_cache.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/compiler/program.hpp>

#include "../measure.hpp"

namespace glint::bench {
namespace {

constexpr int kCalls = 200;  // number of calls that are queued between two waits
constexpr int kRepeats = 41;

// Handwritten version of the kernel that glint generates for 2a + 3b.
constexpr const char* kByHand = R"(
extern "C" __global__ void combine(int n, const float* a, const float* b, float* to) {
    const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 4 > n) return;
    const float4 x = *(const float4*)(a + i), y = *(const float4*)(b + i);
    *(float4*)(to + i) = make_float4(2 * x.x + 3 * y.x, 2 * x.y + 3 * y.y, 2 * x.z + 3 * y.z, 2 * x.w + 3 * y.w);
})";

/// Returns the host time to queue a call, averaged over kCalls calls. The driver's queue can hold
/// all of these calls.
template <class Work>
double queue_seconds(Stream& stream, const Work& work) {
    std::vector<double> times;
    for (int i = 0; i < kRepeats; ++i) {
        stream.synchronize();
        times.push_back(seconds([&] {
            for (int call = 0; call < kCalls; ++call) work();
        }));
    }
    return median(times) / kCalls;
}

/// Returns an expression that has not been evaluated before: each value of Salt has its own type.
template <int Salt>
auto fresh(const Array<float>& a, const Array<float>& b) {
    if constexpr (Salt == 0)
        return a * b + sqrt(a);
    else
        return fresh<Salt - 1>(a, b) * a + b;
}

/// Returns the host time of the first evaluation of an expression, including the kernel's run time.
template <int Salt>
double first_seconds(const Device& device) {
    Stream stream(device);
    const Array<float> a = ones<float>(stream, 1000), b = ones<float>(stream, 1000);
    Array<float> to(stream, 1000);
    stream.synchronize();
    return seconds([&] {
        to = fresh<Salt>(a, b);
        stream.synchronize();
    });
}

template <int... Salts>
double median_first_seconds(const Device& device, std::integer_sequence<int, Salts...>) {
    return median({first_seconds<Salts>(device)...});
}

/// Adds rows whose times include waiting until all work is done.
void bench_small_compared(Table& table) {
    table.section("small arrays, 2a + 3b of floats: time per call");
    for (const std::size_t count : {1u << 10, 1u << 14, 1u << 17, 1u << 20}) {
        const Array<float> a = linspace<float>(table.stream(), 0, 1, count),
                           b = linspace<float>(table.stream(), 1, 2, count);
        Array<float> to(table.stream(), count);
        table.measure(fmt::format("{} elements, until done", count),
                      static_cast<double>(12 * count),
                      {.in = {a.data(), b.data()},
                       .count = count,
                       .calls = kCalls,
                       .reference = "float: 2a + 3b"},
                      [&]() -> auto& { return to = 2.0f * a + 3.0f * b; });
    }
}

}  // namespace

void bench_small(Table& table) {
    fmt::print("\nsmall arrays, 2a + 3b of floats: host time per queued call, {} calls\n", kCalls);
    Stream& stream = table.stream();
    Program program = Program::from_text(stream.device(), "by_hand.cu", kByHand);
    const auto combine = program.kernel<void(int, const float*, const float*, float*)>("combine");
    for (const std::size_t count : {1u << 10, 1u << 14, 1u << 17, 1u << 20}) {
        const Array<float> a = linspace<float>(stream, 0, 1, count),
                           b = linspace<float>(stream, 1, 2, count);
        Array<float> to(stream, count);
        const double launch = queue_seconds(stream, [&] {
            combine.launch(stream, threads(count / 4), static_cast<int>(count), a, b, to);
        });
        const double evaluation = queue_seconds(stream, [&] { to = 2.0f * a + 3.0f * b; });
        table.add(fmt::format("{} elements", count), evaluation, launch, "a direct launch");
    }
    if (table.is_compared_with_openmp()) bench_small_compared(table);
    const auto folder = std::filesystem::temp_directory_path() / "glint-bench-arrays";
    std::filesystem::remove_all(folder);
    setenv("GLINT_CACHE_DIR", folder.c_str(), 1);
    constexpr std::make_integer_sequence<int, 9> kSalts{};
    const double cold = median_first_seconds(stream.device(), kSalts);
    detail::KernelCache::of(stream.device()).clear();
    const double cached = median_first_seconds(stream.device(), kSalts);
    table.add("first evaluation of an expression", cold, 0.040, "40 ms");
    table.add("the same from the disk cache", cached, 0.002, "2 ms");
    std::filesystem::remove_all(folder);
}

}  // namespace glint::bench
