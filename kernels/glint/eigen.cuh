// SPDX-License-Identifier: MIT
// Eigenvalues of symmetric 3x3 matrices, such as strain, inertia and covariance.
#pragma once

#include <glint/matrix.cuh>

namespace glint {

/// A symmetric matrix as the sum of values[i] * outer(row i, row i), with the rows of `vectors`.
template <class T>
struct SymmetricEigen {
    Vector<T, 3> values;   ///< ascending
    Matrix<T, 3> vectors;  ///< row i belongs to value i; rows are orthonormal
};

namespace detail {

/// Applies the rotation of rows and columns p and q that makes m(p, q) 0. r is the third index.
template <class T>
GLINT_ANY void jacobi_rotate(Matrix<T, 3>& m, Matrix<T, 3>& vectors, int p, int q, int r) {
    const T off = m(p, q);
    if (off == 0) return;
    const T theta = (m(q, q) - m(p, p)) / (2 * off);
    const T t = ::copysign(T(1), theta) / (::abs(theta) + ::sqrt(theta * theta + 1));
    const T c = 1 / ::sqrt(t * t + 1), s = t * c;
    m(p, p) -= t * off;
    m(q, q) += t * off;
    m(p, q) = m(q, p) = 0;
    const T rp = m(r, p), rq = m(r, q);
    m(r, p) = m(p, r) = c * rp - s * rq;
    m(r, q) = m(q, r) = s * rp + c * rq;
    const Vector<T, 3> vp = vectors.row[p], vq = vectors.row[q];
    vectors.row[p] = vp * c - vq * s;
    vectors.row[q] = vp * s + vq * c;
}

template <class T>
GLINT_ANY void order(SymmetricEigen<T>& e, int i, int j) {
    T &a = component(e.values, i), &b = component(e.values, j);
    if (!(b < a)) return;
    const T value = a;
    a = b;
    b = value;
    const Vector<T, 3> row = e.vectors.row[i];
    e.vectors.row[i] = e.vectors.row[j];
    e.vectors.row[j] = row;
}

}  // namespace detail

/// Uses Jacobi rotations, which stay accurate for nearly equal eigenvalues. Errors are a few units
/// in the last place of the largest eigenvalue. Reads only the upper triangle and the diagonal.
template <class T>
GLINT_ANY SymmetricEigen<T> symmetric_eigen(const Matrix<T, 3>& symmetric) {
    Matrix<T, 3> m = matrix_of<Matrix<T, 3>>(
        [&](int i, int j) { return i < j ? symmetric(i, j) : symmetric(j, i); });
    SymmetricEigen<T> found{{}, identity<Matrix<T, 3>>()};
    // Off-diagonal elements shrink quadratically, so few rounds reach the precision of the type.
    constexpr int kRounds = sizeof(T) == 8 ? 6 : 5;
#ifdef __CUDA_ARCH__  // host compilers do not have the pragma
#pragma unroll 1
#endif
    for (int round = 0; round < kRounds; ++round) {
        detail::jacobi_rotate(m, found.vectors, 0, 1, 2);
        detail::jacobi_rotate(m, found.vectors, 0, 2, 1);
        detail::jacobi_rotate(m, found.vectors, 1, 2, 0);
    }
    found.values = {m(0, 0), m(1, 1), m(2, 2)};
    detail::order(found, 0, 1);
    detail::order(found, 1, 2);
    detail::order(found, 0, 1);
    return found;
}

}  // namespace glint
