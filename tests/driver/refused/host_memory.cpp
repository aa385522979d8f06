// SPDX-License-Identifier: MIT
// Compiles with CASE = 0. Every other case passes host-only memory to a GPU, or queues memory that
// would be gone before it is read, and must not compile.
#include <array>
#include <span>
#include <string>
#include <vector>

#include <glint/array/array.hpp>
#include <glint/driver/any_kernel.hpp>
#include <glint/driver/growing_memory.hpp>
#include <glint/driver/kernel.hpp>
#include <glint/driver/managed_memory.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/pitched.hpp>

/// A kind of memory that glint does not know.
struct Foreign {
    const float* data() const;
};
template <>
inline constexpr bool glint::kIsDeviceMemory<Foreign> = true;

struct Given {
    glint::Stream& stream;
    const glint::Kernel<void(const float*)>& typed;
    const glint::AnyKernel& any;
    glint::DeviceMemory<float>& memory;
    std::vector<float>& vector;

    template <class T>
    void launch(T&& argument) const {
        typed.launch(stream, glint::threads(1), argument);
        any.launch(stream, glint::threads(1), {argument});
    }

    void right() const {
        launch(memory);
        launch(memory.span());
        launch(std::as_const(memory));
        launch(glint::PinnedMemory<float>());
        launch(glint::ManagedMemory<float>());
        launch(glint::GrowingMemory<float>());
        launch(glint::PitchedMemory<float>());
        launch(glint::PitchedSpan<float>());
        const glint::Array<float> array(stream, glint::Shape{2});
        launch(array);
        launch(array.view());
        launch(Foreign());
        launch(memory.data());
        launch(glint::in(vector));
        launch(glint::in_out(vector));
        glint::upload(stream, memory.span(), vector);
        glint::upload(stream, memory, std::span(vector));
    }

    void wrong() const {
        std::array<float, 2> array{};
        float few[2]{};
        (void)array, (void)few;
#if CASE == 1
        typed.launch(stream, glint::threads(1), vector);
#elif CASE == 2
        typed.launch(stream, glint::threads(1), array);
#elif CASE == 3
        typed.launch(stream, glint::threads(1), std::span<const float>(vector));
#elif CASE == 4
        typed.launch(stream, glint::threads(1), std::string("abc"));
#elif CASE == 5
        typed.launch(stream, glint::threads(1), few);
#elif CASE == 6
        typed.launch(stream, glint::threads(1), glint::HostPitchedSpan<float>());
#elif CASE == 7
        any.launch(stream, glint::threads(1), {vector});
#elif CASE == 8
        any.launch(stream, glint::threads(1), {array});
#elif CASE == 9
        any.launch(stream, glint::threads(1), {std::span<const float>(vector)});
#elif CASE == 10
        any.launch(stream, glint::threads(1), {std::string("abc")});
#elif CASE == 11
        any.launch(stream, glint::threads(1), {few});
#elif CASE == 12
        any.launch(stream, glint::threads(1), {glint::HostPitchedSpan<float>()});
#elif CASE == 13
        glint::upload(stream, memory.span(), std::vector<float>(3));
#elif CASE == 14
        glint::upload(stream, memory.span(), std::array<float, 3>());
#elif CASE == 15
        glint::upload(stream, memory, std::vector<double>(3));
#elif CASE == 16
        glint::upload(stream, std::as_const(memory), vector);
#endif
    }
};
