// Reductions, scans, and compaction in one block; each thread holds `Items` consecutive items.
#include <glint/block.cuh>

struct Affine {
    unsigned int a, b;
};
struct Compose {
    __device__ Affine operator()(Affine first, Affine then) const {
        return {then.a * first.a, then.a * first.b + then.b};
    }
};

/// Per thread: sum, minimum, and maximum of all items; the sum of the first items of all threads,
/// and that of the first half of the threads, rounded up.
template <class T, int BlockSize, int Items>
__global__ void reductions(const T* in, T* out) {
    using Reduce = glint::BlockReduce<T, BlockSize>;
    __shared__ typename Reduce::Storage storage[5];
    T items[Items];
    glint::load_blocked(in, items);
    T* const to = out + 5 * glint::thread_rank();
    to[0] = Reduce(storage[0]).sum(items);
    to[1] = Reduce(storage[1]).min(items);
    to[2] = Reduce(storage[2]).max(items);
    to[3] = Reduce(storage[3]).sum(items[0]);
    to[4] = Reduce(storage[4]).sum(items[0], (BlockSize + 1) / 2);
}

/// Per item: the inclusive and the exclusive prefix sum. Per thread: both prefix sums of its first
/// item, and three totals.
template <class T, int BlockSize, int Items>
__global__ void scans(const T* in, T* out) {
    using Scan = glint::BlockScan<T, BlockSize>;
    __shared__ typename Scan::Storage storage;
    T items[Items], inclusive[Items], exclusive[Items], totals[3];
    glint::load_blocked(in, items);
    for (int k = 0; k < Items; ++k) inclusive[k] = exclusive[k] = items[k];
    Scan(storage).inclusive_sum(inclusive, totals[0]);
    __syncthreads();
    Scan(storage).exclusive_sum(exclusive, totals[1]);
    __syncthreads();
    const T single_inclusive = Scan(storage).inclusive_sum(items[0]);
    __syncthreads();
    const T single_exclusive = Scan(storage).exclusive_sum(items[0], totals[2]);
    T* const to = out + (2 * Items + 5) * glint::thread_rank();
    for (int k = 0; k < Items; ++k) to[k] = inclusive[k];
    for (int k = 0; k < Items; ++k) to[Items + k] = exclusive[k];
    to[2 * Items] = single_inclusive;
    to[2 * Items + 1] = single_exclusive;
    for (int k = 0; k < 3; ++k) to[2 * Items + 2 + k] = totals[k];
}

/// With a noncommutative operation: the reduction, both scans of two items, and the total.
template <int BlockSize>
__global__ void composed(const Affine* in, Affine* out) {
    using Scan = glint::BlockScan<Affine, BlockSize>;
    using Reduce = glint::BlockReduce<Affine, BlockSize>;
    __shared__ union {
        typename Scan::Storage scan[2];
        typename Reduce::Storage reduce;
    } storage;
    Affine items[2], exclusive[2], total;
    glint::load_blocked(in, items);
    Affine* const to = out + 6 * glint::thread_rank();
    to[0] = Reduce(storage.reduce).reduce(items, Compose());
    for (int k = 0; k < 2; ++k) exclusive[k] = items[k];
    __syncthreads();
    Scan(storage.scan[0]).inclusive(items, Compose(), total);
    Scan(storage.scan[1]).exclusive(exclusive, Affine{1, 9}, Compose(), to[5]);
    for (int k = 0; k < 2; ++k) to[1 + k] = items[k];
    for (int k = 0; k < 2; ++k) to[3 + k] = exclusive[k];
    to[5].b += total.b;
}

/// Writes the numbers above 50 at their ranks, one item per thread, and their count at the end.
template <int BlockSize>
__global__ void compacted(const int* in, int* out) {
    using Compact = glint::BlockCompact<BlockSize>;
    __shared__ typename Compact::Storage storage;
    const int x = in[glint::thread_rank()];
    unsigned int kept;
    const unsigned int rank = Compact(storage).rank(x > 50, kept);
    if (x > 50) out[rank] = x;
    if (glint::thread_rank() == 0) out[BlockSize] = static_cast<int>(kept);
}
/// Writes the numbers above 50 at their ranks, four items per thread, and their count at the end.
template <int BlockSize>
__global__ void compacted_items(const int* in, int* out) {
    using Compact = glint::BlockCompact<BlockSize>;
    __shared__ typename Compact::Storage storage;
    int items[4];
    glint::load_vectorised(in, items);
    bool keep[4];
    for (int k = 0; k < 4; ++k) keep[k] = items[k] > 50;
    unsigned int ranks[4], kept;
    Compact(storage).rank(keep, ranks, kept);
    for (int k = 0; k < 4; ++k)
        if (keep[k]) out[ranks[k]] = items[k];
    if (glint::thread_rank() == 0) out[4 * BlockSize] = static_cast<int>(kept);
}

/// Each block appends the indices of numbers above 50 to a list, whose length is out[0].
extern "C" __global__ void appended(unsigned count, const int* in, unsigned* out) {
    using Compact = glint::BlockCompact<256>;
    __shared__ Compact::Storage storage;
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    const bool keep = i < count && in[i] > 50;
    const unsigned int place = Compact(storage).append(keep, &out[0]);
    if (keep) out[1 + place] = i;
}

/// Counts the numbers from 0 to 99 in a histogram that all blocks share.
extern "C" __global__ void counted(unsigned count, const int* in, unsigned* out) {
    using Histogram = glint::BlockHistogram<256, 100>;
    __shared__ Histogram::Storage storage;
    Histogram histogram(storage);
    histogram.clear();
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) histogram.add(static_cast<unsigned int>(in[i]));
    histogram.flush(out);
}
