// SPDX-License-Identifier: MIT
// Histograms with few bins, computed by a block.
#pragma once

#include <glint/lanes.cuh>

namespace glint {

/// Counts in shared memory, then adds the counts to those in global memory.
///
///     using Histogram = glint::BlockHistogram<256, 64>;
///     __shared__ Histogram::Storage storage;
///     Histogram histogram(storage);
///     histogram.clear();
///     for (...) histogram.add(bin);
///     histogram.flush(counts);
///
/// All threads of the block must call `clear` and `flush` together. Each has one barrier.
template <int BlockSize, int Bins>
class BlockHistogram {
public:
    struct Storage {
        unsigned int count[Bins];
    };

    __device__ explicit BlockHistogram(Storage& storage) : storage_(storage) {}

    /// Sets the counts to 0.
    __device__ void clear() {
        for (unsigned int bin = thread_rank(); bin < Bins; bin += BlockSize)
            storage_.count[bin] = 0;
        __syncthreads();
    }
    /// Adds to a bin. Any thread may call this at any time. `bin` must be below Bins.
    __device__ void add(unsigned int bin, unsigned int count = 1) {
        atomicAdd(&storage_.count[bin], count);
    }
    /// Adds the block's counts to `totals`, which has Bins elements. Does not change the counts.
    __device__ void flush(unsigned int* totals) {
        __syncthreads();
        for (unsigned int bin = thread_rank(); bin < Bins; bin += BlockSize) {
            const unsigned int count = storage_.count[bin];
            if (count != 0) atomicAdd(&totals[bin], count);
        }
    }
    /// Returns the block's count of a bin. Requires a barrier after the last `add`.
    __device__ unsigned int operator[](unsigned int bin) const { return storage_.count[bin]; }

private:
    Storage& storage_;
};

}  // namespace glint
