// SPDX-License-Identifier: MIT
// Compiles with CASE = 0. Every other case is a mistake that must not compile.
#include <string>

#include <glint/driver/any_kernel.hpp>
#include <glint/driver/kernel.hpp>
#include <glint/driver/memory.hpp>

void launch(glint::Stream& stream, const glint::Kernel<void(int, const float*)>& kernel,
            const glint::DeviceMemory<float>& floats, const glint::DeviceMemory<int>& ints,
            const glint::Kernel<void(glint::TextureHandle)>& sampling) {
    const glint::LaunchShape shape = glint::threads(1);
#if CASE == 0
    kernel.launch(stream, shape, 1, floats);
    sampling.launch(stream, shape, glint::TextureHandle());
    (void)ints;
#elif CASE == 1
    kernel.launch(stream, shape, 1, ints);
#elif CASE == 2
    kernel.launch(stream, shape, floats, floats);
#elif CASE == 3
    kernel.launch(stream, shape, 1);
#elif CASE == 4
    (void)sizeof(glint::detail::Argument<std::string>);
#elif CASE == 5
    const glint::KernelArgument argument = std::pair<std::string, int>();
#elif CASE == 6
    glint::Kernel<void(float*)>(kernel).launch(stream, shape, floats);
#elif CASE == 7
    sampling.launch(stream, shape, 1);
#endif
}
