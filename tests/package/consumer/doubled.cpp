// Compiles a kernel, runs it and looks at what it made.
#include <cstdio>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/compiler/program.hpp>
#include <glint/driver/device.hpp>

int main(int, char** argv) {
    const auto device = glint::Device::open();
    glint::Stream stream(device);
    glint::Program program(device, argv[1]);
    const auto doubled = program.kernel<void(std::size_t, float*)>("doubled");

    glint::Array<float> values(stream, std::vector<float>{1, 2, 3});
    doubled.launch(stream, glint::threads(values.size()), values.size(), values);

    const bool right = values.to_vector() == std::vector<float>{2, 4, 6};
    std::printf("%s: %s\n", device.name().c_str(), right ? "right" : "wrong");
    return right ? 0 : 1;
}
