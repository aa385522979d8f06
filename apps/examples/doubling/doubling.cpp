// The first program of every introduction: a 4x4 matrix goes to the device, a kernel doubles it,
// and it comes back.
#include <cstdio>
#include <vector>

#include <glint/array/array.hpp>
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

    glint::Program program(device, glint::resource("apps/examples/doubling/doubling.cu"));
    program.kernel<void(float*)>("double_all").launch(stream, {.block = {4, 4}}, matrix);

    const std::vector<float> after = matrix.to_vector();
    print(before);
    std::printf("doubled on %s:\n", device.name().c_str());
    print(after);

    bool right = true;
    for (std::size_t i = 0; i < after.size(); ++i) right = right && after[i] == 2 * before[i];
    std::printf("%s\n", example::verdict(right));
    return example::status(right);
}

}  // namespace

int main() { return example::run(double_a_matrix); }
