// Kernels with arrays of structs of words; lanes load and store the members together.
#include <cuda_runtime.h>

#include "lanes_bodies.cuh"

template <unsigned words>
struct Words {
    unsigned word[words];
};

__device__ unsigned linear_index() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

template <unsigned words>
__device__ void add(unsigned count, const Words<words>* in, Words<words>* out) {
    const unsigned i = linear_index() + blockIdx.x * blockDim.x * blockDim.y * blockDim.z;
    if (i >= count) return;
    const Words<words> own = in[i];
    const Words<words> other = in[bodies::mix(i) % count];
    Words<words> sum = out[i];
    for (unsigned k = 0; k < words; ++k) sum.word[k] += own.word[k] + 3 * other.word[k];
    out[i] = sum;
    if (i % 3 == 1) out[i].word[0] = other.word[words - 1];
}

#define GLINT_ADD(NAME, WORDS)                                                                   \
    extern "C" __global__ void NAME(unsigned count, const Words<WORDS>* in, Words<WORDS>* out) { \
        add<WORDS>(count, in, out);                                                              \
    }
GLINT_ADD(two, 2)
GLINT_ADD(three, 3)
GLINT_ADD(four, 4)
GLINT_ADD(five, 5)
GLINT_ADD(eight, 8)

extern "C" __global__ void reversed_in_shared(const uint4* in, uint4* out) {
    __shared__ uint4 values[1024];
    const unsigned i = linear_index(), threads = blockDim.x * blockDim.y * blockDim.z;
    values[i] = in[i];
    __syncthreads();
    const uint4 other = values[threads - 1 - i];
    out[i] = make_uint4(other.w, other.z, other.y + values[i].y, other.x);
}

/// After the barrier, only addresses of the struct's members are used to access it.
struct Mixed {
    int a;
    float b;
    short c;
    unsigned char d;
    unsigned char e;
};

extern "C" __global__ void member_after_barrier(int* out) {
    __shared__ Mixed values[1024];
    const unsigned i = linear_index();
    values[i].b = i + 1;
    values[i].d = static_cast<unsigned char>(i % 100);
    __syncthreads();
    const int b = static_cast<int>(values[i].b);
    __syncthreads();
    values[i].b += values[i].d;
    __syncthreads();
    out[i] = 1000 * b + static_cast<int>(values[i].b);
}

/// Words at unaligned offsets, and in structs whose size is not a multiple of a word.
struct __attribute__((packed)) Apart {
    unsigned short a;
    unsigned b;
    unsigned short c;
    unsigned d;
};
struct __attribute__((packed)) Odd {
    unsigned b;
    unsigned char a;
    unsigned d;
    unsigned char c;
};

template <class T>
__device__ void turn(unsigned count, const T* in, T* out) {
    const unsigned i = linear_index() + blockIdx.x * blockDim.x * blockDim.y * blockDim.z;
    if (i >= count) return;
    out[i].a = in[i].c;
    out[i].b = in[i].d + in[bodies::mix(i) % count].b;
    out[i].c = in[i].a;
    out[i].d = in[i].b;
}
extern "C" __global__ void apart(unsigned count, const Apart* in, Apart* out) {
    turn(count, in, out);
}
extern "C" __global__ void odd(unsigned count, const Odd* in, Odd* out) { turn(count, in, out); }
