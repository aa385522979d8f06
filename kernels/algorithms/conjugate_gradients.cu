// SPDX-License-Identifier: MIT
// The steps of the conjugate gradient method between two products with the matrix. Each block
// writes one partial result of every sum. Blocks that need a sum add the partial results in a fixed
// order. Without atomics, all runs are bit-identical. No data is sent to the host.
#include <algorithms/field.cuh>

#include <glint/block_reduce.cuh>
#include <glint/complex.cuh>

namespace glint::algebra {

constexpr int kThreads = 256;

template <class T>
struct Inner {
    static __device__ T product(T a, T b) { return a * b; }
};
template <class T>
struct Inner<complex<T>> {
    static __device__ complex<T> product(complex<T> a, complex<T> b) { return conj(a) * b; }
};
__device__ inline Value inner(Value a, Value b) { return Inner<Value>::product(a, b); }

using Reduce = BlockReduce<Value, kThreads>;

/// Returns the sum of all blocks' partial results to all threads.
__device__ inline Value total(const Value* parts, Reduce::Storage& storage) {
    Value part(0);
    for (unsigned int i = threadIdx.x; i < gridDim.x; i += kThreads) part += parts[i];
    const Value all = Reduce(storage).sum(part);
    __syncthreads();
    return all;
}

__device__ inline void leave_part(Value sum, Value* parts, Reduce::Storage& storage) {
    const Value all = Reduce(storage).sum(sum);
    if (threadIdx.x == 0) parts[blockIdx.x] = all;
    __syncthreads();
}

/// a / b, or 0 if b is 0, which means that the method has converged exactly.
__device__ inline Value quotient(Value a, Value b) { return b == Value(0) ? Value(0) : a / b; }

}  // namespace glint::algebra

/// Writes partial sums of conj(x) * y.
extern "C" __global__ void __launch_bounds__(256)
    inner_product(long long n, const glint::algebra::Value* __restrict__ x,
                  const glint::algebra::Value* __restrict__ y, glint::algebra::Value* parts) {
    using namespace glint::algebra;
    __shared__ Reduce::Storage storage;
    const long long stride = static_cast<long long>(gridDim.x) * kThreads;
    Value sum(0);
    for (long long i = blockIdx.x * static_cast<long long>(kThreads) + threadIdx.x; i < n;
         i += stride)
        sum += inner(x[i], y[i]);
    leave_part(sum, parts, storage);
}

/// Computes x += alpha * p and r -= alpha * q, with alpha = rz / pq and q = A * p, then partial
/// sums of r * r and r * z. Here z = r * inverse if `inverse` is given, otherwise z = r.
extern "C" __global__ void __launch_bounds__(256)
    advance(long long n, const glint::algebra::Value* rz, const glint::algebra::Value* pq,
            const glint::algebra::Value* __restrict__ p,
            const glint::algebra::Value* __restrict__ q,
            const glint::algebra::Value* __restrict__ inverse,
            glint::algebra::Value* __restrict__ x, glint::algebra::Value* __restrict__ r,
            glint::algebra::Value* __restrict__ z, glint::algebra::Value* rr_parts,
            glint::algebra::Value* rz_parts) {
    using namespace glint::algebra;
    __shared__ Reduce::Storage storage;
    const Value above = total(rz, storage), below = total(pq, storage);
    const Value alpha = quotient(above, below);
    const long long stride = static_cast<long long>(gridDim.x) * kThreads;
    Value rr(0), next_rz(0);
    for (long long i = blockIdx.x * static_cast<long long>(kThreads) + threadIdx.x; i < n;
         i += stride) {
        x[i] += alpha * p[i];
        const Value left = r[i] - alpha * q[i];
        r[i] = left;
        rr += inner(left, left);
        if (inverse) {
            const Value scaled = left * inverse[i];
            z[i] = scaled;
            next_rz += inner(left, scaled);
        }
    }
    leave_part(rr, rr_parts, storage);
    leave_part(inverse ? next_rz : rr, rz_parts, storage);
}

/// Computes p = z + beta * p with beta = next_rz / rz.
extern "C" __global__ void __launch_bounds__(256)
    turn(long long n, const glint::algebra::Value* next_rz, const glint::algebra::Value* rz,
         const glint::algebra::Value* __restrict__ z, glint::algebra::Value* __restrict__ p) {
    using namespace glint::algebra;
    __shared__ Reduce::Storage storage;
    const Value above = total(next_rz, storage), below = total(rz, storage);
    const Value beta = quotient(above, below);
    const long long stride = static_cast<long long>(gridDim.x) * kThreads;
    for (long long i = blockIdx.x * static_cast<long long>(kThreads) + threadIdx.x; i < n;
         i += stride)
        p[i] = z[i] + beta * p[i];
}
