// SPDX-License-Identifier: MIT
// Finds the key with a given rank in each line of an array, without sorting: determines its digits,
// most significant first. T. Alabi, J. Blanchard, B. Gordon and R. Steinbach, "Fast k-Selection
// Algorithms for Graphics Processing Units", 2012. Also collects the keys before that key.
#include <algorithms/sort_buffers.cuh>
#include <algorithms/sought_key.cuh>
#include <glint/block_scan.cuh>
#include <glint/ceil_div.cuh>

namespace glint::sorting {

using Bits = RadixKey<Key>::Bits;
using Count = unsigned long long;

using Sought = SoughtKey<Bits>;

/// The part of a line that a block processes. Blocks are ordered by line.
struct Part {
    Count line, first, end;

    __device__ Part(Count length, unsigned int parts) {
        line = blockIdx.x / parts;
        const Count size = ceil_div(length, parts);
        first = ::min(length, (blockIdx.x - line * parts) * size);
        end = ::min(length, first + size);
    }
};

/// Counts, in a part of a line, of the keys before the sought key and of the keys equal to it.
struct Found {
    Count before, equal;
};

/// Returns 0 if `key` comes before the sought key, 1 if they are equal, and 2 otherwise.
__device__ inline int compared(const SortDigits& digits, Key key, const Sought& sought) {
    const Bits order = digits.order(key);
    return order < sought.prefix ? 0 : order == sought.prefix ? 1 : 2;
}

constexpr int kOwn = 8;  // keys per thread at a time

/// Calls action(key) for keys `first` to `end` (exclusive). All threads must call this together.
template <class Do>
__device__ inline void each_key(const Key* line, Count first, Count end, Do action) {
    for (Count i = first + threadIdx.x; i < end; i += kSelectThreads) action(line[i]);
}
template <class Run, class Do>
__device__ inline void each_key(const Run& line, Count first, Count end, Do action) {
    for (Count i = first + threadIdx.x; i < end; i += kSelectThreads * kOwn) {
        Key keys[kOwn];
        evaluate(line, i, kSelectThreads, end, keys);
#pragma unroll
        for (int k = 0; k < kOwn; ++k)
            if (i + k * kSelectThreads < end) action(keys[k]);
    }
}

/// The next kOwn adjacent keys of a line. Keys at index `end` and beyond are undefined.
template <class Run>
struct OwnKeys {
    Key keys[kOwn];

    __device__ OwnKeys(const Run& line, Count first, Count end) {
        evaluate(line, first, 1, end, keys);
    }
    __device__ Key operator[](int k) const { return keys[k]; }
};
template <>
struct OwnKeys<const Key*> {
    const Key* keys;

    __device__ OwnKeys(const Key* line, Count first, Count) : keys(line + first) {}
    __device__ Key operator[](int k) const { return keys[k]; }
};

/// True if the block must collect any of its next keys, which is rare. Adjacent threads read
/// adjacent keys, which makes this check fast.
template <class Run>
__device__ inline bool has_found(const SortDigits& digits, const Run& line, Count first, Count end,
                                 const Sought& sought) {
    bool found = false;
    each_key(line, first, end, [&](Key key) { found |= compared(digits, key, sought) != 2; });
    return __syncthreads_or(found);
}

}  // namespace glint::sorting

/// Counts the next digit of all keys that have the sought key's prefix: adds to
/// counts[line * 256 + digit]. Launch with `parts` blocks per line.
extern "C" __global__ void __launch_bounds__(glint::sorting::kSelectThreads)
    count_candidates(const __grid_constant__ glint::sorting::Given given, glint::SortDigits digits,
                     int pass, unsigned long long length, unsigned int parts,
                     const glint::sorting::Sought* sought, unsigned long long* counts) {
    using namespace glint::sorting;
    constexpr int kCopies = 8;  // separate counts for lanes; more would not fit into shared memory
    __shared__ unsigned int count[kDigits][kCopies];
    for (int i = threadIdx.x; i < kDigits * kCopies; i += kSelectThreads) (&count[0][0])[i] = 0;
    __syncthreads();
    const Part part(length, parts);
    const Bits prefix = sought[part.line].prefix;
    const bool is_first = pass + 1 == digits.passes();
    each_key(given + part.line * length, part.first, part.end, [&](Key key) {
        const Bits order = digits.order(key);
        if (is_first || static_cast<Bits>(order >> (8 * (pass + 1))) == prefix)
            atomicAdd(&count[static_cast<unsigned int>(order >> (8 * pass)) & 255u]
                            [threadIdx.x % kCopies],
                      1u);
    });
    __syncthreads();
    unsigned int sum = 0;
    for (int copy = 0; copy < kCopies; ++copy) sum += count[threadIdx.x][copy];
    if (sum != 0) atomicAdd(&counts[part.line * kDigits + threadIdx.x], Count(sum));
}

/// Determines the next digit of the sought key, and clears the counts. Launch one block per line.
extern "C" __global__ void __launch_bounds__(glint::sorting::kSelectThreads)
    choose_digit(unsigned long long* counts, glint::sorting::Sought* sought) {
    using namespace glint::sorting;
    using Scan = glint::BlockScan<Count, kSelectThreads>;
    __shared__ Scan::Storage storage;
    const Sought old = sought[blockIdx.x];
    Count& count = counts[size_t(blockIdx.x) * kDigits + threadIdx.x];
    const Count own = count;
    count = 0;
    const Count before = Scan(storage).exclusive_sum(own);
    if (old.rank >= before && old.rank - before < own)
        sought[blockIdx.x] = {
            old.rank - before,
            static_cast<Bits>((static_cast<Count>(old.prefix) << 8) | threadIdx.x)};
}

/// Writes the sought keys. -0 is written as 0, and every NaN as the same NaN.
extern "C" __global__ void __launch_bounds__(256)
    sought_keys(glint::SortDigits digits, unsigned long long lines,
                const glint::sorting::Sought* sought, glint::sorting::Key* keys) {
    using namespace glint::sorting;
    const Count line = Count(blockIdx.x) * blockDim.x + threadIdx.x;
    if (line >= lines) return;
    const Bits bits = sought[line].prefix ^ static_cast<Bits>(digits.flip);
    keys[line] = glint::RadixKey<Key>::from_bits(bits);
}

/// For each part, counts the keys before the sought key, and the keys that equal it.
extern "C" __global__ void __launch_bounds__(glint::sorting::kSelectThreads)
    count_found(const __grid_constant__ glint::sorting::Given given, glint::SortDigits digits,
                unsigned long long length, unsigned int parts, const glint::sorting::Sought* sought,
                glint::sorting::Found* found) {
    using namespace glint::sorting;
    __shared__ Count sums[2];
    if (threadIdx.x < 2) sums[threadIdx.x] = 0;
    __syncthreads();
    const Part part(length, parts);
    const Sought own = sought[part.line];
    unsigned int before = 0, equal = 0;
    each_key(given + part.line * length, part.first, part.end, [&](Key key) {
        const int which = compared(digits, key, own);
        before += which == 0;
        equal += which == 1;
    });
    if (before != 0) atomicAdd(&sums[0], Count(before));
    if (equal != 0) atomicAdd(&sums[1], Count(equal));
    __syncthreads();
    if (threadIdx.x == 0) found[blockIdx.x] = {sums[0], sums[1]};
}

/// Replaces each part's counts with the sums over all previous parts. Needs one thread per line.
extern "C" __global__ void __launch_bounds__(256)
    add_found(unsigned long long lines, unsigned int parts, glint::sorting::Found* found) {
    using namespace glint::sorting;
    const Count line = Count(blockIdx.x) * blockDim.x + threadIdx.x;
    if (line >= lines) return;
    Found sum = {0, 0};
    for (unsigned int part = 0; part < parts; ++part) {
        Found& own = found[line * parts + part];
        const Found kept = own;
        own = sum;
        sum = {sum.before + kept.before, sum.equal + kept.equal};
    }
}

/// Writes the first `wanted` keys of each line: the keys before the sought key, then as many equal
/// keys as needed, both in their original order. `rank` is the rank of the sought key.
extern "C" __global__ void __launch_bounds__(glint::sorting::kSelectThreads)
    collect_found(const __grid_constant__ glint::sorting::Given given, glint::SortDigits digits,
                  unsigned long long length, unsigned int parts, unsigned long long wanted,
                  const glint::sorting::Sought* sought, const glint::sorting::Found* found,
                  glint::sorting::Key* to_keys, glint::sorting::Value* to_places) {
    using namespace glint::sorting;
    using Scan = glint::BlockScan<Count, kSelectThreads>;
    __shared__ Scan::Storage storage;
    const Part part(length, parts);
    const auto line = given + part.line * length;
    const Sought own = sought[part.line];
    Found at = found[blockIdx.x];
    // The sought key has rank wanted - 1. Of the keys ranked before it, own.rank are equal to it.
    const Count all_before = wanted - 1 - own.rank;
    for (Count tile = part.first; tile < part.end; tile += kSelectThreads * kOwn) {
        const Count tile_end = ::min(part.end, tile + kSelectThreads * kOwn);
        if (!has_found(digits, line, tile, tile_end, own)) continue;
        const Count first = tile + threadIdx.x * kOwn;
        const OwnKeys<decltype(given + 0)> keys(line, first, part.end);
        Count counts = 0;  // lower half: keys before the sought key; upper half: equal keys
        for (int k = 0; k < kOwn; ++k) {
            if (first + k >= part.end) break;
            const int which = compared(digits, keys[k], own);
            counts += which == 0 ? 1 : which == 1 ? Count(1) << 32 : 0;
        }
        Count total;
        const Count places = Scan(storage).exclusive_sum(counts, total);
        Count before = at.before + (places & 0xffffffffu);
        Count equal = all_before + at.equal + (places >> 32);
        at = {at.before + (total & 0xffffffffu), at.equal + (total >> 32)};
        for (int k = 0; k < kOwn && counts != 0; ++k) {
            if (first + k >= part.end) break;
            const int which = compared(digits, keys[k], own);
            if (which == 2) continue;
            const Count place = which == 0 ? before++ : equal++;
            if (place >= wanted) continue;
            to_keys[part.line * wanted + place] = keys[k];
            set_place(to_places, part.line * wanted + place, first + k);
        }
    }
}
