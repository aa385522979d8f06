// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <random>
#include <vector>

#include <glint/array/element.hpp>

namespace glint::test {

/// Returns `count` numbers between -1 and 1 that depend only on the seed. Complex numbers have real
/// and imaginary parts between -1 and 1.
template <class T>
std::vector<T> random_values(std::size_t count, unsigned seed = 1) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> between(-1, 1);
    std::vector<T> values(count);
    for (T& value : values) {
        if constexpr (detail::kIsComplex<T>) {
            using Real = typename T::value_type;
            value = T(static_cast<Real>(between(generator)), static_cast<Real>(between(generator)));
        } else {
            value = static_cast<T>(between(generator));
        }
    }
    return values;
}

/// The type in which tests compute reference values.
template <class T>
using Wide = std::conditional_t<detail::kIsComplex<T>, std::complex<double>, double>;

template <class T>
std::vector<Wide<T>> widened(const std::vector<T>& values) {
    return {values.begin(), values.end()};
}

/// Largest difference between elements with the same index; 1e300 or more if the sizes differ.
template <class A, class B>
double largest_difference(const std::vector<A>& a, const std::vector<B>& b) {
    double largest = a.size() == b.size() ? 0 : 1e300;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
        largest =
            std::max(largest, std::abs(std::complex<double>(a[i]) - std::complex<double>(b[i])));
    return largest;
}

/// Bound on the accumulated rounding error in T, relative to values of size 1.
template <class T>
inline constexpr double kTolerance =
    std::is_same_v<typename detail::RealOf<T>::Type, double> ? 1e-13 : 2e-5;

}  // namespace glint::test
