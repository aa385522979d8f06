// SPDX-License-Identifier: MIT
// Measures a launch by glint, which is typed and checked, compared with a launch by the driver.
#include "measure.hpp"

#include <glint/compiler/program.hpp>
#include <glint/driver/memory.hpp>

#ifdef GLINT_WITH_CUDA
#include <glint/cuda/cuda_backend.hpp>
#endif

namespace glint::bench {
namespace {

// Number of launches that are queued between two waits. The driver's queue can hold more.
constexpr int kLaunches = 2000;
constexpr int kRepeats = 41;

constexpr const char* kSource = R"(
extern "C" __global__ void nothing(size_t count, float scale, const float* from, float* to) {})";

using Nothing = void(std::size_t, float, const float*, float*);

template <class Launch>
double per_launch(Stream& stream, const Launch& launch) {
    return seconds_per_run(stream, kRepeats, kLaunches, launch);
}

#ifdef GLINT_WITH_CUDA
double raw_launch(Stream& stream, Program& program, float* memory) {
    auto& backend = static_cast<driver::cuda::CudaBackend&>(*stream.device().backend());
    const driver::cuda::ContextScope scope(backend.context());
    auto* function = static_cast<CUfunction>(program.kernel<Nothing>("nothing").native());
    const auto* api = driver::cuda::find_api();
    auto* queue = static_cast<CUstream>(stream.native());
    return per_launch(stream, [&] {
        std::size_t count = 32;
        float scale = 2.0f;
        void* arguments[] = {&count, &scale, &memory, &memory};
        driver::cuda::check(
            api->cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, queue, arguments, nullptr),
            "launch");
    });
}
#endif

void print(const char* what, double seconds) {
    fmt::print("  {:<26} {:8.0f} ns\n", what, seconds * 1e9);
}

void measure(const Device& device) {
    Program program = Program::from_text(device, "nothing.cu", kSource);
    Stream stream(device);
    DeviceMemory<float> memory(device, 32);
    const auto nothing = program.kernel<Nothing>("nothing");
    const LaunchShape shape = threads(32, 32u);
    const double checked =
        per_launch(stream, [&] { nothing.launch(stream, shape, 32u, 2.0f, memory, memory); });
    const double by_elements = per_launch(
        stream, [&] { nothing.launch(stream, elements(32), 32u, 2.0f, memory, memory); });
    const AnyKernel any = program.kernel("nothing");
    const double untyped = per_launch(
        stream, [&] { any.launch(stream, shape, {std::size_t{32}, 2.0f, memory, memory}); });
    fmt::print("{}\n", headline(device));
    print("glint, typed and checked", checked);
    print("by element count", by_elements);
    print("with an argument list", untyped);
#ifdef GLINT_WITH_CUDA
    if (device.kind() == BackendKind::cuda) {
        LaunchShape together = shape;
        together.cooperative = true;
        print("cooperative", per_launch(stream, [&] {
                  nothing.launch(stream, together, 32u, 2.0f, memory, memory);
              }));
        const double raw = raw_launch(stream, program, memory.data());
        print("cuLaunchKernel", raw);
        fmt::print("  ratio                      {:8.2f}\n", checked / raw);
    }
#endif
}

}  // namespace
}  // namespace glint::bench

int main() {
    for (const glint::Device& device : glint::bench::open_all()) glint::bench::measure(device);
}
