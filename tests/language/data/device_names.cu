// Functions of CUDA's headers besides arithmetic: heap, narrow numbers, address spaces, atomics.
#include <cstdlib>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Wide {
    int values[8];
};

// Each thread passes its allocation to its neighbor, which frees the allocation.
extern "C" __global__ void heap(int* out) {
    __shared__ int* given[64];
    const unsigned t = threadIdx.x;
    int* mine = static_cast<int*>(malloc((t % 5 + 1) * sizeof(int)));
    for (unsigned i = 0; i <= t % 5; ++i) mine[i] = static_cast<int>(t + i);
    given[t] = mine;
    __syncthreads();
    int* other = given[(t + 1) % blockDim.x];
    int* several = new int[3]{1, 2, other[0]};
    Wide* wide = new Wide{{static_cast<int>(t)}};
    void* none = nullptr;
    free(none);
    const bool is_aligned = reinterpret_cast<size_t>(mine) % 16 == 0;
    out[blockIdx.x * blockDim.x + t] = is_aligned ? several[2] + wide->values[0] : -1;
    delete wide;
    delete[] several;
    std::free(other);
}

// A list that outlives the launch.
struct Link {
    Link* next;
    int value;
};
__device__ Link* first = nullptr;

extern "C" __global__ void push(int value) {
    Link* link = static_cast<Link*>(std::malloc(sizeof(Link)));
    link->next = first;
    link->value = value;
    first = link;
}
extern "C" __global__ void pop(int* out) {
    *out = 0;
    while (first != nullptr) {
        Link* next = first->next;
        *out = 10 * *out + first->value;
        free(first);
        first = next;
    }
}

// Allocates the whole heap in blocks of 64 kB, then frees the blocks.
extern "C" __global__ void fill_heap(int* counts) {
    void* blocks = nullptr;
    int count = 0;
    while (count < 100000) {
        void** block = static_cast<void**>(malloc(65536));
        if (block == nullptr) break;
        *block = blocks;
        blocks = block;
        ++count;
    }
    while (blocks != nullptr) {
        void* next = *static_cast<void**>(blocks);
        free(blocks);
        blocks = next;
    }
    counts[0] = count;
    counts[1] = malloc(static_cast<size_t>(-1) / 2) == nullptr;
}

#define CONVERT(name)                                                                     \
    out[20 * i + 0] = __##name##2short_rn(x), out[20 * i + 1] = __##name##2short_rz(x);   \
    out[20 * i + 2] = __##name##2short_rd(x), out[20 * i + 3] = __##name##2short_ru(x);   \
    out[20 * i + 4] = __##name##2ushort_rn(x), out[20 * i + 5] = __##name##2ushort_rz(x); \
    out[20 * i + 6] = __##name##2ushort_rd(x), out[20 * i + 7] = __##name##2ushort_ru(x); \
    out[20 * i + 8] = __##name##2char_rz(x), out[20 * i + 9] = __##name##2uchar_rz(x);

extern "C" __global__ void convert(const float* from, int* out) {
    const unsigned i = threadIdx.x;
    {
        const __half x = __float2half(from[i]);
        CONVERT(half)
    }
    out += 10;
    {
        const __nv_bfloat16 x = __float2bfloat16(from[i]);
        CONVERT(bfloat16)
    }
}

// Bits: two of the mask, two of the pair, one of both; six ordered, six unordered comparisons.
#define COMPARE(index, name)                                                            \
    out[index] = (__h##name##2_mask(a, b) & 1) | (__h##name##2_mask(a, b) >> 31) << 1 | \
                 (__low2float(__h##name##2(a, b)) != 0 ? 4u : 0u) |                     \
                 (__high2float(__h##name##2(a, b)) != 0 ? 8u : 0u) |                    \
                 (__hb##name##2(a, b) ? 16u : 0u);
#define COMPARE_ALL                                                                              \
    COMPARE(0, eq)                                                                               \
    COMPARE(1, ne)                                                                               \
    COMPARE(2, lt)                                                                               \
    COMPARE(3, le) COMPARE(4, gt) COMPARE(5, ge) COMPARE(6, equ) COMPARE(7, neu) COMPARE(8, ltu) \
        COMPARE(9, leu) COMPARE(10, gtu) COMPARE(11, geu)

extern "C" __global__ void compare(float a0, float a1, float b0, float b1, unsigned* out) {
    {
        const __half2 a = __floats2half2_rn(a0, a1), b = __floats2half2_rn(b0, b1);
        COMPARE_ALL
    }
    out += 12;
    {
        const __nv_bfloat162 a = __floats2bfloat162_rn(a0, a1), b = __floats2bfloat162_rn(b0, b1);
        COMPARE_ALL
    }
}

extern "C" __global__ void pairs(float* out) {
    const __half2 a = __floats2half2_rn(1, 2), b = __floats2half2_rn(3, 4),
                  c = __floats2half2_rn(10, 20), r = __hcmadd(a, b, c);
    out[0] = __low2float(r), out[1] = __high2float(r);
    const __nv_bfloat162 x = __floats2bfloat162_rn(1, 2), y = __floats2bfloat162_rn(3, 4),
                         z = __floats2bfloat162_rn(10, 20), s = __hcmadd(x, y, z),
                         lows = __lows2bfloat162(x, y), highs = __highs2bfloat162(x, y);
    out[2] = __low2float(s), out[3] = __high2float(s);
    out[4] = __low2float(lows), out[5] = __high2float(lows);
    out[6] = __low2float(highs), out[7] = __high2float(highs);
}

__device__ int variable;

extern "C" __global__ void spaces(int* out) {
    __shared__ int shared[64];
    int local[4] = {static_cast<int>(threadIdx.x), 1, 2, 3};
    shared[threadIdx.x] = 5;
    const void* kinds[4] = {out, &variable, &shared[threadIdx.x], &local[threadIdx.x % 4]};
    unsigned all = 0;
    for (int i = 0; i < 4; ++i)
        all = all << 3 | (__isGlobal(kinds[i]) ? 4u : 0u) | (__isShared(kinds[i]) ? 2u : 0u) |
              (__isLocal(kinds[i]) ? 1u : 0u);
    const int* back = static_cast<const int*>(
        __cvta_shared_to_generic(__cvta_generic_to_shared(&shared[threadIdx.x])));
    const int* global =
        static_cast<const int*>(__cvta_global_to_generic(__cvta_generic_to_global(&variable)));
    out[threadIdx.x] = static_cast<int>(all) + (back == &shared[threadIdx.x] ? 0 : 10000) +
                       (global == &variable ? 0 : 20000);
}

extern "C" __global__ void add_vectors(float* twos, float* fours) {
#if __CUDA_ARCH__ >= 900 || defined(__GLINT_CPU__)
    float2* two = reinterpret_cast<float2*>(twos);
    float4* four = reinterpret_cast<float4*>(fours);
    const float2 old2 = atomicAdd(two, make_float2(1, 2));
    const float4 old4 = atomicAdd(four, make_float4(1, 2, 3, 4));
    atomicAdd(two + 1, make_float2(old2.x, old2.y));
    atomicAdd(four + 1, make_float4(old4.x, old4.y, old4.z, old4.w));
#endif
}

extern "C" __global__ void whole_numbers(long long a, unsigned long long b, long long* out) {
    out[0] = llmin(a, -1), out[1] = llmax(a, -1);
    out[2] = static_cast<long long>(ullmin(b, 1)), out[3] = static_cast<long long>(ullmax(b, 1));
}

extern "C" __global__ void floats_at_once(float a, float b, float c, float* out) {
    out[0] = __fmaf_ieee_rn(a, b, c), out[1] = __fmaf_ieee_rz(a, b, c);
    out[2] = __fmaf_ieee_ru(a, b, c), out[3] = __fmaf_ieee_rd(a, b, c);
}
