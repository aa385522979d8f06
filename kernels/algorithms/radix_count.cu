// SPDX-License-Identifier: MIT
// Counts the digits of many keys for radix_sweep.cu. The counting kernel has its own source file so
// that the two kernels that take longest to compile are compiled in parallel.
#include <algorithms/sort_buffers.cuh>

namespace glint::sorting {

constexpr int kCountThreads = 1024;

/// Adjacent keys that are read in one access: 16 bytes, unless `Count` is given.
template <int Count = 16 / sizeof(Key)>
struct alignas(Count * sizeof(Key)) KeyPack {
    static constexpr int kCount = Count;
    Key keys[kCount];
};

/// Counts a block's keys by all of their digits. Lanes use separate copies of the counts, as many
/// as fit into memory, which reduces conflicts between lanes with equal digits.
class DigitCounts {
public:
    /// `counts` has 2^log2_copies counts for each digit of each pass.
    __device__ DigitCounts(unsigned int* counts, int log2_copies, const SortDigits& digits)
        : counts_(counts),
          log2_copies_(log2_copies),
          digits_(digits),
          size_(digits.passes() * kDigits) {}

    __device__ void clear() {
        for (int i = threadIdx.x; i < size_ << log2_copies_; i += kCountThreads) counts_[i] = 0;
        __syncthreads();
    }
    __device__ void add(Key key) {
#pragma unroll
        for (int pass = 0; pass < kMaxPasses; ++pass)
            if (pass < digits_.passes())
                atomicAdd(of(pass * kDigits + digits_.digit(key, pass), threadIdx.x), 1u);
    }
    __device__ void flush(Offset* totals) {
        __syncthreads();
        for (int i = threadIdx.x; i < size_; i += kCountThreads) {
            unsigned int sum = 0;
            // Adjacent threads start at different copies, which avoids bank conflicts.
            for (int copy = 0; copy < 1 << log2_copies_; ++copy) sum += *of(i, threadIdx.x + copy);
            if (sum != 0) atomicAdd(&totals[i], Offset(sum));
        }
    }

private:
    __device__ unsigned int* of(unsigned int digit, unsigned int copy) const {
        return counts_ + (digit << log2_copies_) + (copy & ((1u << log2_copies_) - 1));
    }

    unsigned int* counts_;
    int log2_copies_;
    const SortDigits& digits_;
    int size_;
};

/// Counts all keys that the grid processes.
__device__ inline void count_all(DigitCounts& own, const Key* keys, Key*, size_t count) {
    using Pack = KeyPack<>;
    constexpr int kPacks = 4, kPack = Pack::kCount;
    const size_t misplaced = reinterpret_cast<size_t>(keys) % 16;
    const size_t before = ::min(count, misplaced ? (16 - misplaced) / sizeof(Key) : 0);
    const Pack* const packs = reinterpret_cast<const Pack*>(keys + before);
    const size_t pack_count = (count - before) / kPack, tail = before + pack_count * kPack;
    const size_t tile = size_t(kCountThreads) * kPacks, stride = gridDim.x * tile;
    for (size_t first = blockIdx.x * tile + threadIdx.x; first < pack_count; first += stride) {
        Pack loaded[kPacks];
#pragma unroll
        for (int i = 0; i < kPacks; ++i)
            if (first + i * kCountThreads < pack_count)
                loaded[i] = packs[first + i * kCountThreads];
#pragma unroll
        for (int i = 0; i < kPacks; ++i)
            if (first + i * kCountThreads < pack_count)
#pragma unroll
                for (int k = 0; k < kPack; ++k) own.add(loaded[i].keys[k]);
    }
    if (blockIdx.x == 0) {
        if (threadIdx.x < before) own.add(keys[threadIdx.x]);
        if (tail + threadIdx.x < count) own.add(keys[tail + threadIdx.x]);
    }
}

/// Counts all keys of an expression, and writes the keys to `to`. The expression is evaluated only
/// once, so that all passes see bit-identical keys.
template <class Run>
__device__ inline void count_all(DigitCounts& own, const Run& given, Key* to, size_t count) {
    using Pack = KeyPack<Run::kPack>;
    constexpr int kPack = Pack::kCount, kPacks = kPack < 4 ? 4 / kPack : 1;
    Pack* const packs = reinterpret_cast<Pack*>(to);
    const size_t pack_count = count / kPack, tail = pack_count * kPack;
    const size_t tile = size_t(kCountThreads) * kPacks, stride = gridDim.x * tile;
    for (size_t first = blockIdx.x * tile + threadIdx.x; first < pack_count; first += stride) {
        Pack read[kPacks];
#pragma unroll
        for (int i = 0; i < kPacks; ++i)
            if (first + i * kCountThreads < pack_count)
                given.read((first + i * kCountThreads) * kPack, read[i].keys);
#pragma unroll
        for (int i = 0; i < kPacks; ++i) {
            if (first + i * kCountThreads >= pack_count) continue;
            packs[first + i * kCountThreads] = read[i];
#pragma unroll
            for (int k = 0; k < kPack; ++k) own.add(read[i].keys[k]);
        }
    }
    if (blockIdx.x != 0 || tail + threadIdx.x >= count) return;
    const Key last = given[tail + threadIdx.x];
    to[tail + threadIdx.x] = last;
    own.add(last);
}

}  // namespace glint::sorting

/// Adds to `counts`, for each pass, the number of keys with each digit. Counts `count` keys,
/// starting with element `first` of the input. Launch with kCountThreads threads, and dynamic
/// shared memory for 2^log2_copies counts of each digit.
extern "C" __global__ void __launch_bounds__(glint::sorting::kCountThreads)
    count_digits(const __grid_constant__ glint::sorting::Given given, size_t first,
                 glint::SortDigits digits, glint::sorting::Buffers buffers, size_t count,
                 glint::sorting::Offset* counts, int log2_copies) {
    using namespace glint::sorting;
    extern __shared__ __align__(16) unsigned char arrays[];
    DigitCounts own(reinterpret_cast<unsigned int*>(arrays), log2_copies, digits);
    own.clear();
    count_all(own, given + first, buffers.keys[kGiven], count);
    own.flush(counts);
}
