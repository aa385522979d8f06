// Warp operations in a single warp; the results of a lane are contiguous.
#include <glint/warp.cuh>

/// An integer map x -> a x + b; composing maps is not commutative.
struct Affine {
    unsigned int a, b;
};
struct Compose {
    __device__ Affine operator()(Affine first, Affine then) const {
        return {then.a * first.a, then.a * first.b + then.b};
    }
};
/// Three words, so that shuffles must split it.
struct Triple {
    float x, y, z;
};

template <class T, int Width>
__global__ void reductions(const T* in, T* out) {
    const T x = in[threadIdx.x];
    T* const to = out + 6 * threadIdx.x;
    to[0] = glint::warp_sum<Width>(x);
    to[1] = glint::warp_min<Width>(x);
    to[2] = glint::warp_max<Width>(x);
    to[3] = glint::warp_inclusive_sum<Width>(x);
    to[4] = glint::warp_exclusive_sum<Width>(x);
    to[5] = glint::shuffle(x, 3, Width);
}

extern "C" __global__ void bitwise(const unsigned* in, unsigned* out) {
    const unsigned x = in[threadIdx.x];
    out[4 * threadIdx.x] = glint::warp_reduce(x, glint::BitAnd());
    out[4 * threadIdx.x + 1] = glint::warp_reduce(x, glint::BitOr());
    out[4 * threadIdx.x + 2] = glint::warp_reduce(x, glint::BitXor());
    out[4 * threadIdx.x + 3] = glint::warp_reduce(x, glint::Multiply());
}

/// Scans in lane order, and reductions of the first i + 1 lanes.
extern "C" __global__ void composed(const Affine* in, Affine* out) {
    const Affine x = in[threadIdx.x];
    out[3 * threadIdx.x] = glint::warp_inclusive_scan(x, Compose());
    out[3 * threadIdx.x + 1] = glint::warp_exclusive_scan(x, Affine{1, 7}, Compose());
    for (unsigned count = 1; count <= 32; ++count) {
        const Affine all = glint::warp_reduce_first(x, Compose(), count);
        if (threadIdx.x == 0) out[3 * (count - 1) + 2] = all;
    }
}

extern "C" __global__ void shuffles(const Triple* in, Triple* out) {
    const Triple x = in[threadIdx.x];
    out[4 * threadIdx.x] = glint::shuffle(x, 31 - static_cast<int>(threadIdx.x));
    out[4 * threadIdx.x + 1] = glint::shuffle_up(x, 3u);
    out[4 * threadIdx.x + 2] = glint::shuffle_down(x, 5u, 16);
    out[4 * threadIdx.x + 3] = glint::shuffle_xor(x, 9);
}

template <class T, int Width>
__global__ void sorted(const T* in, T* out) {
    const T x = in[threadIdx.x];
    out[3 * threadIdx.x] = glint::warp_sort<Width>(x, glint::Greater());
    T key = x;
    unsigned char value = static_cast<unsigned char>(threadIdx.x);
    glint::warp_sort_pairs<Width>(key, value);
    out[3 * threadIdx.x + 1] = key;
    out[3 * threadIdx.x + 2] = in[value];
}

extern "C" __global__ void votes(const unsigned* in, unsigned* out) {
    const unsigned x = in[threadIdx.x];
    out[3 * threadIdx.x] = glint::warp_rank(x % 3 == 0);
    out[3 * threadIdx.x + 1] = glint::warp_match<2>(x & 3);
    out[3 * threadIdx.x + 2] = glint::lane_index();
}
