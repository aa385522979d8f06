// SPDX-License-Identifier: MIT
// Checksums of the 32-bit words of a field, for comparing two versions of the field that are not in
// memory at the same time. Sums wrap around, so the order of threads does not matter.

#include <studio/sizes.cuh>

using namespace glint::studio;
using namespace glint::studio::sizes;

namespace {

/// A bijective mix of 64 bits: the finalizer of MurmurHash3,
/// https://github.com/aappleby/smhasher/wiki/MurmurHash3
__device__ unsigned long long mix(unsigned long long x) {
    x = (x ^ x >> 33) * 0xff51afd7ed558ccdULL;
    x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

}  // namespace

/// Adds to `sums`, for each word w at index i, three numbers: w, (2 i + 1) w, and mix(w + 2^32 i).
/// An incomplete last word is padded with zeros. Launch any number of blocks of 256 threads.
extern "C" __global__ void add_sums(const unsigned int* words, unsigned long long bytes,
                                    unsigned long long* sums) {
    __shared__ unsigned long long joined[3][kSummers];
    const unsigned long long whole = bytes / 4;
    const unsigned long long stride = static_cast<unsigned long long>(gridDim.x) * kSummers;
    unsigned long long plain = 0, weighted = 0, mixed = 0;
    for (unsigned long long i =
             static_cast<unsigned long long>(blockIdx.x) * kSummers + threadIdx.x;
         i * 4 < bytes; i += stride) {
        unsigned long long word = 0;
        if (i < whole)
            word = words[i];
        else
            for (unsigned long long b = 0; i * 4 + b < bytes; ++b)
                word |= static_cast<unsigned long long>(
                            reinterpret_cast<const unsigned char*>(words)[i * 4 + b])
                        << 8 * b;
        plain += word;
        weighted += (2 * i + 1) * word;
        mixed += mix(word + (i << 32));
    }
    joined[0][threadIdx.x] = plain;
    joined[1][threadIdx.x] = weighted;
    joined[2][threadIdx.x] = mixed;
    for (unsigned int half = kSummers / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x >= half) continue;
        for (int s = 0; s < 3; ++s) joined[s][threadIdx.x] += joined[s][threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        for (int s = 0; s < 3; ++s) atomicAdd(sums + s, joined[s][0]);
}
