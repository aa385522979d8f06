// SPDX-License-Identifier: MIT
// Finds the starts of runs of equal keys. First counts the runs in each tile, then computes the
// index of each tile's first run, and finally writes all starts and keys.
#include <algorithms/sizes.cuh>
#include <array/expression.cuh>
#include <glint/block_scan.cuh>
#include <glint/expression/values.cuh>

namespace glint::expression {

constexpr int kBlock = 256;
constexpr int kItems = 8;  // adjacent items per thread
constexpr int kTile = kBlock * kItems;
static_assert(kTile == sizes::kRunItems);

using Scan = BlockScan<long long, kBlock>;

struct Runs {
    Index size, tiles;
    long long* before;  // per tile: number of runs, later number of earlier runs; last: total
};

/// Returns one bit for each item of a thread, which is set if a run begins at the item.
__device__ inline unsigned int begin_bits(const Operands& operands, const Runs& runs, Index first) {
    unsigned int bits = 0;
    if (first >= runs.size) return bits;
    Value last = value_at(operands, first > 0 ? first - 1 : 0);
    for (int i = 0; i < kItems; ++i) {
        if (first + i >= runs.size) break;
        const Value key = value_at(operands, first + i);
        if (first + i == 0 || !(key == last)) bits |= 1u << i;
        last = key;
    }
    return bits;
}

__device__ inline Index first_item() {
    return Index(blockIdx.x) * kTile + Index(threadIdx.x) * kItems;
}

}  // namespace glint::expression

extern "C" __global__ void __launch_bounds__(256)
    count(const __grid_constant__ glint::expression::Operands operands,
          const __grid_constant__ glint::expression::Runs runs) {
    using namespace glint::expression;
    __shared__ Scan::Storage storage;
    long long total;
    Scan(storage).inclusive_sum((long long)__popc(begin_bits(operands, runs, first_item())), total);
    if (threadIdx.x == 0) runs.before[blockIdx.x] = total;
}

/// Replaces each tile's count with the sum over all previous tiles. Launch a single block.
extern "C" __global__ void __launch_bounds__(256)
    add_up(const __grid_constant__ glint::expression::Runs runs) {
    using namespace glint::expression;
    __shared__ Scan::Storage storage;
    long long before = 0;
    for (Index base = 0; base < runs.tiles; base += kBlock) {
        const Index tile = base + Index(threadIdx.x);
        long long total;
        const long long own =
            Scan(storage).exclusive_sum(tile < runs.tiles ? runs.before[tile] : 0, total);
        if (tile < runs.tiles) runs.before[tile] = before + own;
        before += total;
        __syncthreads();
    }
    if (threadIdx.x == 0) runs.before[runs.tiles] = before;
}

extern "C" __global__ void __launch_bounds__(256)
    place(const __grid_constant__ glint::expression::Operands operands,
          const __grid_constant__ glint::expression::Runs runs, long long* offsets,
          glint::expression::Value* keys) {
    using namespace glint::expression;
    __shared__ Scan::Storage storage;
    const Index first = first_item();
    const unsigned int bits = begin_bits(operands, runs, first);
    long long place =
        runs.before[blockIdx.x] + Scan(storage).exclusive_sum((long long)__popc(bits));
    for (int i = 0; i < kItems; ++i) {
        if (!(bits >> i & 1)) continue;
        offsets[place] = first + i;
        keys[place] = value_at(operands, first + i);
        ++place;
    }
    if (blockIdx.x == 0 && threadIdx.x == 0) offsets[runs.before[runs.tiles]] = runs.size;
}
