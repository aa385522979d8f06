// Cooperative groups: each thread writes the values that it receives from its group.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

/// Eight results per thread, from tiles of `Size`.
template <unsigned Size>
__global__ void tiles(const int* in, int* out) {
    const auto tile = cg::tiled_partition<Size>(cg::this_thread_block());
    const unsigned i = cg::this_thread_block().thread_rank();
    int* const own = out + 8 * i;
    own[0] = cg::reduce(tile, in[i], cg::plus<int>());
    own[1] = cg::reduce(tile, in[i], cg::less<int>());
    own[2] = cg::inclusive_scan(tile, in[i], cg::plus<int>());
    own[3] = cg::exclusive_scan(tile, in[i], cg::plus<int>());
    own[4] = tile.shfl(in[i], 0);
    own[5] = static_cast<int>(tile.ballot(in[i] & 1));
    own[6] = static_cast<int>(tile.meta_group_rank());
    own[7] = tile.any(in[i] > 90) + 2 * tile.all(in[i] > 5);
}

/// Sums of doubles, which require wide shuffles, and shuffles of a 12-byte struct.
extern "C" __global__ void wide(const double* in, double* sums, float3* firsts) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const unsigned i = threadIdx.x;
    sums[i] = cg::reduce(warp, in[i], cg::plus<double>());
    firsts[i] = warp.shfl(make_float3(float(i), 2.0f * i, 3.0f * i), 5);
}

/// Partitions odd and even numbers into separate groups.
extern "C" __global__ void parted(const int* in, int* out) {
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const auto part = cg::binary_partition(warp, in[threadIdx.x] & 1);
    out[2 * threadIdx.x] = static_cast<int>(part.thread_rank());
    out[2 * threadIdx.x + 1] = static_cast<int>(part.size());
}

template <unsigned Size>
__device__ int first_of(cg::thread_block_tile<Size> tile, int value) {
    return tile.shfl(value, 0);
}

/// Six results per thread, from nested tiles whose types do not include their parents.
extern "C" __global__ void nested_tiles(const int* in, int* out) {
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    const auto quarter = cg::tiled_partition<4>(tile);
    const cg::thread_block_tile<4> kept = quarter;
    const cg::thread_block_tile<1> alone = cg::this_thread();
    int* const own = out + 6 * threadIdx.x;
    own[0] = static_cast<int>(10 * tile.meta_group_rank() + tile.meta_group_size());
    own[1] = static_cast<int>(10 * quarter.meta_group_rank() + quarter.meta_group_size());
    own[2] = static_cast<int>(10 * kept.meta_group_rank() + kept.meta_group_size());
    own[3] = static_cast<int>(10 * alone.meta_group_rank() + alone.meta_group_size());
    own[4] = first_of<16>(cg::tiled_partition<16>(block), in[threadIdx.x]);
    own[5] = first_of(kept, in[threadIdx.x]);
}

/// Three results per thread: from tiles of a warp's odd and even lanes, and from tiles of a block
/// through a group type known only at run time.
extern "C" __global__ void tiles_of_any_group(const int* in, int* out) {
    const cg::thread_block block = cg::this_thread_block();
    const auto part = cg::binary_partition(cg::tiled_partition<32>(block), in[threadIdx.x] & 1);
    const cg::coalesced_group some = cg::tiled_partition(part, 4);
    out[3 * threadIdx.x] = some.shfl(static_cast<int>(threadIdx.x), 0);
    out[3 * threadIdx.x + 1] =
        static_cast<int>(100 * some.size() + 10 * some.meta_group_rank() + some.meta_group_size());
    const cg::thread_group any = block;
    const cg::thread_group eight = cg::tiled_partition(any, 8);
    out[3 * threadIdx.x + 2] = static_cast<int>(10 * eight.size() + eight.thread_rank());
}

/// Counts each active lane once, whichever lanes run together; a group's first lane adds its sum.
extern "C" __global__ void coalesced(int* total) {
    if (threadIdx.x % 3 == 0) {
        const auto group = cg::coalesced_threads();
        if (group.thread_rank() == 0) atomicAdd(total, static_cast<int>(group.size()));
        group.sync();
    }
}

extern "C" __global__ void reversed(const int* in, int* out) {
    __shared__ int kept[64];
    const auto block = cg::this_thread_block();
    cg::memcpy_async(block, kept, in, sizeof(kept));
    cg::wait(block);
    out[block.thread_rank()] = kept[63 - block.thread_rank()];
}

/// All of CUDA's whole-warp reductions.
extern "C" __global__ void warp_reductions(const unsigned* in, unsigned* out) {
    const unsigned x = in[threadIdx.x], all = 0xffffffffu;
    out[0] = __reduce_add_sync(all, x);
    out[1] = __reduce_min_sync(all, x);
    out[2] = __reduce_max_sync(all, x);
    out[3] = static_cast<unsigned>(__reduce_min_sync(all, static_cast<int>(x)));
    out[4] = static_cast<unsigned>(__reduce_max_sync(all, static_cast<int>(x)));
    out[5] = __reduce_and_sync(all, x);
    out[6] = __reduce_or_sync(all, x);
    out[7] = __reduce_xor_sync(all, x);
}

/// For each delta in `in`, the lanes that 12 shuffles read: in groups of `Width` lanes, in the same
/// groups with a width known only at run time, and in tiles of that size.
template <int Width>
__global__ void shuffles(const int* in, int* out) {
    const unsigned all = 0xffffffffu;
    const int lane = static_cast<int>(threadIdx.x), width = Width + in[0];
    const auto tile = cg::tiled_partition<Width>(cg::this_thread_block());
    for (int k = 0; k < 32; ++k) {
        const int delta = in[k];
        const int found[] = {__shfl_sync(all, lane, delta, Width),
                             __shfl_up_sync(all, lane, delta, Width),
                             __shfl_down_sync(all, lane, delta, Width),
                             __shfl_xor_sync(all, lane, delta, Width),
                             __shfl_sync(all, lane, delta, width),
                             __shfl_up_sync(all, lane, delta, width),
                             __shfl_down_sync(all, lane, delta, width),
                             __shfl_xor_sync(all, lane, delta, width),
                             tile.shfl(lane, delta),
                             tile.shfl_up(lane, delta),
                             tile.shfl_down(lane, delta),
                             tile.shfl_xor(lane, delta)};
        for (int f = 0; f < 12; ++f) out[(k * 12 + f) * 32 + lane] = found[f];
    }
}

/// For each delta in `in`, the lanes read by shuffles of all lanes, and of lanes with equal parity.
extern "C" __global__ void coalesced_shuffles(const int* in, int* out) {
    const int lane = static_cast<int>(threadIdx.x);
    const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    const cg::coalesced_group all = cg::binary_partition(warp, true);
    const cg::coalesced_group half = cg::binary_partition(warp, lane & 1);
    for (int k = 0; k < 32; ++k) {
        const int delta = in[k];
        const int found[] = {all.shfl(lane, delta),      all.shfl_up(lane, delta),
                             all.shfl_down(lane, delta), half.shfl(lane, delta),
                             half.shfl_up(lane, delta),  half.shfl_down(lane, delta)};
        for (int f = 0; f < 6; ++f) out[(k * 6 + f) * 32 + lane] = found[f];
    }
}
