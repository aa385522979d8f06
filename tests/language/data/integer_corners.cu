// Shifts by any amount, divisions of any number by any number except 0, absolute values, and the
// maximum and minimum of zeros.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void shifts(unsigned count, const long long* x, const long long* by, int same,
                                  long long* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const long long l = x[i], wide = by[i];
    const unsigned long long q = l;
    const int a = static_cast<int>(l), n = static_cast<int>(wide);
    const unsigned u = a;
    int left = a;
    left <<= n;
    long long right = l;
    right >>= n;
    short s = a;
    s >>= n;
    unsigned char c = a;
    c <<= n;
    const long long all[] = {a << n,
                             a >> n,
                             u << n,
                             u >> n,
                             l << n,
                             l >> n,
                             (long long)(q << n),
                             (long long)(q >> n),
                             a << same,
                             a >> same,
                             u >> same,
                             l << same,
                             l >> same,
                             (long long)(q >> same),
                             a << wide,
                             u >> wide,
                             l >> wide,
                             (long long)(q << wide),
                             left,
                             right,
                             s,
                             c};
    for (int k = 0; k < 22; ++k) out[22 * i + k] = all[k];
}

extern "C" __global__ void divisions(unsigned count, const long long* x, const long long* y, int by,
                                     long long wide_by, long long* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const long long l = x[i], m = y[i];
    const int a = static_cast<int>(l), b = static_cast<int>(m);
    const short s = static_cast<short>(a), t = static_cast<short>(b);
    int quotient = a, remainder = a;
    quotient /= by;
    remainder %= b;
    const long long all[] = {a / b,       a % b,       l / m,
                             l % m,       a / by,      a % by,
                             l / wide_by, l % wide_by, s / t,
                             s % t,       quotient,    remainder,
                             abs(a),      abs(l),      labs(static_cast<long>(l)),
                             llabs(l),    abs(a) < 0,  static_cast<unsigned>(abs(a))};
    for (int k = 0; k < 18; ++k) out[18 * i + k] = all[k];
}

/// Consecutive numbers divided by a uniform value.
extern "C" __global__ void row_divisions(int count, unsigned first, int by, int* out) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const int a = static_cast<int>(first + static_cast<unsigned>(i));
    out[2 * i] = a / by;
    out[2 * i + 1] = a % by;
}

extern "C" __global__ void extremes(unsigned count, const float* x, const float* y, float* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const float a = x[i], b = y[i];
    const double c = a, d = b;
    const __half e = __float2half(a), f = __float2half(b);
    const __nv_bfloat16 g = __float2bfloat16(a), h = __float2bfloat16(b);
    const float all[] = {fmaxf(a, b),
                         fmax(a, b),
                         max(a, b),
                         static_cast<float>(fmax(c, d)),
                         static_cast<float>(max(c, d)),
                         __half2float(__hmax(e, f)),
                         __bfloat162float(__hmax(g, h)),
                         fminf(a, b),
                         fmin(a, b),
                         min(a, b),
                         static_cast<float>(fmin(c, d)),
                         static_cast<float>(min(c, d)),
                         __half2float(__hmin(e, f)),
                         __bfloat162float(__hmin(g, h)),
                         fmaxf(a, 0.0f),
                         fmaxf(0.0f, a),
                         fmaxf(a, -0.0f),
                         fmaxf(-0.0f, a),
                         fmaxf(a, 1.0f),
                         fminf(a, 0.0f),
                         fminf(0.0f, a),
                         fminf(a, -0.0f),
                         fminf(-0.0f, a),
                         fminf(-1.0f, a)};
    for (int k = 0; k < 24; ++k) out[24 * i + k] = all[k];
}
