// half and bfloat16: each operation once, on pairs of 16-bit patterns.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T, class Bits>
__device__ Bits bits_of(T value) {
    Bits bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

#define OPERATIONS(type, name)                                                                    \
    extern "C" __global__ void name##_operations(unsigned count, const unsigned short* x,         \
                                                 const unsigned short* y, unsigned short* out) {  \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                 \
        if (i >= count) return;                                                                   \
        const type a = __ushort_as_##name(x[i]), b = __ushort_as_##name(y[i]);                    \
        const type all[] = {__hadd_rn(a, b), __hsub_rn(a, b), __hmul_rn(a, b), __hdiv(a, b),      \
                            __hfma(a, b, a), hsqrt(a),        __hneg(a),       __habs(a),         \
                            __hmax(a, b),    __hmin(a, b)};                                       \
        for (int k = 0; k < 10; ++k) out[12 * i + k] = bits_of<type, unsigned short>(all[k]);     \
        out[12 * i + 10] = __hlt(a, b) | __heq(a, b) << 1 | __hgeu(a, b) << 2 | __hisnan(a) << 3; \
        out[12 * i + 11] = static_cast<unsigned short>(__##name##2int_rz(a));                     \
    }                                                                                             \
    extern "C"                                                                                    \
        __global__ void name##_conversions(unsigned count, const float* x, unsigned short* out) { \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                 \
        if (i >= count) return;                                                                   \
        const type all[] = {__float2##name##_rn(x[i]), __float2##name##_rz(x[i]),                 \
                            __float2##name##_rd(x[i]), __float2##name##_ru(x[i])};                \
        for (int k = 0; k < 4; ++k) out[4 * i + k] = bits_of<type, unsigned short>(all[k]);       \
    }
OPERATIONS(__half, half)
OPERATIONS(__nv_bfloat16, bfloat16)

/// Function k of pattern i is written to out[16 * i + k]; for pairs, to out[16 * (count + i) + k].
#define FUNCTIONS(type, name, pair)                                                         \
    extern "C" __global__ void name##_functions(unsigned count, unsigned short* out) {      \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                           \
        if (i >= count) return;                                                             \
        const type a = __ushort_as_##name(static_cast<unsigned short>(i));                  \
        pair both;                                                                          \
        both.x = a, both.y = a;                                                             \
        const type all[] = {hexp(a),  hexp2(a),  hexp10(a), hlog(a),  hlog2(a),  hlog10(a), \
                            hsin(a),  hcos(a),   htanh(a),  hsqrt(a), hrsqrt(a), hrcp(a),   \
                            hceil(a), hfloor(a), htrunc(a), hrint(a)};                      \
        const pair two[] = {h2exp(both),  h2exp2(both),  h2exp10(both), h2log(both),        \
                            h2log2(both), h2log10(both), h2sin(both),   h2cos(both),        \
                            h2tanh(both), h2sqrt(both),  h2rsqrt(both), h2rcp(both),        \
                            h2ceil(both), h2floor(both), h2trunc(both), h2rint(both)};      \
        for (int k = 0; k < 16; ++k) {                                                      \
            out[16 * i + k] = bits_of<type, unsigned short>(all[k]);                        \
            out[16 * (count + i) + k] = bits_of<type, unsigned short>(two[k].y);            \
        }                                                                                   \
    }
FUNCTIONS(__half, half, __half2)
FUNCTIONS(__nv_bfloat16, bfloat16, __nv_bfloat162)

/// (x + y) * x in pairs, and the sum of all results in one atomic variable.
extern "C" __global__ void pairs(const __half2* x, const __half2* y, float2* out, __half* total) {
    const unsigned i = threadIdx.x;
    out[i] = __half22float2(__hmul2_rn(__hadd2_rn(x[i], y[i]), x[i]));
    atomicAdd(total, __low2half(x[i]));
}
