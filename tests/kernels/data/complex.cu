// All functions of complex.cuh and complex_functions.cuh, with one or two numbers per thread.
#include <glint/complex_functions.cuh>

using glint::complex;

#define ONE(name)                                                                     \
    template <class T>                                                                \
    __global__ void name##_of(unsigned count, const complex<T>* z, complex<T>* out) { \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                     \
        if (i < count) out[i] = glint::name(z[i]);                                    \
    }
ONE(sqrt)
ONE(exp)
ONE(log)
ONE(log10)
ONE(sin)
ONE(cos)
ONE(tan)
ONE(sinh)
ONE(cosh)
ONE(tanh)
ONE(asin)
ONE(acos)
ONE(atan)
ONE(asinh)
ONE(acosh)
ONE(atanh)
ONE(abs)
ONE(arg)
ONE(norm)
ONE(conj)

#define TWO(name, expression)                                                          \
    template <class T>                                                                 \
    __global__ void name##_of(unsigned count, const complex<T>* in, complex<T>* out) { \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                      \
        if (i >= count) return;                                                        \
        const complex<T> a = in[2 * i], b = in[2 * i + 1];                             \
        out[i] = expression;                                                           \
    }
TWO(add, a + b)
TWO(subtract, a - b)
TWO(multiply, a* b)
TWO(divide, a / b)
TWO(divide_real, a / b.re)
TWO(real_divide, a.re / b)
TWO(pow, pow(a, b))
TWO(pow_real, pow(a, b.re))
TWO(pow_whole, pow(a, -3))
TWO(fma, fma(a, b, complex<T>(1000)))
TWO(polar, glint::polar(a.re, b.re))

/// Tests arrays in shared memory, reinterpretation as float2, and mixed operands.
extern "C" __global__ void layout(const complex<float>* in, complex<float>* out) {
    __shared__ complex<float> tile[32];
    static_assert(sizeof(complex<float>) == sizeof(float2) && alignof(complex<float>) == 8, "");
    static_assert(sizeof(complex<double>) == sizeof(double2) && alignof(complex<double>) == 16, "");
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    complex<float> z = tile[31 - threadIdx.x];
    z *= 2.0f;
    z += 1.0f;
    z -= complex<float>(0, 1);
    z /= complex<float>(2);
    const float2 plain = *reinterpret_cast<const float2*>(&z);
    out[threadIdx.x] = 2.0f * complex<float>(plain.x, plain.y) - 1.0f;
}
