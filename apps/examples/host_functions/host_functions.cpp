// SPDX-License-Identifier: MIT
// A kernel can use a C++ lambda from host code. glint calls the lambda once, with expressions
// instead of numbers, and the result becomes part of the kernel. A function that does not accept
// expressions, such as `float f(float)`, fails to compile, and the error message says why.
#include <cmath>
#include <cstdio>
#include <vector>

#include <glint/algorithms/map.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/array/array.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/sequence.hpp>

#include "../example.hpp"

namespace {

constexpr int n = 100'000;
constexpr int kPrime = 10'007;

int number_at(int number) { return number % 7 - 3; }

/// Applies a lambda to each element. The lambda captures a host variable.
bool maps(const glint::Array<int>& numbers) {
    const float limit = 2.5f;
    const auto soft = [=](auto x) { return x / (1.0f + abs(x) / limit); };
    const std::vector<float> mapped =
        glint::Array<float>(glint::map(soft, glint::cast<float>(numbers))).to_vector();
    bool right = true;
    for (int i = 0; i < n; ++i) {
        const float x = static_cast<float>(number_at(i));
        // The division and the multiplication may each differ by one unit in the last place.
        right = right && std::abs(mapped[i] - x / (1 + std::abs(x) / limit)) <= 1e-6f;
    }
    return right;
}

/// Finds the element farthest from 0; if two elements are equally far, the greater one.
bool reduces(const glint::Array<int>& numbers) {
    const auto further = [](auto a, auto b) {
        return where(abs(a) == abs(b), maximum(a, b), where(abs(a) > abs(b), a, b));
    };
    return glint::reduce(numbers, further, 0).item() == 3;
}

/// Computes factorials modulo a prime by an inclusive scan.
bool scans(glint::Stream& stream) {
    const auto times = [](auto a, auto b) { return a * b % kPrime; };
    const std::vector<int> factorials =
        glint::inclusive_scan(glint::arange<int>(stream, 1, n + 1), times, 1).to_vector();
    bool right = true;
    int expected = 1;
    for (int i = 0; i < n; ++i) {
        expected = expected * ((i + 1) % kPrime) % kPrime;
        right = right && factorials[i] == expected;
    }
    return right;
}

int use_lambdas() {
    const auto device = glint::Device::open();
    glint::Stream stream(device);
    const glint::Array<int> numbers = glint::arange<int>(stream, n) % 7 - 3;

    const bool mapped = maps(numbers), reduced = reduces(numbers), scanned = scans(stream);
    std::printf("lambdas over %d elements on %s: map %s, reduce %s, scan %s\n", n,
                device.name().c_str(), example::verdict(mapped), example::verdict(reduced),
                example::verdict(scanned));
    return example::status(mapped && reduced && scanned);
}

}  // namespace

int main() { return example::run(use_lambdas); }
