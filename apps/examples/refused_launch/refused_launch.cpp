// SPDX-License-Identifier: MIT
// A block of 33 by 33 threads exceeds the limit of every GPU. glint refuses the launch without
// calling the driver, and the error message names the limit.
#include <cstdio>

#include <glint/array/array.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/program.hpp>

#include "../example.hpp"

namespace {

int launch_too_many_threads() {
    const auto device = glint::Device::open();
    glint::Stream stream(device);
    glint::Array<int> values(stream, 33 * 33);
    glint::Program program(device,
                           glint::resource("apps/examples/refused_launch/refused_launch.cu"));
    const auto touch = program.kernel<void(int*)>("touch");
    try {
        touch.launch(stream, {.block = {33, 33}}, values);
    } catch (const glint::Error& error) {
        std::printf("refused: %s\n", error.what());
        return example::status(error.code() == glint::ErrorCode::invalid_argument);
    }
    std::printf("WRONG: a block of 1089 threads was not refused\n");
    return example::status(false);
}

}  // namespace

int main() { return example::run(launch_too_many_threads); }
