// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include <glint/base/files.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/driver/module.hpp>

namespace glint::test {

/// A file of data/, compiled for `device`. `instantiations` lists kernels whose symbols are needed
/// and that are not extern "C".
inline compiler::Binary compiled(const Device& device, const std::string& name,
                                 std::vector<std::string> instantiations = {}) {
    const auto file = std::filesystem::path(GLINT_TEST_DATA_DIR) / name;
    compiler::Source source;
    source.name = file.string();
    source.text = read_text(file);
    source.instantiations = std::move(instantiations);
    return compiler::compiler_for(device)->compile(source);
}

/// data/kernels.cu, compiled for `device`.
inline std::vector<std::byte> kernels_image(const Device& device) {
    return compiled(device, "kernels.cu").image;
}

/// PTX of a kernel `many(const float*, float*)`, which would use more than 40 registers.
inline std::vector<std::byte> many_registers_ptx(const Device& device) {
    compiler::Source source;
    source.name = "many.cu";
    source.text = R"(
extern "C" __global__ void many(const float* a, float* out) {
    float v[64];
    for (int i = 0; i < 64; ++i) v[i] = a[i * 7 + threadIdx.x];
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 64; ++i) sum = fmaf(sum, v[63 - i], v[i]);
    out[threadIdx.x] = sum;
}
)";
    source.kind = compiler::BinaryKind::ptx;
    return compiler::compiler_for(device)->compile(source).image;
}

inline Module kernels(const Device& device) { return {device, kernels_image(device)}; }

}  // namespace glint::test
