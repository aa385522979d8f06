// SPDX-License-Identifier: MIT
#include <glint/compiler/characterise.hpp>

#include <fmt/format.h>

#include <glint/compiler/program.hpp>

namespace glint::compiler {

std::size_t device_sizeof(const Device& device, std::string_view type,
                          std::string_view declarations) {
    Program program = Program::from_text(
        device, "sizeof.cu",
        fmt::format("{}\n__device__ unsigned long long glint_sizeof = sizeof({});\n", declarations,
                    type));
    Stream stream(device);
    unsigned long long size_bytes = 0;
    download(stream, std::span(&size_bytes, 1), program.global<unsigned long long>("glint_sizeof"));
    stream.synchronize();
    return size_bytes;
}

}  // namespace glint::compiler
