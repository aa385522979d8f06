// Integer intrinsics on pairs of words, and standard headers that both compilers have.
#include <cuda/std/array>
#include <cuda/std/cstdint>
#include <cuda/std/limits>
#include <cuda/std/type_traits>

extern "C" __global__ void integers(unsigned count, const unsigned* x, const unsigned* y,
                                    unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const unsigned a = x[i], b = y[i];
    const int s = static_cast<int>(a), t = static_cast<int>(b);
    const unsigned all[] = {__umulhi(a, b),
                            static_cast<unsigned>(__mulhi(s, t)),
                            static_cast<unsigned>(__mul24(s, t)),
                            __umul24(a, b),
                            __brev(a),
                            static_cast<unsigned>(__clz(s)),
                            static_cast<unsigned>(__ffs(s)),
                            static_cast<unsigned>(__popc(a)),
                            __byte_perm(a, b, 0x7261),
                            __funnelshift_l(a, b, 11),
                            __funnelshift_rc(a, b, 40),
                            static_cast<unsigned>(__hadd(s, t)),
                            static_cast<unsigned>(__rhadd(s, t)),
                            __sad(s, t, 7u),
                            static_cast<unsigned>(__dp4a(s, t, 5)),
                            __vadd4(a, b),
                            __vabsdiffu4(a, b),
                            __vmaxs2(a, b),
                            __vcmpgtu4(a, b),
                            __vaddus2(a, b),
                            __byte_perm(a, b, a ^ b),
                            __byte_perm(a, b, 0xf8ba)};
    for (unsigned k = 0; k < 22; ++k) out[22 * i + k] = all[k];
}

/// Two shared arrays at the same address, a managed variable, and hints to the compiler.
__managed__ int added = 3;
extern "C" __global__ void __launch_bounds__(64, 2) language(const int* in, int* out) {
    extern __shared__ int words[];
    extern __shared__ unsigned char bytes[];
    __builtin_assume(in[0] >= 0);
    words[threadIdx.x] = __ldg(in + threadIdx.x) + added;
    __syncthreads();
    cuda::std::array<int, 2> pair{bytes[4 * (63 - threadIdx.x)], 0};
    static_assert(cuda::std::is_same<cuda::std::remove_cv<const int>::type, int>::value, "");
    static_assert(cuda::std::numeric_limits<cuda::std::uint16_t>::max() == 65535, "");
    if (__builtin_expect(in[0] < 0, 0)) __trap();
    __stcg(out + threadIdx.x, pair[0]);
}

/// Time spent waiting for `ticks`, by two clocks; the second time is at least as long as the first.
extern "C" __global__ void waited(clock_t ticks, long long* out) {
    const long long start64 = clock64();
    const clock_t start = clock();
    while (clock() - start < ticks) {}
    out[0] = clock() - start;
    out[1] = clock64() - start64;
    static_assert(cuda::std::is_same<decltype(clock()), clock_t>::value, "");
    static_assert(sizeof(clock_t) == 8, "");
}

extern "C" __global__ void nth_set(unsigned count, const unsigned* masks, const unsigned* bases,
                                   const int* offsets, unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) out[i] = __fns(masks[i], bases[i], offsets[i]);
}

/// Return values of printf. `none` is null.
extern "C" __global__ void printed(const char* none, int* out) {
    out[0] = printf("none\n");
    out[1] = printf("%d%%\n", 50);
    out[2] = printf("%5.2f, %lld, %s\n", 0.5, 1ll << 40, "three");
    out[3] = printf(none, 4);
}
