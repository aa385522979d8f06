// SPDX-License-Identifier: MIT
// The classic first GPU program: a kernel doubles a 4x4 matrix on the device, and the host reads
// the result. An array expression then doubles the matrix without a kernel.
#include <cstdio>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/array/operators.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/program.hpp>

#include "../example.hpp"

namespace {

void print(const std::vector<float>& matrix) {
    for (std::size_t i = 0; i < matrix.size(); ++i)
        std::printf("%6.2f%s", matrix[i], i % 4 == 3 ? "\n" : " ");
}

int double_a_matrix() {
    const auto device = glint::Device::open();
    glint::Stream stream(device);

    std::vector<float> before(16);
    for (std::size_t i = 0; i < before.size(); ++i) before[i] = 0.25f * static_cast<float>(i) - 1;
    glint::Array<float> matrix(stream, before);
    const glint::Array<float> by_expression = 2.0f * matrix;

    glint::Program program(device, glint::resource("apps/examples/doubling/doubling.cu"));
    program.kernel<void(float*)>("double_all").launch(stream, {.block = {4, 4}}, matrix);

    const std::vector<float> after = matrix.to_vector();
    print(before);
    std::printf("doubled on %s:\n", device.name().c_str());
    print(after);

    bool right = true;
    for (std::size_t i = 0; i < after.size(); ++i) right = right && after[i] == 2 * before[i];
    const bool same = by_expression.to_vector() == after;
    std::printf("by a kernel %s, by an expression %s\n", example::verdict(right),
                example::verdict(same));
    return example::status(right && same);
}

}  // namespace

int main() { return example::run(double_a_matrix); }
