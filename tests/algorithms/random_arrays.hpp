// SPDX-License-Identifier: MIT
#pragma once

#include <glint/array/array.hpp>

#include <support/backends.hpp>

#include "host_values.hpp"

namespace glint::test {

/// Fixture for tests with arrays of host-generated random numbers, on each backend.
class OnRandomArrays : public OnEachBackend {
protected:
    template <class T>
    Array<T> random(const Shape& shape, unsigned seed = 1) {
        const auto values = random_values<T>(shape.size(), seed);
        return Array<T>(stream_, shape, std::span<const T>(values));
    }
    /// Largest difference between the elements of two arrays or expressions of the same shape.
    template <class A, class B>
    static double distance(const A& a, const B& b) {
        EXPECT_EQ(shape_of(a), shape_of(b));
        return largest_difference(Array(detail::node_of(a)).to_vector(),
                                  Array(detail::node_of(b)).to_vector());
    }

    Device device_ = open();
    Stream stream_{device_};
};

}  // namespace glint::test
