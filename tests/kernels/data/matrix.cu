#include <glint/eigen.cuh>
#include <glint/quaternion.cuh>

/// For each pair of matrices a, b: a b, transpose(a), inverse(a), a + b - 2 a, and a matrix with
/// solve(a, first row of b) in its first row, and det(a) and trace(a) in its second row.
template <class T, int N>
__global__ void matrices(unsigned count, const T* in, T* out) {
    using M = glint::Matrix<T, N>;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const auto read = [&](unsigned k) {
        return glint::matrix_of<M>(
            [&](int r, int c) { return in[(2 * i + k) * N * N + r * N + c]; });
    };
    const M a = read(0), b = read(1);
    M results[5] = {a * b, transpose(a), inverse(a), a + b - T(2) * a, glint::diagonal(b.row[0])};
    results[4].row[0] = solve(a, b.row[0]);
    results[4](1, 0) = determinant(a);
    results[4](1, 1) = trace(a);
    for (int k = 0; k < 5 * N * N; ++k)
        out[i * 5 * N * N + k] = results[k / (N * N)](k / N % N, k % N);
}

/// The eigenvalues of each symmetric matrix, then its eigenvectors.
template <class T>
__global__ void eigen(unsigned count, const T* in, T* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const auto found = glint::symmetric_eigen(
        glint::matrix_of<glint::Matrix<T, 3>>([&](int r, int c) { return in[9 * i + 3 * r + c]; }));
    for (int k = 0; k < 3; ++k) out[12 * i + k] = glint::component(found.values, k);
    for (int k = 0; k < 9; ++k) out[12 * i + 3 + k] = found.vectors(k / 3, k % 3);
}

/// For two rotation vectors per thread: a vector rotated by quaternions and by matrices, the
/// inverse rotation, the rotation halfway between the two, and a rotation by angular velocity.
template <class T>
__global__ void rotations(unsigned count, const T* in, T* out) {
    using V = glint::Vector<T, 3>;
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const V u = {in[6 * i], in[6 * i + 1], in[6 * i + 2]};
    const V v = {in[6 * i + 3], in[6 * i + 4], in[6 * i + 5]};
    const auto p = glint::rotation(glint::normalize(u), glint::length(u));
    const auto q = glint::rotation(glint::normalize(v), glint::length(v));
    const V axis = {1, 2, 3};
    const auto half = glint::slerp(p, q, T(0.5));
    const V results[] = {rotate(p * q, axis),
                         rotation_matrix(p) * (rotation_matrix(q) * axis),
                         rotate(conjugate(p * q), rotate(p * q, axis)),
                         {dot(half, p), dot(half, q), dot(half, half)},
                         rotate(turn(q, u / T(0.25), T(0.25)), axis)};
    for (int k = 0; k < 15; ++k) out[15 * i + k] = glint::component(results[k / 3], k % 3);
}
