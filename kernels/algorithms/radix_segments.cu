// SPDX-License-Identifier: MIT
// Radix sort of many segments, one per block. A segment that fits into a block is sorted there. A
// longer segment is sorted digit by digit in global memory.
#include <algorithms/sort_buffers.cuh>
#include <algorithms/sort_segments.cuh>
#include <glint/block_radix_rank.cuh>
#include <glint/ceil_div.cuh>

namespace glint::sorting {

constexpr unsigned int kTile = kThreads * kItems;

/// The work of a block on one segment.
class SegmentSort {
    using Rank = BlockRadixRank<kThreads, kItems, 8>;
    using KeyExchange = BlockExchange<Key, kThreads, kItems>;
    using ValueExchange = BlockExchange<Value, kThreads, kItems>;

public:
    struct Storage {
        typename Rank::Storage rank;
        union {
            typename KeyExchange::Storage keys;
            typename ValueExchange::Storage values;
        };
        unsigned long long start[kDigits];  ///< where the next key with each digit goes
        unsigned int count[kDigits];
        typename BlockScan<unsigned long long, kThreads>::Storage scan;
    };

    __device__ SegmentSort(Storage& storage, const Given& given, const SortDigits& digits,
                           const Buffers& buffers, unsigned long long first,
                           unsigned long long size)
        : storage_(storage),
          given_(given),
          digits_(digits),
          buffers_(buffers),
          first_(first),
          size_(size) {}

    __device__ void sort() {
        if (size_ <= kTile)
            sort_tile();
        else
            sort_in_memory();
    }

private:
    struct Items {
        Key keys[kItems] = {};
        Value values[kItems];
        unsigned int digits[kItems], ranks[kItems];
    };

    /// Loads a tile. Padding has the last digit and comes after all items, so it stays at the end.
    template <class Run>
    __device__ void load(Items& items, const Run& keys, int from, unsigned long long tile) const {
#pragma unroll
        for (int k = 0; k < kItems; ++k) {
            const unsigned long long i = tile + WarpStriped<kItems>()(k);
            if (i >= size_) continue;
            items.keys[k] = keys[i];
            if constexpr (kHasValues) items.values[k] = value(from, i);
        }
    }
    __device__ Value value(int from, unsigned long long i) const {
        return from == kGiven && kNumbered ? buffers_.value(kGiven, i, i)
                                           : buffers_.values_at(from)[first_ + i];
    }
    __device__ void rank(Items& items, int pass, unsigned int valid) {
#pragma unroll
        for (int k = 0; k < kItems; ++k)
            items.digits[k] =
                WarpStriped<kItems>()(k) < valid ? digits_.digit(items.keys[k], pass) : kDigits - 1;
        Rank(storage_.rank).rank(items.digits, items.ranks);
    }
    /// Permutes items by their ranks. The caller needs a barrier before reusing the storage.
    template <class To>
    __device__ void exchange(Items& items, To to) {
        const auto from = [&](int k) { return items.ranks[k]; };
        KeyExchange(storage_.keys).exchange(items.keys, from, to);
        if constexpr (kHasValues) {
            __syncthreads();
            ValueExchange(storage_.values).exchange(items.values, from, to);
        }
    }

    __device__ void sort_tile() {
        Items items;
        const unsigned int size = static_cast<unsigned int>(size_);
        load(items, given_ + first_, kGiven, 0);
        for (int pass = 0; pass < digits_.passes(); ++pass) {
            rank(items, pass, size);
            exchange(items, WarpStriped<kItems>());
        }
#pragma unroll
        for (int k = 0; k < kItems; ++k) {
            const unsigned int i = WarpStriped<kItems>()(k);
            if (i >= size) continue;
            buffers_.keys[kResult][first_ + i] = items.keys[k];
            if constexpr (kHasValues) buffers_.values[kResult][first_ + i] = items.values[k];
        }
    }

    __device__ void sort_in_memory() {
        int place = kGiven;
        put_given(given_ + first_, buffers_.keys[kGiven] + first_, 0, size_);
        for (int pass = 0; pass < digits_.passes(); ++pass) {
            if (!count(place, pass)) continue;
            const int to = buffers_.other(place);
            for (unsigned long long tile = 0; tile < size_; tile += kTile)
                scatter(place, to, pass, tile);
            place = to;
        }
        if (place != kResult) copy(place);
    }
    /// Computes the start of each digit. Returns true unless all keys have the same digit.
    __device__ bool count(int from, int pass) {
        const Key* const keys = buffers_.keys_at(from) + first_;
        const unsigned int thread = thread_rank();
        for (unsigned int digit = thread; digit < kDigits; digit += kThreads)
            storage_.start[digit] = 0;
        bool is_constant = false;
        // Counts at most 2^31 keys at a time, so that each count fits into 32 bits.
        constexpr unsigned long long kPart = 1ull << 31;
        for (unsigned long long part = 0; part < size_; part += kPart) {
            for (unsigned int digit = thread; digit < kDigits; digit += kThreads)
                storage_.count[digit] = 0;
            __syncthreads();
            const unsigned long long end = ::min(size_, part + kPart);
            for (unsigned long long i = part + thread; i < end; i += kThreads)
                atomicAdd(&storage_.count[digits_.digit(keys[i], pass)], 1u);
            __syncthreads();
            for (unsigned int digit = thread; digit < kDigits; digit += kThreads)
                storage_.start[digit] += storage_.count[digit];
        }
        for (unsigned int digit = thread; digit < kDigits; digit += kThreads)
            is_constant |= storage_.start[digit] == size_;
        is_constant = __syncthreads_or(is_constant);
        add_up();
        return !is_constant;
    }
    __device__ void add_up() {
        constexpr int kOwn = ceil_div(kDigits, kThreads);
        const unsigned int first = thread_rank() * kOwn;
        unsigned long long starts[kOwn] = {};
        for (int i = 0; i < kOwn; ++i)
            if (first + i < kDigits) starts[i] = storage_.start[first + i];
        BlockScan<unsigned long long, kThreads>(storage_.scan).exclusive_sum(starts);
        for (int i = 0; i < kOwn; ++i)
            if (first + i < kDigits) storage_.start[first + i] = starts[i];
        __syncthreads();
    }
    __device__ void scatter(int from, int to, int pass, unsigned long long tile) {
        Items items;
        const unsigned int valid =
            static_cast<unsigned int>(::min(size_ - tile, static_cast<unsigned long long>(kTile)));
        const Key* const keys = buffers_.keys_at(from) + first_;
        load(items, keys, from, tile);
        rank(items, pass, valid);
        exchange(items, Striped<kThreads>());
        const Rank ranks(storage_.rank);
#pragma unroll
        for (int k = 0; k < kItems; ++k) {
            const unsigned int i = Striped<kThreads>()(k);
            if (i >= valid) continue;
            const unsigned int digit = digits_.digit(items.keys[k], pass);
            const unsigned long long place =
                first_ + storage_.start[digit] + i - ranks.start(digit);
            buffers_.keys_at(to)[place] = items.keys[k];
            if constexpr (kHasValues) buffers_.values_at(to)[place] = items.values[k];
        }
        __syncthreads();
        for (unsigned int digit = thread_rank(); digit < kDigits; digit += kThreads) {
            const unsigned int end = digit + 1 < kDigits ? ranks.start(digit + 1) : valid;
            storage_.start[digit] += end - ranks.start(digit);
        }
        __syncthreads();
    }
    __device__ void copy(int from) const {
        if (from == kGiven && buffers_.in_place() && !kNumbered) return;
        for (unsigned long long i = thread_rank(); i < size_; i += kThreads) {
            buffers_.keys[kResult][first_ + i] = buffers_.keys_at(from)[first_ + i];
            if constexpr (kHasValues) buffers_.values[kResult][first_ + i] = value(from, i);
        }
    }

    Storage& storage_;
    const Given& given_;
    const SortDigits& digits_;
    const Buffers& buffers_;
    unsigned long long first_, size_;
};

}  // namespace glint::sorting

/// Sorts each segment. Launch with kThreads threads and any number of blocks.
extern "C" __global__ void __launch_bounds__(glint::sorting::kThreads,
                                             512 / glint::sorting::kThreads)
    sort_segments(const __grid_constant__ glint::sorting::Given given, glint::SortDigits digits,
                  glint::sorting::Buffers buffers, glint::sorting::Segments segments) {
    using namespace glint::sorting;
    __shared__ SegmentSort::Storage storage;
    for (unsigned long long i = blockIdx.x; i < segments.count; i += gridDim.x) {
        SegmentSort(storage, given, digits, buffers, segments.first(i), segments.size(i)).sort();
        __syncthreads();
    }
}
