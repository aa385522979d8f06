// SPDX-License-Identifier: MIT
// Sorts the items of a block's tile with any comparison.
#pragma once

#include <glint/block_exchange.cuh>
#include <glint/operators.cuh>

namespace glint {

/// Stable merge sort of BlockSize * Items keys, optionally with values. The block
/// may have any dimensions and number of threads. Thread t holds the items
/// t * Items to t * Items + Items - 1.
///
///     using Sort = glint::BlockMergeSort<float, 256, 4, int>;
///     __shared__ Sort::Storage storage;
///     Sort(storage).sort_pairs(keys, values, [](float a, float b) { return fabsf(a) < fabsf(b);
///     });
///
/// All threads must make each call together. The storage can be reused immediately.
template <class Key, int BlockSize, int Items, class Value = NoValue>
class BlockMergeSort {
    static constexpr unsigned int kTile = BlockSize * Items;
    using KeyTile = BlockExchange<Key, BlockSize, Items>;
    using ValueTile = BlockExchange<Value, BlockSize, Items>;

public:
    union Storage {
        typename KeyTile::Storage keys;
        typename ValueTile::Storage values;
    };

    __device__ explicit BlockMergeSort(Storage& storage) : storage_(storage) {}

    /// `before(a, b)` is true if a comes before b, and must be a strict weak ordering. Sorts only
    /// the first `count` items. The other items are not compared, and stay at the end.
    template <class Before = Less>
    __device__ void sort(Key (&keys)[Items], Before before = {}, unsigned int count = kTile) {
        sort_own(keys, before, count, [](int) {});
        for (unsigned int width = 1; width < BlockSize; width *= 2) {
            unsigned int from[Items];
            merge(keys, from, width, count, before);
            __syncthreads();
        }
    }
    template <class Before = Less>
    __device__ void sort_pairs(Key (&keys)[Items], Value (&values)[Items], Before before = {},
                               unsigned int count = kTile) {
        sort_own(keys, before, count, [&](int k) { swap(values[k], values[k + 1]); });
        for (unsigned int width = 1; width < BlockSize; width *= 2) {
            unsigned int from[Items];
            merge(keys, from, width, count, before);
            __syncthreads();
            ValueTile(storage_.values).exchange(values, Blocked<Items>(), [&](int k) {
                return from[k];
            });
            __syncthreads();
        }
    }

private:
    template <class T>
    __device__ static void swap(T& a, T& b) {
        const T kept = a;
        a = b;
        b = kept;
    }
    /// Odd-even transposition sort. All indices are constants, so that items stay in registers.
    template <class Before, class Swapped>
    __device__ static void sort_own(Key (&keys)[Items], Before before, unsigned int count,
                                    Swapped swapped) {
        const unsigned int first = Blocked<Items>()(0);
#pragma unroll
        for (int round = 0; round < Items; ++round) {
#pragma unroll
            for (int k = round % 2; k + 1 < Items; k += 2) {
                if (first + k + 1 >= count || !before(keys[k + 1], keys[k])) continue;
                swap(keys[k], keys[k + 1]);
                swapped(k);
            }
        }
    }

    /// Two adjacent sorted runs of the tile. If a run is missing, its end is before its start.
    struct Runs {
        unsigned int a, a_end, b, b_end;
    };
    __device__ static Runs runs(unsigned int width, unsigned int count) {
        const unsigned int start = ::min(thread_rank() / (2 * width) * (2 * width) * Items, count);
        const unsigned int middle = ::min(start + width * Items, count);
        return {start, middle, middle, ::min(middle + width * Items, count)};
    }

    /// Merges the run of each group of `width` threads with the run of the next group. `from` gets
    /// the original positions of the items.
    template <class Before>
    __device__ void merge(Key (&keys)[Items], unsigned int (&from)[Items], unsigned int width,
                          unsigned int count, Before before) {
        KeyTile tile(storage_.keys);
        const Blocked<Items> own;
#pragma unroll
        for (int k = 0; k < Items; ++k) tile.at(own(k)) = keys[k];
        __syncthreads();
        Runs run = runs(width, count);
        const unsigned int diagonal = ::min(static_cast<unsigned int>(own(0)), run.b_end) - run.a;
        const unsigned int taken = split(tile, run, diagonal, before);
        run.a += taken;
        run.b += diagonal - taken;
#pragma unroll
        for (int k = 0; k < Items; ++k) {
            from[k] = own(k) < count ? next(tile, run, before) : own(k);
            keys[k] = tile.at(from[k]);
        }
    }
    /// Returns how many of the first `diagonal` items of both runs come from run a: Odeh, Green,
    /// Mwassi, Shmueli and Birk, "Merge Path - Parallel Merging Made Simple", 2012.
    template <class Before>
    __device__ static unsigned int split(KeyTile& tile, Runs run, unsigned int diagonal,
                                         Before before) {
        const unsigned int b_count = run.b_end - run.b;
        unsigned int low = diagonal > b_count ? diagonal - b_count : 0;
        unsigned int high = ::min(diagonal, run.a_end - run.a);
        while (low < high) {
            const unsigned int middle = (low + high) / 2;
            const bool is_b =
                before(tile.at(run.b + diagonal - 1 - middle), tile.at(run.a + middle));
            low = is_b ? low : middle + 1;
            high = is_b ? middle : high;
        }
        return low;
    }
    /// Takes the next item of either run. If both next items are equal, takes the item of run a.
    template <class Before>
    __device__ static unsigned int next(KeyTile& tile, Runs& run, Before before) {
        const bool has_a = run.a < run.a_end, has_b = run.b < run.b_end;
        const bool is_b = !has_a || (has_b && before(tile.at(run.b), tile.at(run.a)));
        return is_b ? run.b++ : run.a++;
    }

    Storage& storage_;
};

}  // namespace glint
