// SPDX-License-Identifier: MIT
// Usage: doubled FILE DATA LIBRARIES. Compiles a kernel, runs it and checks the result. All of
// glint's files must come from the package's folders, DATA and LIBRARIES.
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/program.hpp>
#include <glint/driver/device.hpp>

namespace {

/// Returns false if the CPU backend is loaded from a folder other than `folder`.
bool backend_is_of(const std::string& folder) {
    std::ifstream maps("/proc/self/maps");
    for (std::string line; std::getline(maps, line);) {
        const bool is_backend = line.find("libglint_cpu.so") != std::string::npos;
        if (is_backend && line.find(folder + "/libglint_cpu.so") == std::string::npos) return false;
    }
    return true;
}

}  // namespace

int main(int, char** argv) {
    const auto device = glint::Device::open();
    glint::Stream stream(device);
    glint::Program program(device, argv[1]);
    const auto doubled = program.kernel<void(std::size_t, float*)>("doubled");

    glint::Array<float> values(stream, std::vector<float>{1, 2, 3});
    doubled.launch(stream, glint::threads(values.size()), values.size(), values);

    const bool own = glint::resource("kernels/glint/random.cuh") ==
                         std::string(argv[2]) + "/kernels/glint/random.cuh" &&
                     backend_is_of(argv[3]);
    std::printf("kernels and backend of the package: %s\n", own ? "yes" : "no");
    const bool right = own && values.to_vector() == std::vector<float>{2, 4, 6};
    std::printf("%s: %s\n", device.name().c_str(), right ? "right" : "wrong");
    return right ? 0 : 1;
}
