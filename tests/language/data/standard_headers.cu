// Standard host headers that kernels may include, as with nvcc.
#include <array>
#include <cassert>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Pair {
    int first;
    double second;
};
enum Small : short { none };

static_assert(sizeof(std::int8_t) == 1 && sizeof(uint16_t) == 2 && sizeof(std::uint32_t) == 4);
static_assert(sizeof(int64_t) == 8 && sizeof(std::uintptr_t) == sizeof(void*));
static_assert(INT32_MAX == 2147483647 && UINT64_MAX == 18446744073709551615u && SIZE_MAX == ULONG_MAX);
static_assert(std::numeric_limits<short>::max() == SHRT_MAX &&
              std::numeric_limits<long long>::min() == LLONG_MIN);
static_assert(std::numeric_limits<float>::max() == FLT_MAX &&
              std::numeric_limits<double>::epsilon() == DBL_EPSILON);
static_assert(std::is_same_v<std::remove_cvref_t<const int&>, int> && !std::is_same_v<int, long>);
static_assert(std::is_same_v<std::decay_t<const float>, float> &&
              std::is_same_v<std::remove_pointer_t<int*>, int>);
static_assert(std::is_integral_v<unsigned char> && std::is_floating_point<double>::value &&
              std::is_signed_v<int> && std::is_unsigned_v<std::uint8_t>);
static_assert(std::is_pointer_v<int*> && !std::is_pointer_v<int> && std::is_array_v<int[2]>);
static_assert(std::is_enum_v<Small> && std::is_class_v<Pair> && std::is_trivially_copyable_v<Pair>);
static_assert(std::is_same_v<std::underlying_type_t<Small>, short> &&
              std::is_same_v<std::make_unsigned_t<int>, unsigned int>);
static_assert(std::is_convertible_v<int, double> && std::is_base_of_v<Pair, Pair>);
static_assert(std::make_index_sequence<9>::size() == 9);
static_assert(sizeof(std::sqrt(1.0f)) == 4 && sizeof(std::sqrt(1.0)) == 8 &&
              sizeof(std::abs(-1.0f)) == 4);

template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
__device__ T halved(T value) {
    return value / 2;
}
template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0>
__device__ T halved(T value) {
    return value * T(0.5);
}

/// One thread writes the 16 numbers that headers_test.cpp expects.
extern "C" __global__ void use_headers(double* out) {
    assert(out != nullptr);
    std::array<float, 3> three{3, 4, 12};
    std::swap(three[0], three[1]);
    float longest = 0;
    for (const float x : three) longest += x * x;
    out[0] = std::sqrt(longest);
    out[1] = std::pow(2.0f, 10.0f) + std::fabs(-0.5) + std::abs(-3) + std::floor(2.75f);
    out[2] = std::isnan(NAN) + 2 * std::isinf(INFINITY) + 4 * std::isfinite(HUGE_VAL);
    out[3] = M_PI;
    out[4] = std::numeric_limits<float>::infinity() > FLT_MAX;
    out[5] = std::numeric_limits<double>::quiet_NaN() == 0;
    out[6] = halved(7) + halved(7.0);
    int a = 5;
    out[7] = std::exchange(a, 8) + 10 * a;
    const auto both = std::make_pair(2, 0.25f);
    out[8] = both.first + both.second;
    std::uint64_t wide = UINT32_MAX;
    out[9] = static_cast<double>(++wide);
    double copied = 0;
    memcpy(&copied, &out[3], sizeof(copied));
    out[10] = copied;
    out[11] = static_cast<double>(sizeof(std::size_t) + sizeof(std::ptrdiff_t));
    out[12] = std::hypot(3.0f, 4.0f) + std::fma(2.0, 3.0, 1.0);
    out[13] = CHAR_BIT + DBL_DIG;
    out[14] = std::fmod(7.5f, 2.0f) + std::copysign(1.0f, -0.0f);
    out[15] = static_cast<double>(three.size()) + std::atan2(0.0, -1.0);
}
