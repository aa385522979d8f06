// Arithmetic whose rounding the source defines: compilers must not fuse or reorder it.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// Differences that a fused multiply-add rounds only once; 0 if each operation rounds.
extern "C" __global__ void residuals(const float* a, const float* squares, const double* b,
                                     const double* wide_squares, float* floats, double* doubles) {
    const unsigned i = threadIdx.x;
    const float x = a[i], square = squares[i];
    const double y = b[i], wide_square = wide_squares[i];
    floats[10 * i + 0] = __fadd_rn(__fmul_rn(x, x), -square);
    floats[10 * i + 1] = __fsub_rn(__fmul_rn(x, x), square);
    floats[10 * i + 2] = __fmul_rn(x, x) - square;
    floats[10 * i + 3] = __fsub_rn(square, __fmul_rn(x, x));
    floats[10 * i + 4] = __fadd_rn(-square, __fmul_rn(x, x));
    floats[10 * i + 5] = __fmul_rz(x, x) - __fmul_rd(x, x);
    floats[10 * i + 6] = __fmaf_rn(x, x, -__fmul_rn(x, x)) - fmaf(x, x, -square);
    const __half h = __float2half(1.0f + i * 0x1p-10f), p = __hmul_rn(h, h);
    floats[10 * i + 7] = __half2float(__hsub_rn(__hmul_rn(h, h), p));
    const __half2 pair = __half2half2(h);
    floats[10 * i + 8] = __low2float(__hsub2_rn(__hmul2_rn(pair, pair), __half2half2(p)));
    const __nv_bfloat16 f = __float2bfloat16(1.0f + i * 0x1p-7f), q = __hmul_rn(f, f);
    floats[10 * i + 9] = __bfloat162float(__hadd_rn(__hmul_rn(f, f), __hneg(q)));
    doubles[5 * i + 0] = __dadd_rn(__dmul_rn(y, y), -wide_square);
    doubles[5 * i + 1] = __dsub_rn(__dmul_rn(y, y), wide_square);
    doubles[5 * i + 2] = __dmul_rn(y, y) - wide_square;
    doubles[5 * i + 3] = __dsub_rn(wide_square, __dmul_rn(y, y));
    doubles[5 * i + 4] = __dmul_rz(y, y) - __dmul_rd(y, y);
}

// The rounding error of the square if compilers contract; 0 if options disable contraction.
extern "C" __global__ void contracted(const float* a, const float* squares, float* out) {
    const float x = a[threadIdx.x];
    out[threadIdx.x] = x * x - squares[threadIdx.x];
}

// Compensated sums: adds `one` a million times to `start`, with operators and with intrinsics.
extern "C" __global__ void kahan(float start, float one, float* sums) {
    float sum = start, rest = 0;
    for (int i = 0; i < 1000000; ++i) {
        const float y = one - rest, t = sum + y;
        rest = (t - sum) - y;
        sum = t;
    }
    sums[2 * threadIdx.x] = sum;
    sum = start, rest = 0;
    for (int i = 0; i < 1000000; ++i) {
        const float y = __fsub_rn(one, rest), t = __fadd_rn(sum, y);
        rest = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
    sums[2 * threadIdx.x + 1] = sum;
}

extern "C" __global__ void singles(unsigned n, const float* x, float divisor, float* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[6 * i + 0] = __fdiv_rn(x[i], divisor);
    out[6 * i + 1] = __fdiv_rn(x[i], 3.0f);
    out[6 * i + 2] = __fsqrt_rn(x[i]);
    out[6 * i + 3] = __frcp_rn(x[i]);
    out[6 * i + 4] = __frsqrt_rn(x[i]);
    out[6 * i + 5] = __fmaf_rn(x[i], divisor, 1.0f);
}

extern "C" __global__ void doubles(unsigned n, const double* x, double divisor, double* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[7 * i + 0] = __ddiv_rn(x[i], divisor);
    out[7 * i + 1] = __dsqrt_rn(x[i]);
    out[7 * i + 2] = __drcp_rn(x[i]);
    out[7 * i + 3] = x[i] / divisor;
    out[7 * i + 4] = x[i] / 3.0;
    out[7 * i + 5] = sqrt(x[i]);
    out[7 * i + 6] = 1.0 / x[i];
}

extern "C" __global__ void special(float zero, float small, float* out) {
    const unsigned i = threadIdx.x;
    out[6 * i + 0] = 1.0f / sqrtf(zero);
    out[6 * i + 1] = 3.0f / sqrtf(1.0f / zero);
    out[6 * i + 2] = rsqrtf(zero);
    out[6 * i + 3] = -zero * 3.0f + -zero;
    out[6 * i + 4] = (small * 0x1p60f - small * 0x1p60f) / (zero * 2.0f);
    out[6 * i + 5] = small * 0.25f;
}

extern "C" __global__ void small_double(double small, double* out) {
    out[threadIdx.x] = small * 0.25;
}
