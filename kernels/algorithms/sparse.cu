// SPDX-License-Identifier: MIT
// Sparse matrices in compressed sparse rows (CSR): row i has the elements offsets[i] (inclusive) to
// offsets[i + 1] (exclusive). Each element has a column.
#include <algorithms/field.cuh>

#include <glint/block_reduce.cuh>

namespace glint::algebra {

constexpr int kThreads = 256;

__device__ inline long long global_thread() {
    return blockIdx.x * static_cast<long long>(kThreads) + threadIdx.x;
}

/// Returns the sum of products of every `step`-th element from `first` to `last` (exclusive).
__device__ inline Value row_sum(int first, int last, int step, const int* columns,
                                const Value* values, const Value* x) {
    Value sum(0);
    for (int i = first; i < last; i += step) sum += values[i] * x[columns[i]];
    return sum;
}

__device__ inline void set(Value& y, Value sum, Value alpha, Value beta) {
    y = beta == Value(0) ? alpha * sum : alpha * sum + beta * y;
}

}  // namespace glint::algebra

/// Computes y = alpha * A * x + beta * y for rows of at most `longest` elements, with kRowThreads
/// adjacent threads per row. If beta is 0, y is not read.
extern "C" __global__ void __launch_bounds__(256)
    spmv_rows(int rows, int longest, const int* offsets, const int* columns,
              const glint::algebra::Value* values, const glint::algebra::Value* x,
              glint::algebra::Value alpha, glint::algebra::Value beta, glint::algebra::Value* y) {
    using namespace glint::algebra;
    const long long row = global_thread() / kRowThreads;
    const int lane = static_cast<int>(threadIdx.x) % kRowThreads;
    int first = 0, last = 0;
    if (row < rows) {
        first = offsets[row];
        last = offsets[row + 1];
    }
    const bool is_long = last - first > longest;
    Value sum = row_sum(first + lane, is_long ? first : last, kRowThreads, columns, values, x);
    if constexpr (kRowThreads > 1) {
#pragma unroll
        for (int distance = kRowThreads / 2; distance > 0; distance /= 2)
            sum += glint::shuffle_down(sum, static_cast<unsigned int>(distance), kRowThreads);
    }
    if (lane == 0 && row < rows && !is_long) set(y[row], sum, alpha, beta);
}

/// Sums the pieces of long rows, with one block per piece. `pieces` has each piece's start and end.
extern "C" __global__ void __launch_bounds__(256)
    spmv_pieces(const int2* pieces, const int* columns, const glint::algebra::Value* values,
                const glint::algebra::Value* x, glint::algebra::Value* sums) {
    using namespace glint::algebra;
    using Reduce = glint::BlockReduce<Value, kThreads>;
    __shared__ Reduce::Storage storage;
    const int2 piece = pieces[blockIdx.x];
    const Value sum =
        row_sum(piece.x + static_cast<int>(threadIdx.x), piece.y, kThreads, columns, values, x);
    const Value all = Reduce(storage).sum(sum);
    if (threadIdx.x == 0) sums[blockIdx.x] = all;
}

/// Computes long rows from sums of pieces. Row rows[i] has pieces first[i] to first[i + 1] - 1.
extern "C" __global__ void __launch_bounds__(256)
    spmv_long_rows(int count, const int* rows, const int* first, const glint::algebra::Value* sums,
                   glint::algebra::Value alpha, glint::algebra::Value beta,
                   glint::algebra::Value* y) {
    using namespace glint::algebra;
    const long long i = global_thread();
    if (i >= count) return;
    Value sum(0);
    for (int k = first[i]; k < first[i + 1]; ++k) sum += sums[k];
    set(y[rows[i]], sum, alpha, beta);
}

/// Adds the elements to a dense matrix in C order, with one thread per row.
extern "C" __global__ void __launch_bounds__(256)
    sparse_to_dense(int rows, long long width, const int* offsets, const int* columns,
                    const glint::algebra::Value* values, glint::algebra::Value* dense) {
    const long long row = glint::algebra::global_thread();
    if (row >= rows) return;
    for (int i = offsets[row]; i < offsets[row + 1]; ++i)
        dense[row * width + columns[i]] += values[i];
}

/// Writes the elements (i, i), or 0 for elements that are not stored.
extern "C" __global__ void __launch_bounds__(256)
    sparse_diagonal(int rows, const int* offsets, const int* columns,
                    const glint::algebra::Value* values, glint::algebra::Value* diagonal) {
    using namespace glint::algebra;
    const long long row = global_thread();
    if (row >= rows) return;
    Value sum(0);
    for (int i = offsets[row]; i < offsets[row + 1]; ++i)
        if (columns[i] == row) sum += values[i];
    diagonal[row] = sum;
}

/// Finds the first element with an invalid column. Initialize `*found` to the number of elements.
extern "C" __global__ void __launch_bounds__(256)
    find_bad_column(int count, int width, const int* columns, int* found) {
    const long long i = glint::algebra::global_thread();
    if (i < count && (columns[i] < 0 || columns[i] >= width)) atomicMin(found, static_cast<int>(i));
}
