// SPDX-License-Identifier: MIT
// Sorts the items of a block's tile by numeric keys.
#pragma once

#include <glint/block_exchange.cuh>
#include <glint/block_radix_rank.cuh>
#include <glint/radix_key.cuh>

namespace glint {

/// Stable radix sort of BlockSize * Items keys, optionally with values. The block may have any
/// dimensions, but its number of threads must be a multiple of 32. Thread t holds the items
/// t * Items to t * Items + Items - 1. Keys have any type that radix_key.cuh supports.
///
///     using Sort = glint::BlockRadixSort<float, 256, 8, int>;
///     __shared__ Sort::Storage storage;
///     Sort(storage).sort_pairs(keys, values);
///
/// All threads must make each call together. The caller must add a barrier before the storage is
/// reused. Each pass sorts by RadixBits bits.
template <class Key, int BlockSize, int Items, class Value = NoValue, int RadixBits = 8>
class BlockRadixSort {
    using Bits = typename RadixKey<Key>::Bits;
    using Rank = BlockRadixRank<BlockSize, Items, RadixBits>;
    using KeyExchange = BlockExchange<Bits, BlockSize, Items>;
    using ValueExchange = BlockExchange<Value, BlockSize, Items>;
    static constexpr int kKeyBits = 8 * sizeof(Key);

public:
    struct Storage {
        typename Rank::Storage rank;
        union {
            typename KeyExchange::Storage keys;
            typename ValueExchange::Storage values;
        };
    };

    __device__ explicit BlockRadixSort(Storage& storage) : storage_(storage) {}

    /// Sorts ascending by the key bits from `begin_bit` (inclusive) to `end_bit` (exclusive).
    __device__ void sort(Key (&keys)[Items], int begin_bit = 0, int end_bit = kKeyBits) {
        NoValue none[Items];
        run<false>(keys, none, begin_bit, end_bit, Blocked<Items>());
    }
    __device__ void sort_pairs(Key (&keys)[Items], Value (&values)[Items], int begin_bit = 0,
                               int end_bit = kKeyBits) {
        run<false>(keys, values, begin_bit, end_bit, Blocked<Items>());
    }
    __device__ void sort_descending(Key (&keys)[Items], int begin_bit = 0, int end_bit = kKeyBits) {
        NoValue none[Items];
        run<true>(keys, none, begin_bit, end_bit, Blocked<Items>());
    }
    __device__ void sort_pairs_descending(Key (&keys)[Items], Value (&values)[Items],
                                          int begin_bit = 0, int end_bit = kKeyBits) {
        run<true>(keys, values, begin_bit, end_bit, Blocked<Items>());
    }
    /// Sorts ascending. Thread t gets the items k * BlockSize + t, ready for store_striped().
    __device__ void sort_to_striped(Key (&keys)[Items], int begin_bit = 0, int end_bit = kKeyBits) {
        NoValue none[Items];
        run<false>(keys, none, begin_bit, end_bit, Striped<BlockSize>());
    }
    __device__ void sort_pairs_to_striped(Key (&keys)[Items], Value (&values)[Items],
                                          int begin_bit = 0, int end_bit = kKeyBits) {
        run<false>(keys, values, begin_bit, end_bit, Striped<BlockSize>());
    }

private:
    template <bool IsDescending, class AnyValue, class To>
    __device__ void run(Key (&keys)[Items], AnyValue (&values)[Items], int begin_bit, int end_bit,
                        To to) {
        constexpr Bits kFlip = IsDescending ? Bits(~Bits(0)) : Bits(0);
        Bits bits[Items];
#pragma unroll
        for (int k = 0; k < Items; ++k) bits[k] = RadixKey<Key>::to_bits(keys[k]) ^ kFlip;
        move(bits, values, Blocked<Items>(), WarpStriped<Items>());
        for (int bit = begin_bit; bit < end_bit; bit += RadixBits) {
            const int count = ::min(RadixBits, end_bit - bit);
            const bool is_last = bit + RadixBits >= end_bit;
            const WarpStriped<Items> next;
            pass(bits, values, bit, count, [&](int k) { return is_last ? to(k) : next(k); });
        }
#pragma unroll
        for (int k = 0; k < Items; ++k) keys[k] = RadixKey<Key>::from_bits(bits[k] ^ kFlip);
    }

    template <class AnyValue, class To>
    __device__ void pass(Bits (&bits)[Items], AnyValue (&values)[Items], int bit, int count,
                         To to) {
        unsigned int digits[Items], ranks[Items];
#pragma unroll
        for (int k = 0; k < Items; ++k)
            digits[k] = static_cast<unsigned int>(bits[k] >> bit) & ((1u << count) - 1);
        // The barriers in rank() also separate the reads of the last exchange from the next writes.
        Rank(storage_.rank).rank(digits, ranks);
        move(bits, values, [&](int k) { return ranks[k]; }, to);
    }

    template <class AnyValue, class From, class To>
    __device__ void move(Bits (&bits)[Items], AnyValue (&values)[Items], From from, To to) {
        KeyExchange(storage_.keys).exchange(bits, from, to);
        move_values(values, from, to);
    }
    template <class From, class To>
    __device__ void move_values(NoValue (&)[Items], From, To) {}
    template <class From, class To, class AnyValue>
    __device__ void move_values(AnyValue (&values)[Items], From from, To to) {
        __syncthreads();
        ValueExchange(storage_.values).exchange(values, from, to);
    }

    Storage& storage_;
};

}  // namespace glint
