// SPDX-License-Identifier: MIT
// Matrices with 2, 3 or 4 rows and columns, held in registers.
#pragma once

#include <glint/vector.cuh>

namespace glint {

/// N rows of N numbers. Use `m.row[1].z` or, if the indices are constants, `m(1, 2)`.
template <class T, int N>
struct Matrix {
    using Row = Vector<T, N>;
    Row row[N];

    GLINT_ANY T& operator()(int i, int j) { return component(row[i], j); }
    GLINT_ANY T operator()(int i, int j) const { return component(row[i], j); }
};

using float2x2 = Matrix<float, 2>;
using float3x3 = Matrix<float, 3>;
using float4x4 = Matrix<float, 4>;
using double2x2 = Matrix<double, 2>;
using double3x3 = Matrix<double, 3>;
using double4x4 = Matrix<double, 4>;

/// The matrix with elements f(row, column).
template <class M, class F>
GLINT_ANY M matrix_of(F f) {
    constexpr int kSize = sizeof(M::row) / sizeof(typename M::Row);
    M made;
    for (int i = 0; i < kSize; ++i)
        for (int j = 0; j < kSize; ++j) made(i, j) = f(i, j);
    return made;
}

template <class M>
GLINT_ANY M identity() {
    return matrix_of<M>([](int i, int j) { return i == j ? 1 : 0; });
}
template <class T, int N>
GLINT_ANY Matrix<T, N> transpose(const Matrix<T, N>& m) {
    return matrix_of<Matrix<T, N>>([&](int i, int j) { return m(j, i); });
}
/// The matrix with elements a[i] * b[j].
template <class V>
GLINT_ANY Matrix<Scalar<V>, kComponents<V>> outer(V a, V b) {
    return matrix_of<Matrix<Scalar<V>, kComponents<V>>>(
        [&](int i, int j) { return component(a, i) * component(b, j); });
}
/// The matrix with `v` on its diagonal and 0 elsewhere.
template <class V>
GLINT_ANY Matrix<Scalar<V>, kComponents<V>> diagonal(V v) {
    return matrix_of<Matrix<Scalar<V>, kComponents<V>>>(
        [&](int i, int j) { return i == j ? component(v, i) : Scalar<V>(0); });
}

template <class T, int N>
GLINT_ANY Matrix<T, N> operator+(const Matrix<T, N>& a, const Matrix<T, N>& b) {
    return matrix_of<Matrix<T, N>>([&](int i, int j) { return a(i, j) + b(i, j); });
}
template <class T, int N>
GLINT_ANY Matrix<T, N> operator-(const Matrix<T, N>& a, const Matrix<T, N>& b) {
    return matrix_of<Matrix<T, N>>([&](int i, int j) { return a(i, j) - b(i, j); });
}
template <class T, int N>
GLINT_ANY Matrix<T, N> operator*(const Matrix<T, N>& m, T s) {
    return matrix_of<Matrix<T, N>>([&](int i, int j) { return m(i, j) * s; });
}
template <class T, int N>
GLINT_ANY Matrix<T, N> operator*(T s, const Matrix<T, N>& m) {
    return m * s;
}
/// Matrix times column vector.
template <class T, int N>
GLINT_ANY Vector<T, N> operator*(const Matrix<T, N>& m, Vector<T, N> v) {
    Vector<T, N> product;
    for (int i = 0; i < N; ++i) component(product, i) = dot(m.row[i], v);
    return product;
}
template <class T, int N>
GLINT_ANY Matrix<T, N> operator*(const Matrix<T, N>& a, const Matrix<T, N>& b) {
    Matrix<T, N> product = {};
    for (int i = 0; i < N; ++i)
        for (int k = 0; k < N; ++k) product.row[i] += b.row[k] * a(i, k);
    return product;
}

template <class T, int N>
GLINT_ANY T trace(const Matrix<T, N>& m) {
    T sum = m(0, 0);
    for (int i = 1; i < N; ++i) sum += m(i, i);
    return sum;
}

// The adjugate is the inverse times the determinant. It also exists for singular matrices.

template <class T>
GLINT_ANY Matrix<T, 2> adjugate(const Matrix<T, 2>& m) {
    return {{{m.row[1].y, -m.row[0].y}, {-m.row[1].x, m.row[0].x}}};
}
template <class T>
GLINT_ANY Matrix<T, 3> adjugate(const Matrix<T, 3>& m) {
    return transpose(Matrix<T, 3>{
        {cross(m.row[1], m.row[2]), cross(m.row[2], m.row[0]), cross(m.row[0], m.row[1])}});
}
namespace detail {

/// The 2x2 determinants of two rows, for the column pairs 01, 02, 03, 12, 13, 23.
template <class T>
struct Minors {
    T m01, m02, m03, m12, m13, m23;

    template <class V>
    GLINT_ANY Minors(V a, V b)
        : m01(a.x * b.y - a.y * b.x),
          m02(a.x * b.z - a.z * b.x),
          m03(a.x * b.w - a.w * b.x),
          m12(a.y * b.z - a.z * b.y),
          m13(a.y * b.w - a.w * b.y),
          m23(a.z * b.w - a.w * b.z) {}

    /// Returns a column of the adjugate: the cofactors of the row whose paired row is `v`.
    template <class V>
    GLINT_ANY V cofactors(V v) const {
        return {v.y * m23 - v.z * m13 + v.w * m12, -v.x * m23 + v.z * m03 - v.w * m02,
                v.x * m13 - v.y * m03 + v.w * m01, -v.x * m12 + v.y * m02 - v.z * m01};
    }
};

}  // namespace detail
template <class T>
GLINT_ANY Matrix<T, 4> adjugate(const Matrix<T, 4>& m) {
    const detail::Minors<T> upper(m.row[0], m.row[1]), lower(m.row[2], m.row[3]);
    return transpose(Matrix<T, 4>{{lower.cofactors(m.row[1]), -lower.cofactors(m.row[0]),
                                   upper.cofactors(m.row[3]), -upper.cofactors(m.row[2])}});
}

template <class T>
GLINT_ANY T determinant(const Matrix<T, 2>& m) {
    return m.row[0].x * m.row[1].y - m.row[0].y * m.row[1].x;
}
template <class T>
GLINT_ANY T determinant(const Matrix<T, 3>& m) {
    return dot(m.row[0], cross(m.row[1], m.row[2]));
}
template <class T>
GLINT_ANY T determinant(const Matrix<T, 4>& m) {
    return dot(m.row[0], detail::Minors<T>(m.row[2], m.row[3]).cofactors(m.row[1]));
}

/// The inverse, by cofactors. If the determinant is 0, contains infinities and NaNs.
template <class T, int N>
GLINT_ANY Matrix<T, N> inverse(const Matrix<T, N>& m) {
    return adjugate(m) * (1 / determinant(m));
}
/// Solves m * x == b by Cramer's rule, which is accurate only for well-conditioned matrices.
template <class T, int N>
GLINT_ANY Vector<T, N> solve(const Matrix<T, N>& m, Vector<T, N> b) {
    return adjugate(m) * b * (1 / determinant(m));
}

}  // namespace glint
