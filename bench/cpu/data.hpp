#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <glint/driver/memory.hpp>

/// The workloads' data. All of it lies on the CPU backend, where the host may follow device
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

/// Every byte 255: NaN as a floating-point number, a large one as a whole number.
template <class T>
void spoil(DeviceMemory<T>& memory) {
    std::memset(static_cast<void*>(memory.data()), 255, memory.size() * sizeof(T));
}

/// `count` numbers, even between `low` and `high`; the same ones for the same `seed`.
inline DeviceMemory<float> random_floats(const Device& device, std::size_t count, float low,
                                         float high, unsigned seed = 1) {
    DeviceMemory<float> memory(device, count);
    std::mt19937 bits(seed);
    std::uniform_real_distribution<float> numbers(low, high);
    for (float& value : view(memory)) value = numbers(bits);
    return memory;
}

/// `count` whole numbers of any value; the same ones each time.
template <std::unsigned_integral T>
DeviceMemory<T> random_integers(const Device& device, std::size_t count) {
    DeviceMemory<T> memory(device, count);
    std::mt19937 bits(1);
    for (T& value : view(memory)) value = static_cast<T>(bits());
    return memory;
}

/// How far a result may be from what it should be.
struct Tolerance {
    double relative = 0;
    double absolute = 0;
};

/// Whether `got` is `wanted` but for rounding; NaN never is.
inline bool is_near(double got, double wanted, Tolerance tolerance) {
    return std::abs(got - wanted) <= tolerance.absolute + tolerance.relative * std::abs(wanted);
}

/// The first element that is not what it should be, in words.
inline std::optional<std::string> difference(std::span<const float> got,
                                             std::span<const double> wanted, Tolerance tolerance) {
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (!is_near(got[i], wanted[i], tolerance))
            return fmt::format("element {} is {}, not {}", i, got[i], wanted[i]);
    return std::nullopt;
}

template <std::integral T>
std::optional<std::string> difference(std::span<const T> got, std::span<const T> wanted) {
    const auto [at, expected] = std::ranges::mismatch(got, wanted);
    if (expected == wanted.end()) return std::nullopt;
    return fmt::format("element {} is {}, not {}", at - got.begin(), *at, *expected);
}

}  // namespace glint::bench
