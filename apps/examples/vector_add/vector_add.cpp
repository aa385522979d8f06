// SPDX-License-Identifier: MIT
// Adds two vectors by two kernels, one of which uses shared memory, and checks the results.
#include <cstdio>
#include <numeric>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/program.hpp>

#include "../example.hpp"

namespace {

int add_vectors() {
    const auto device = glint::Device::open();
    glint::Stream stream(device);
    constexpr int n = 1'000'000;

    std::vector<float> host_a(n), host_b(n);
    std::iota(host_a.begin(), host_a.end(), 0.0f);
    std::iota(host_b.rbegin(), host_b.rend(), 0.0f);
    const glint::Array<float> a(stream, host_a);
    const glint::Array<float> b(stream, host_b);
    glint::Array<float> sum(stream, n);

    glint::Program program(device, glint::resource("apps/examples/vector_add/vector_add.cu"));
    using Add = void(int, const float*, const float*, float*);

    program.kernel<Add>("add").launch(stream, glint::threads(n), n, a, b, sum);
    const bool straight = sum.to_vector() == std::vector<float>(n, n - 1.0f);

    sum.assign(std::vector<float>(n));
    glint::LaunchShape shape = glint::threads(n);
    shape.shared_bytes = shape.block.x * 2 * sizeof(float);
    program.kernel<Add>("add_in_shared_memory").launch(stream, shape, n, a, b, sum);
    const bool shared = sum.to_vector() == std::vector<float>(n, n - 1.0f);

    std::printf("%d sums on %s: in global memory %s, in shared memory %s\n", n,
                device.name().c_str(), example::verdict(straight), example::verdict(shared));
    return example::status(straight && shared);
}

}  // namespace

int main() { return example::run(add_vectors); }
