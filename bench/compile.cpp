// SPDX-License-Identifier: MIT
// Measures the time from a kernel's source to a loaded kernel, both if the kernel must be compiled
// and if it is in the disk cache.
#include "measure.hpp"

#include <array>
#include <cstdlib>
#include <filesystem>

#include <unistd.h>

#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/program.hpp>

#ifdef GLINT_WITH_CUDA
#include <nvrtc.h>

#include <glint/base/shared_library.hpp>
#endif

namespace glint::bench {
namespace {

constexpr int kRepeats = 15;

// A kernel of 30 lines. It is different for each `variant`, so that no cache contains it.
std::string source(int variant) {
    return fmt::format(R"(
struct Body {{
    float4 place;
    float4 speed;
}};

__device__ float3 pull(float4 at, float4 other) {{
    const float3 offset = make_float3(other.x - at.x, other.y - at.y, other.z - at.z);
    const float square =
        offset.x * offset.x + offset.y * offset.y + offset.z * offset.z + 0.01f;
    const float inverse = rsqrtf(square);
    const float strength = other.w * inverse * inverse * inverse;
    return make_float3(offset.x * strength, offset.y * strength, offset.z * strength);
}}

extern "C" __global__ void step_{0}(int count, float dt, const Body* from, Body* to) {{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Body body = from[i];
    float3 sum = make_float3(0.0f, 0.0f, {0}.0f);
    for (int j = 0; j < count; ++j) {{
        const float3 one = pull(body.place, from[j].place);
        sum = make_float3(sum.x + one.x, sum.y + one.y, sum.z + one.z);
    }}
    body.speed.x += dt * sum.x;
    body.speed.y += dt * sum.y;
    body.speed.z += dt * sum.z;
    body.place.x += dt * body.speed.x;
    to[i] = body;
}})",
                       variant);
}

// A kernel of 300 lines, similar to a model with many terms.
std::string long_source(int variant) {
    static constexpr std::array<const char*, 6> kLines = {
        "const float t{0} = fmaf(x, 0.{0}f, y);\n",
        "x += t{1} * terms[{0}];\n",
        "if (t{2} > {0}.0f) y = x * t{2} - {0}.5f;\n",
        "z += sqrtf(fabsf(t{3})) / (1.0f + y * y);\n",
        "x = fminf(x, z + {0}.0f) + 0.25f * t{4};\n",
        "y -= z * (t{5} - from[i].speed.y);\n"};
    std::string text = source(variant);
    text += fmt::format(R"(
extern "C" __global__ void long_{0}(int count, const float* terms, const Body* from,
                                    float* to) {{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    float x = {0}.0f, y = from[i].place.y, z = 1.0f;
)",
                        variant);
    for (int line = 0; line < 264; ++line) {
        const int last = line - line % 6;  // line that defines this term
        text += fmt::format(fmt::runtime(kLines[static_cast<std::size_t>(line % 6)]), line, last,
                            last, last, last, last);
    }
    return text + "    to[i] = x + y + z;\n}\n";
}

class FreshCache {
public:
    FreshCache()
        : folder_(std::filesystem::temp_directory_path() /
                  fmt::format("glint-bench-{}", getpid())) {
        setenv("GLINT_CACHE_DIR", folder_.c_str(), 1);
    }
    ~FreshCache() { std::filesystem::remove_all(folder_); }
    FreshCache(const FreshCache&) = delete;
    FreshCache& operator=(const FreshCache&) = delete;

private:
    std::filesystem::path folder_;
};

void show(const char* what, double seconds) {
    fmt::print("  {:<44} {:8.2f} ms\n", what, seconds * 1e3);
}

#ifdef GLINT_WITH_CUDA
// Times only NVRTC for the same source, without a cache and without loading the kernel.
double raw_nvrtc(const std::string& architecture) {
    const std::string version = compiler::nvrtc_version();
    const std::string path =
        version.substr(version.find('(') + 1, version.size() - version.find('(') - 2);
    const auto library = SharedLibrary::open(std::array{path});
    const auto create =
        reinterpret_cast<decltype(&nvrtcCreateProgram)>(library->find("nvrtcCreateProgram"));
    const auto compile =
        reinterpret_cast<decltype(&nvrtcCompileProgram)>(library->find("nvrtcCompileProgram"));
    const auto destroy =
        reinterpret_cast<decltype(&nvrtcDestroyProgram)>(library->find("nvrtcDestroyProgram"));
    const std::string target = "--gpu-architecture=" + architecture;
    const char* options[] = {target.c_str(), "--std=c++20"};
    int variant = 1000;
    return median_seconds(kRepeats, [&] {
        const std::string text = source(++variant);
        nvrtcProgram program = nullptr;
        create(&program, text.c_str(), "bench.cu", 0, nullptr, nullptr);
        compile(program, 2, options);
        destroy(&program);
    });
}
#endif

void measure(const Device& device) {
    const FreshCache cache;
    fmt::print("{}\n", headline(device));
    Stream stream(device);
    // The time includes a launch, because the CPU backend compiles a kernel when it is launched.
    const auto run = [&](int variant) {
        Program program = Program::from_text(device, "bench.cu", source(variant));
        program.kernel<void(int, float, const float*, float*)>(fmt::format("step_{}", variant))
            .launch(stream, threads(0, 64u), 0, 0.0f, nullptr, nullptr);
        stream.synchronize();
    };
    int variant = 0;
    const auto compile_new = [&] { run(++variant); };
    show("first compilation in the process, and launch", seconds(compile_new));
    const double cold = median_seconds(kRepeats, compile_new);
    show("compilation and launch, 30 lines", cold);
    const double cold_long = median_seconds(kRepeats, [&] {
        Program program = Program::from_text(device, "bench.cu", long_source(++variant));
        program
            .kernel<void(int, const float*, const float*, float*)>(fmt::format("long_{}", variant))
            .launch(stream, threads(0, 64u), 0, nullptr, nullptr, nullptr);
        stream.synchronize();
    });
    show("compilation and launch, 300 lines", cold_long);
    show("from the disk cache, and launch", median_seconds(kRepeats, [&] { run(1); }));
#ifdef GLINT_WITH_CUDA
    if (device.kind() == BackendKind::cuda) {
        const double raw = raw_nvrtc(device.info().architecture);
        show("NVRTC's own calls, without loading", raw);
        fmt::print("  {:<44} {:8.2f}\n", "ratio", cold / raw);
    }
#endif
}

}  // namespace
}  // namespace glint::bench

int main() {
    for (const glint::Device& device : glint::bench::open_all()) glint::bench::measure(device);
}
