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

/// Data of the workloads. All of it is on the CPU backend, where the host can dereference device
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

/// Sets every byte to 255: NaN as a floating-point number, a large value as an integer.
template <class T>
void spoil(DeviceMemory<T>& memory) {
    std::memset(static_cast<void*>(memory.data()), 255, memory.size() * sizeof(T));
}

/// Returns `count` numbers, uniform between `low` and `high`; identical for the same `seed`.
inline DeviceMemory<float> random_floats(const Device& device, std::size_t count, float low,
                                         float high, unsigned seed = 1) {
    DeviceMemory<float> memory(device, count);
    std::mt19937 bits(seed);
    std::uniform_real_distribution<float> numbers(low, high);
    for (float& value : view(memory)) value = numbers(bits);
    return memory;
}

/// Returns `count` random integers of the type's full range; identical each time.
template <std::unsigned_integral T>
DeviceMemory<T> random_integers(const Device& device, std::size_t count) {
    DeviceMemory<T> memory(device, count);
    std::mt19937 bits(1);
    for (T& value : view(memory)) value = static_cast<T>(bits());
    return memory;
}

}  // namespace glint::bench
