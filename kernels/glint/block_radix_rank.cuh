// SPDX-License-Identifier: MIT
// Ranks the items of a block's tile for sorting by one digit.
#pragma once

#include <glint/block_scan.cuh>
#include <glint/ceil_div.cuh>

namespace glint {

/// Ranks a tile's items by digits of `Bits` bits, in a stable order. The block may have any
/// dimensions, but its number of threads must be a multiple of 32. Item k of a thread is item
/// WarpStriped<Items>()(k) of the tile. All threads must make each call together.
///
/// Each warp counts separately. Lanes with the same digit find each other with one vote per bit,
/// and the last of these lanes writes their count. There are three barriers.
template <int BlockSize, int Items, int Bits>
class BlockRadixRank {
    static_assert(BlockSize % kWarpSize == 0 && BlockSize <= 1024,
                  "the block size must be a multiple of 32, at most 1024");
    static constexpr int kWarps = BlockSize / kWarpSize;
    static constexpr unsigned int kDigits = 1u << Bits;
    static constexpr int kOwnDigits = ceil_div(kDigits, BlockSize);
    using Scan = BlockScan<unsigned int, BlockSize>;

public:
    struct Storage {
        unsigned int count[kWarps][kDigits];
        typename Scan::Storage scan;
    };

    __device__ explicit BlockRadixRank(Storage& storage) : storage_(storage) {}

    /// Sets ranks[k] to the rank, among BlockSize * Items items, of the item with digits[k].
    __device__ void rank(const unsigned int (&digits)[Items], unsigned int (&ranks)[Items]) {
        unsigned int* const count = storage_.count[thread_rank() / kWarpSize];
        count_in_warp(count, digits, ranks);
        __syncthreads();
        add_up();
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Items; ++k) ranks[k] += count[digits[k]];
    }
    /// Returns the rank of the first item whose digit is at least `digit`. Any thread may call this
    /// function after `rank`, until the storage is reused.
    __device__ unsigned int start(unsigned int digit) const { return storage_.count[0][digit]; }

private:
    /// Ranks each item among the warp's items with the same digit, and counts these items.
    __device__ static void count_in_warp(unsigned int* count, const unsigned int (&digits)[Items],
                                         unsigned int (&ranks)[Items]) {
        const unsigned int lane = lane_index();
        for (unsigned int d = lane; d < kDigits; d += kWarpSize) count[d] = 0;
        __syncwarp();
#pragma unroll
        for (int k = 0; k < Items; ++k) {
            const unsigned int peers = warp_match<Bits>(digits[k]), before = count[digits[k]];
            __syncwarp();
            ranks[k] = before + __popc(peers & ((1u << lane) - 1));
            if (peers >> lane == 1) count[digits[k]] = ranks[k] + 1;
            __syncwarp();
        }
    }
    /// Converts each warp's digit counts to the rank of the warp's first item with each digit.
    __device__ void add_up() {
        const unsigned int first = thread_rank() * kOwnDigits;
        unsigned int starts[kOwnDigits] = {};
#pragma unroll
        for (int j = 0; j < kOwnDigits; ++j)
            if (first + j < kDigits)
                for (int w = 0; w < kWarps; ++w) starts[j] += storage_.count[w][first + j];
        Scan(storage_.scan).exclusive_sum(starts);
#pragma unroll
        for (int j = 0; j < kOwnDigits; ++j)
            if (first + j < kDigits) spread(first + j, starts[j]);
    }
    __device__ void spread(unsigned int digit, unsigned int start) {
#pragma unroll
        for (int w = 0; w < kWarps; ++w) {
            const unsigned int count = storage_.count[w][digit];
            storage_.count[w][digit] = start;
            start += count;
        }
    }

    Storage& storage_;
};

}  // namespace glint
