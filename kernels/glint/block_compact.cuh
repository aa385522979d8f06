// SPDX-License-Identifier: MIT
// Stream compaction: packs the kept items of a block without gaps.
#pragma once

#include <glint/block_scan.cuh>
#include <glint/ceil_div.cuh>

namespace glint {

/// Counts the kept items of a block of BlockSize threads, with any block dimensions.
///
///     using Compact = glint::BlockCompact<256>;
///     __shared__ Compact::Storage storage;
///     const unsigned int place = Compact(storage).append(alive, count);
///     if (alive) list[place] = particle;
///
/// All threads of the block must call the functions together. The caller must add a barrier before
/// the storage is reused.
template <int BlockSize>
class BlockCompact {
    static constexpr int kWarps = ceil_div(BlockSize, kWarpSize);
    using Scan = BlockScan<unsigned int, BlockSize>;

public:
    struct Storage {
        unsigned int kept[kWarps];
        unsigned int start;
        typename Scan::Storage scan;
    };

    __device__ explicit BlockCompact(Storage& storage) : storage_(storage) {}

    /// Returns how many previous threads keep their item. `kept` is the total. Has one barrier.
    __device__ unsigned int rank(bool keep, unsigned int& kept) {
        const unsigned int thread = thread_rank(), warp = thread / kWarpSize;
        const unsigned int keeping = __ballot_sync(kAllLanes, keep);
        if (thread % kWarpSize == 0) storage_.kept[warp] = __popc(keeping);
        __syncthreads();
        unsigned int before = 0;
        kept = 0;
#pragma unroll
        for (unsigned int w = 0; w < kWarps; ++w) {
            before = w == warp ? kept : before;
            kept += storage_.kept[w];
        }
        return before + __popc(keeping & ((1u << thread % kWarpSize) - 1));
    }
    /// The ranks of several items per thread, ordered by thread, then by
    /// item. Ranks of items that are not kept are meaningless. `kept` is
    /// the total. Has one barrier.
    template <int Items>
    __device__ void rank(const bool (&keep)[Items], unsigned int (&ranks)[Items],
                         unsigned int& kept) {
        unsigned int own = 0;
#pragma unroll
        for (int k = 0; k < Items; ++k) {
            ranks[k] = own;
            own += keep[k];
        }
        const unsigned int before = Scan(storage_.scan).exclusive_sum(own, kept);
#pragma unroll
        for (int k = 0; k < Items; ++k) ranks[k] += before;
    }
    /// Appends the kept items to a list of length `*count` in global memory and returns their
    /// positions. Has two barriers. One atomic addition per block, so the order of blocks varies.
    __device__ unsigned int append(bool keep, unsigned int* count) {
        unsigned int kept;
        const unsigned int place = rank(keep, kept);
        if (thread_rank() == 0) storage_.start = kept == 0 ? 0 : atomicAdd(count, kept);
        __syncthreads();
        return storage_.start + place;
    }

private:
    Storage& storage_;
};

}  // namespace glint
