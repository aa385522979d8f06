// SPDX-License-Identifier: MIT
// Binary search in sorted elements, and interpolation between values.
#pragma once

#include <glint/expression/convert.cuh>

namespace glint::expression {

/// True if a comes before b: sorted by <, with NaN after all numbers.
template <class T>
__device__ inline bool comes_before(const T& a, const T& b) {
    if constexpr (detail::Narrow<T>::value)
        return comes_before(static_cast<float>(a), static_cast<float>(b));
    else if constexpr (detail::Same<T, float>::value || detail::Same<T, double>::value)
        return a < b || (b != b && a == a);
    else
        return a < b;
}

/// Returns how many sorted elements come before `value`. If Behind is true, also counts elements
/// equal to `value`. All numbers are compared as `Common`.
template <class Common, bool Behind, class T>
__device__ inline long long place_among(const T* sorted, long long count, long long stride,
                                        Common value) {
    long long first = 0;
    while (count > 0) {
        const long long half = count / 2;
        const Common middle = convert<Common>(sorted[(first + half) * stride]);
        const bool is_further = Behind ? !comes_before(value, middle) : comes_before(middle, value);
        first = is_further ? first + half + 1 : first;
        count = is_further ? count - half - 1 : half;
    }
    return first;
}

/// True if `value` is one of the sorted elements. Always false for NaN.
template <class Common, class T>
__device__ inline bool is_among(const T* sorted, long long count, long long stride, Common value) {
    const long long place = place_among<Common, false>(sorted, count, stride, value);
    return place < count && convert<Common>(sorted[place * stride]) == value;
}

/// Linear interpolation at `x` between (places[i], values[i]), and constant outside of `places`.
template <class Real, class P, class V>
__device__ inline Real interpolated(const P* places, long long place_stride, const V* values,
                                    long long value_stride, long long count, Real x) {
    if (!(x == x)) return x;
    const long long next = place_among<Real, true>(places, count, place_stride, x);
    if (next == 0) return convert<Real>(values[0]);
    const Real low = convert<Real>(values[(next - 1) * value_stride]);
    if (next == count) return low;
    const Real start = convert<Real>(places[(next - 1) * place_stride]);
    const Real end = convert<Real>(places[next * place_stride]);
    const Real high = convert<Real>(values[next * value_stride]);
    return low + (x - start) * ((high - low) / (end - start));
}

}  // namespace glint::expression
