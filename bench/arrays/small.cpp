#include "table.hpp"

#include <fmt/format.h>

#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/compiler/program.hpp>

#include "../measure.hpp"

namespace glint::bench {
namespace {

constexpr int kCalls = 1000;  // queued between two waits

// What the generated kernel does, written by hand.
constexpr const char* kByHand = R"(
extern "C" __global__ void combine(int n, const float* a, const float* b, float* to) {
    const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 4 > n) return;
    const float4 x = *(const float4*)(a + i), y = *(const float4*)(b + i);
    *(float4*)(to + i) = make_float4(2 * x.x + 3 * y.x, 2 * x.y + 3 * y.y, 2 * x.z + 3 * y.z, 2 * x.w + 3 * y.w);
})";

template <class Work>
double seconds_for_each(Stream& stream, const Work& work) {
    return median_seconds(15,
                          [&] {
                              for (int i = 0; i < kCalls; ++i) work();
                              stream.synchronize();
                          }) /
           kCalls;
}

}  // namespace

void bench_small(Table& table) {
    fmt::print("\nsmall arrays, 2a + 3b of floats: the host's time for each of {} calls\n", kCalls);
    Stream& stream = table.stream();
    Program program = Program::from_text(stream.device(), "by_hand.cu", kByHand);
    const auto combine = program.kernel<void(int, const float*, const float*, float*)>("combine");
    for (const std::size_t count : {1u << 10, 1u << 14, 1u << 17, 1u << 20}) {
        const Array<float> a = linspace<float>(stream, 0, 1, count),
                           b = linspace<float>(stream, 1, 2, count);
        Array<float> to(stream, count);
        const double launch = seconds_for_each(stream, [&] {
            combine.launch(stream, threads(count / 4), static_cast<int>(count), a, b, to);
        });
        const double evaluation = seconds_for_each(stream, [&] { to = 2.0f * a + 3.0f * b; });
        table.add(fmt::format("{} elements", count), evaluation, launch, "one launch by hand");
    }
}

}  // namespace glint::bench
