// SPDX-License-Identifier: MIT
// Operations that vectors of numbers do not support. Compiles with CASE = 0; every other case is a
// mistake that must not compile.
#include <glint/algorithms/histogram.hpp>
#include <glint/algorithms/ranks.hpp>
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/search.hpp>
#include <glint/array/scatter.hpp>
#include <glint/array/views.hpp>

using glint::Array;

template <class T>
struct Vec3 {
    T x, y, z;
};
template <class T>
struct alignas(2 * sizeof(T)) Vec2 {
    T x, y;
};
using Vec3f = Vec3<float>;
template <>
struct glint::CudaName<Vec3f> {
    static constexpr std::string_view value = "float3";
};
template <>
struct glint::CudaName<Vec3<int>> {
    static constexpr std::string_view value = "int3";
};
template <>
struct glint::CudaName<Vec2<float>> {
    static constexpr std::string_view value = "float2";
};
template <>
struct glint::CudaName<Vec3<unsigned char>> {
    static constexpr std::string_view value = "uchar3";
};

void use(Array<Vec3f>& v, const Array<Vec3<int>>& whole, const Array<Vec2<float>>& flat,
         const Array<Vec3<unsigned char>>& bytes, const Array<float>& x) {
#if CASE == 0
    v += 0.5f * v / x - glint::cast<Vec3f>(whole);
    v = glint::where(x > 1.0f, glint::sqrt(v), Vec3f());
    const Vec3f total = glint::sum(v).item();
    const Array<float> least =
        glint::min(glint::reinterpreted<float>(v(glint::slice(), glint::newaxis)), glint::axis(0));
    const Array<Vec3<unsigned char>> chosen = glint::where(x > 1.0f, bytes, bytes);
    (void)flat, (void)total;
#elif CASE == 1
    const Array<bool> same = v == v;
#elif CASE == 2
    const auto halves = whole * 2.5f;
#elif CASE == 3
    v = v + flat;
#elif CASE == 4
    const Array<float> numbers = glint::cast<float>(v);
#elif CASE == 5
    const Array<Vec3<unsigned char>> twice = bytes + bytes;
#elif CASE == 6
    const auto least = glint::min(v);
#elif CASE == 7
    const auto total = glint::sum(whole);
#elif CASE == 8
    const auto spread = glint::variance(v);
#elif CASE == 9
    const auto most = glint::cumulative_maximum(v);
#elif CASE == 10
    const auto counts = glint::histogram(v, 10, 0.0, 1.0);
#elif CASE == 11
    const auto place = glint::argmin(v);
#elif CASE == 12
    const auto middle = glint::median(v, glint::axis(0));
#elif CASE == 13
    const auto product = glint::dot(v, v);
#elif CASE == 14
    const auto places = glint::searchsorted(x, v);
#elif CASE == 15
    const auto between = glint::interpolate(x, x, v);
#elif CASE == 16
    glint::scatter_add(v, v, Array<int>(x.stream(), 3));
#endif
}
