// Kernels that the tests run as lanes, with operations between the threads of a warp. Each writes
// eight numbers per thread.
#include <cuda_runtime.h>

#include "lanes_bodies.cuh"

using bodies::mix;

constexpr unsigned kAll = 0xffffffffu;

__device__ unsigned linear_index() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

extern "C" __global__ void shuffle_constant(unsigned* out) {
    const unsigned i = linear_index(), value = mix(i);
    out += 8 * i;
    out[0] = __shfl_sync(kAll, value, 5);
    out[1] = __shfl_down_sync(kAll, value, 1);
    out[2] = __shfl_up_sync(kAll, value, 3);
    out[3] = __shfl_xor_sync(kAll, value, 16);
    out[4] = __shfl_down_sync(kAll, value, 2, 8);
    out[5] = __shfl_sync(kAll, value, 3, 4);
    out[6] = __shfl_xor_sync(kAll, value, 1, 16);
    out[7] = __shfl_up_sync(kAll, value, 1, 8);
}

extern "C" __global__ void shuffle_dynamic(unsigned step, unsigned* out) {
    const unsigned i = linear_index(), value = mix(i);
    out += 8 * i;
    out[0] = __shfl_sync(kAll, value, mix(i) % 32);
    out[1] = __shfl_sync(kAll, value, step);
    out[2] = __shfl_down_sync(kAll, value, step);
    out[3] = __shfl_xor_sync(kAll, value, static_cast<int>(step));
    const unsigned long long wide = value * 0x100000001ull + i;
    out[4] = static_cast<unsigned>(__shfl_sync(kAll, wide, (i + step) % 32) >> 32);
    out[5] = __shfl_sync(kAll, value % 3 == 0, static_cast<int>(i * 7 % 32));
    out[6] = static_cast<unsigned>(__shfl_sync(kAll, 0.5 * i, static_cast<int>(i ^ 3)) * 2);
    out[7] = static_cast<unsigned char>(
        __shfl_sync(kAll, static_cast<unsigned char>(value), static_cast<int>(31 - i % 32)));
}

extern "C" __global__ void votes(unsigned* out) {
    const unsigned i = linear_index(), value = mix(i);
    out += 8 * i;
    out[0] = __ballot_sync(kAll, value % 3 == 0);
    out[1] = __any_sync(kAll, value % 64 == 5);
    out[2] = __all_sync(kAll, value % 64 != 5);
    out[3] = __match_any_sync(kAll, value % 4);
    int same = 0;
    out[4] = __match_all_sync(kAll, i / 64, &same);
    out[5] = same;
    out[6] = __activemask();
    out[7] = __popc(__ballot_sync(kAll, i & 1));
}

extern "C" __global__ void reductions(unsigned* out) {
    const unsigned i = linear_index(), value = mix(i);
    out += 8 * i;
    out[0] = __reduce_add_sync(kAll, value);
    out[1] = __reduce_min_sync(kAll, value);
    out[2] = __reduce_max_sync(kAll, value);
    out[3] = static_cast<unsigned>(__reduce_min_sync(kAll, static_cast<int>(value)));
    out[4] = static_cast<unsigned>(__reduce_max_sync(kAll, static_cast<int>(value)));
    out[5] = __reduce_and_sync(kAll, value | 0xff00u);
    out[6] = __reduce_or_sync(kAll, value & 0x0f0fu);
    out[7] = __reduce_xor_sync(kAll, value);
}

/// First, only odd lanes take part; then each half of the warp works separately.
extern "C" __global__ void partial_masks(unsigned* out) {
    const unsigned i = linear_index(), lane = i % 32, value = mix(i);
    out += 8 * i;
    for (int k = 0; k < 8; ++k) out[k] = 0;
    if (lane % 2 == 1) {
        const unsigned odd = 0xaaaaaaaau;
        out[0] = __shfl_sync(odd, value, static_cast<int>((lane + 2) % 32));
        out[1] = __ballot_sync(odd, value % 2);
        out[2] = __reduce_add_sync(odd, value % 1000);
        out[3] = __activemask();
    }
    const unsigned half = lane < 16 ? 0xffffu : 0xffff0000u;
    out[4] = __ballot_sync(half, value % 5 == 0);
    out[5] = __reduce_max_sync(half, value);
    out[6] = __match_any_sync(half, value % 3);
    out[7] = __shfl_sync(half, value, static_cast<int>(lane ^ 7));
}

/// A branch taken by whole warps, by parts of warps, or by no lane at all.
extern "C" __global__ void masks_in_a_branch(unsigned limit, unsigned* out) {
    const unsigned i = linear_index();
    out += 8 * i;
    for (int k = 0; k < 8; ++k) out[k] = 0;
    unsigned count = 0;
    if (i < limit) {
        out[1] = __activemask();
        count = __popc(__activemask());
        out[2] = count % 8;
    }
    out[0] = count;
}

/// Sums each warp with shuffles, and the block through shared memory.
extern "C" __global__ void block_sum(unsigned* out) {
    __shared__ unsigned sums[32];
    const unsigned i = linear_index();
    unsigned sum = mix(i);
    for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(kAll, sum, delta);
    if (i % 32 == 0) sums[i / 32] = sum;
    __syncthreads();
    const unsigned warps = blockDim.x * blockDim.y * blockDim.z / 32;
    unsigned total = 0;
    for (unsigned k = 0; k < warps; ++k) total += sums[k];
    for (int k = 0; k < 8; ++k) out[8 * i + k] = total + k;
}
