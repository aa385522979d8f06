// SPDX-License-Identifier: MIT
#pragma once

#include <random>
#include <span>
#include <vector>

#include <glint/array/array.hpp>

#include <support/backends.hpp>

namespace glint::test {

/// Fixture for tests that compare algorithms on device arrays with the host's results.
class OnValues : public OnEachBackend {
protected:
    /// Random values from 0 to `below` - 1.
    template <class T = int>
    std::vector<T> some(std::size_t count, unsigned below) {
        std::vector<T> values;
        for (std::size_t i = 0; i < count; ++i)
            values.push_back(static_cast<typename detail::RealOf<T>::Type>(random_() % below));
        return values;
    }
    template <class T>
    Array<T> on_device(const std::vector<T>& values) {
        return Array<T>(stream_, std::span<const T>(values));
    }

    Device device_ = open();
    Stream stream_{device_};
    std::minstd_rand random_{13};
};

}  // namespace glint::test
