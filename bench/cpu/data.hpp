// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <concepts>
#include <cstring>
#include <random>
#include <span>
#include <vector>

#include <bench/difference.hpp>
#include <glint/driver/memory.hpp>

/// Data of the workloads. The CPU backend owns all memory, so the host can dereference device
/// pointers.
namespace glint::bench {

template <class T>
std::span<T> view(DeviceMemory<T>& memory) {
    return {memory.data(), memory.size()};
}

template <class T>
std::span<const T> view(const DeviceMemory<T>& memory) {
    return {memory.data(), memory.size()};
}

/// Sets each byte to 255. As floating-point numbers, the elements are then NaN.
template <class T>
void spoil(DeviceMemory<T>& memory) {
    std::memset(static_cast<void*>(memory.data()), 255, memory.size() * sizeof(T));
}

/// Returns `count` random numbers, uniform between `low` and `high`. Equal seeds give equal
/// numbers.
inline DeviceMemory<float> random_floats(const Device& device, std::size_t count, float low,
                                         float high, unsigned seed = 1) {
    DeviceMemory<float> memory(device, count);
    std::mt19937 bits(seed);
    std::uniform_real_distribution<float> numbers(low, high);
    for (float& value : view(memory)) value = numbers(bits);
    return memory;
}

/// Returns `count` random integers from the full range of the type, the same numbers in each call.
template <std::unsigned_integral T>
DeviceMemory<T> random_integers(const Device& device, std::size_t count) {
    DeviceMemory<T> memory(device, count);
    std::mt19937 bits(1);
    for (T& value : view(memory)) value = static_cast<T>(bits());
    return memory;
}

}  // namespace glint::bench
