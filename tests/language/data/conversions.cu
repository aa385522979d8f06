// Conversions of every number format to every integer type, with values in and out of range.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define CASTS(type)                                                                             \
    extern "C" __global__ void casts_of_##type(unsigned count, const type* x, long long* out) { \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                               \
        if (i >= count) return;                                                                 \
        const type number = x[i];                                                               \
        const short implicit = number;                                                          \
        int sum = 0;                                                                            \
        sum += number;                                                                          \
        unsigned char product = 1;                                                              \
        product *= number;                                                                      \
        const long long all[] = {static_cast<signed char>(number),                              \
                                 (unsigned char)number,                                         \
                                 implicit,                                                      \
                                 static_cast<unsigned short>(number),                           \
                                 int(number),                                                   \
                                 static_cast<unsigned int>(number),                             \
                                 static_cast<long long>(number),                                \
                                 (long long)static_cast<unsigned long long>(number),            \
                                 make_uchar4(0, number, 0, 0).y,                                \
                                 make_short2(number, 0).x,                                      \
                                 sum,                                                           \
                                 product,                                                       \
                                 lrint(number),                                                 \
                                 lround(number),                                                \
                                 llrint(number),                                                \
                                 llround(number)};                                              \
        for (int k = 0; k < 16; ++k) out[16 * i + k] = all[k];                                  \
    }
CASTS(float)
CASTS(double)

#define NAMED(name, to)                                       \
    static_cast<long long>(__##name##2##to##_rn(number)),     \
        static_cast<long long>(__##name##2##to##_rz(number)), \
        static_cast<long long>(__##name##2##to##_rd(number)), \
        static_cast<long long>(__##name##2##to##_ru(number))
#define NAMED_CONVERSIONS(name, type, given, read)                                           \
    extern "C"                                                                               \
        __global__ void name##_conversions(unsigned count, const given* x, long long* out) { \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                            \
        if (i >= count) return;                                                              \
        const type number = read(x[i]);                                                      \
        const long long all[] = {NAMED(name, int), NAMED(name, uint), NAMED(name, ll),       \
                                 NAMED(name, ull)};                                          \
        for (int k = 0; k < 16; ++k) out[16 * i + k] = all[k];                               \
    }
NAMED_CONVERSIONS(float, float, float, )
NAMED_CONVERSIONS(double, double, double, )
NAMED_CONVERSIONS(half, __half, unsigned short, __ushort_as_half)
NAMED_CONVERSIONS(bfloat16, __nv_bfloat16, unsigned short, __ushort_as_bfloat16)

#define NARROW_CASTS(name, type)                                                                   \
    extern "C"                                                                                     \
        __global__ void casts_of_##name(unsigned count, const unsigned short* x, long long* out) { \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                  \
        if (i >= count) return;                                                                    \
        const type number = __ushort_as_##name(x[i]);                                              \
        const short implicit = number;                                                             \
        const long long all[] = {static_cast<signed char>(number),                                 \
                                 (unsigned char)number,                                            \
                                 implicit,                                                         \
                                 static_cast<unsigned short>(number),                              \
                                 int(number),                                                      \
                                 static_cast<unsigned int>(number),                                \
                                 static_cast<long long>(number),                                   \
                                 (long long)static_cast<unsigned long long>(number)};              \
        for (int k = 0; k < 8; ++k) out[8 * i + k] = all[k];                                       \
    }
NARROW_CASTS(half, __half)
NARROW_CASTS(bfloat16, __nv_bfloat16)

/// Colors with some channels out of range, in shared and in global memory.
extern "C" __global__ void colors(const float* x, uchar4* out) {
    __shared__ uchar4 shared[64];
    const unsigned i = threadIdx.x;
    shared[i] = make_uchar4(255 * x[i], 10, 255 * x[i], 255);
    __syncthreads();
    uchar4 color = shared[i ^ 1];
    color.w = 255 * x[i];
    out[i] = color;
}
