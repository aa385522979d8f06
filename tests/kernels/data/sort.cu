// Sorts and exchanges within the tile of one block.
#include <glint/block.cuh>

/// Sorts keys with their original indices as values; then keys in descending order; then keys into
/// the striped arrangement.
template <class Key, int BlockSize, int Items, int Bits>
__global__ void radix(const Key* in, Key* out) {
    using Sort = glint::BlockRadixSort<Key, BlockSize, Items, unsigned short, Bits>;
    __shared__ typename Sort::Storage storage;
    constexpr int kTile = BlockSize * Items;
    const unsigned int first = glint::thread_rank() * Items;
    Key keys[Items], others[Items], striped[Items];
    unsigned short values[Items];
    glint::load_blocked(in, keys);
    glint::load_blocked(in, others);
    glint::load_blocked(in, striped);
    for (int k = 0; k < Items; ++k) values[k] = static_cast<unsigned short>(first + k);
    Sort(storage).sort_pairs(keys, values);
    __syncthreads();
    Sort(storage).sort_descending(others);
    __syncthreads();
    Sort(storage).sort_to_striped(striped);
    glint::store_blocked(out, keys);
    for (int k = 0; k < Items; ++k) out[kTile + first + k] = static_cast<Key>(values[k]);
    glint::store_blocked(out + 2 * kTile, others);
    glint::store_striped<BlockSize>(out + 3 * kTile, striped);
}

/// Sorts into the striped arrangement: the keys, then their original indices.
extern "C" __global__ void radix_striped(const unsigned* in, unsigned* out) {
    using Sort = glint::BlockRadixSort<unsigned, 64, 4, unsigned>;
    __shared__ Sort::Storage storage;
    unsigned keys[4], values[4];
    glint::load_blocked(in, keys);
    for (int k = 0; k < 4; ++k) values[k] = threadIdx.x * 4 + k;
    Sort(storage).sort_pairs_to_striped(keys, values);
    glint::store_striped<64>(out, keys);
    glint::store_striped<64>(out + 256, values);
}

/// Sorts by bits 4 to 9 only, in descending order; returns the original indices.
extern "C" __global__ void radix_part(const unsigned* in, unsigned* out) {
    using Sort = glint::BlockRadixSort<unsigned, 64, 4, unsigned>;
    __shared__ Sort::Storage storage;
    unsigned keys[4], values[4];
    glint::load_blocked(in, keys);
    for (int k = 0; k < 4; ++k) values[k] = threadIdx.x * 4 + k;
    Sort(storage).sort_pairs_descending(keys, values, 4, 10);
    glint::store_blocked(out, values);
}

struct ByLastDigit {
    template <class T>
    __device__ bool operator()(T a, T b) const {
        return static_cast<int>(a) % 10 < static_cast<int>(b) % 10;
    }
};

/// Sorts by the last decimal digit, with many equal keys, and by value; also returns indices.
template <class Key, int BlockSize, int Items>
__global__ void merged(const Key* in, Key* out) {
    using Sort = glint::BlockMergeSort<Key, BlockSize, Items, unsigned short>;
    __shared__ typename Sort::Storage storage;
    constexpr int kTile = BlockSize * Items;
    const unsigned int first = glint::thread_rank() * Items;
    Key keys[Items], others[Items];
    unsigned short values[Items];
    glint::load_blocked(in, keys);
    glint::load_blocked(in, others);
    for (int k = 0; k < Items; ++k) values[k] = static_cast<unsigned short>(first + k);
    Sort(storage).sort_pairs(keys, values, ByLastDigit());
    Sort(storage).sort(others);
    glint::store_blocked(out, keys);
    for (int k = 0; k < Items; ++k) out[kTile + first + k] = static_cast<Key>(values[k]);
    glint::store_blocked(out + 2 * kTile, others);
}

/// Exchanges the tile in six ways. Results equal the input; the last two are reversed.
template <class T, int BlockSize, int Items>
__global__ void exchanged(const T* in, T* out) {
    using Exchange = glint::BlockExchange<T, BlockSize, Items>;
    __shared__ typename Exchange::Storage storage[6];
    constexpr int kTile = BlockSize * Items;
    T striped[Items], blocked[Items], warps[Items];
    glint::load_striped<BlockSize>(in, striped);
    Exchange(storage[0]).striped_to_blocked(striped);
    glint::store_blocked(out, striped);
    glint::load_blocked(in, blocked);
    Exchange(storage[1]).blocked_to_striped(blocked);
    glint::store_striped<BlockSize>(out + kTile, blocked);
    glint::load_blocked(in, warps);
    Exchange(storage[2]).blocked_to_warp_striped(warps);
    const unsigned int lane = glint::thread_rank() % 32;
    for (int k = 0; k < Items; ++k)
        out[2 * kTile + (glint::thread_rank() - lane) * Items + k * 32 + lane] = warps[k];
    Exchange(storage[3]).warp_striped_to_blocked(warps);
    glint::store_blocked(out + 3 * kTile, warps);
    unsigned int ranks[Items];
    for (int k = 0; k < Items; ++k) ranks[k] = kTile - 1 - (glint::thread_rank() * Items + k);
    glint::load_blocked(in, blocked);
    Exchange(storage[4]).scatter_to_striped(blocked, ranks);
    glint::store_striped<BlockSize>(out + 4 * kTile, blocked);
    glint::load_blocked(in, blocked);
    Exchange(storage[5]).scatter_to_blocked(blocked, ranks);
    glint::store_blocked(out + 5 * kTile, blocked);
}

/// The first 100 elements, and -1 for all others, for each way to load and store. In the last
/// parts, only 100 elements are stored.
template <class T>
__global__ void guarded(const T* in, T* out) {
    T items[4], vectors[4];
    glint::load_striped<64>(in, items, 100u, T(-1));
    glint::store_striped<64>(out, items);
    glint::load_blocked(in, items, 100u, T(-1));
    glint::store_blocked(out + 256, items);
    glint::load_vectorised(in, vectors);
    glint::store_vectorised(out + 512, vectors);
    glint::store_blocked(out + 768, vectors, 100u);
    glint::load_striped<64>(in, items);
    glint::store_striped<64>(out + 1024, items, 100u);
}
