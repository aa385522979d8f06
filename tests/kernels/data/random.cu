// Numbers from random.cuh, `kEach` per thread. Thread i draws from sequence i.
#include <glint/random_points.cuh>

using glint::Random;

namespace {

constexpr unsigned kEach = 16;
constexpr unsigned long long kSeed = 0x123456789abcdefull;

template <class T, class Draw>
__device__ void fill(unsigned count, T* out, Draw draw) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Random random(kSeed, i);
    for (unsigned k = 0; k < kEach; ++k) out[kEach * i + k] = draw(random);
}

}  // namespace

#define DRAW(name, type, expression)                                                      \
    extern "C" __global__ void name(unsigned count, const double* parameter, type* out) { \
        const double a = parameter[0], b = parameter[1];                                  \
        fill(count, out, [=](Random& random) -> type {                                    \
            (void)a;                                                                      \
            (void)b;                                                                      \
            return expression;                                                            \
        });                                                                               \
    }
DRAW(bits, unsigned, random.bits())
DRAW(bits64, unsigned long long, random.bits64())
DRAW(uniform, float, random.uniform())
DRAW(uniform_double, double, random.uniform_double())
DRAW(uniform_range, float, random.uniform(float(a), float(b)))
DRAW(uniform_range_double, double, random.uniform_double(a, b))
DRAW(below, unsigned, random.below(unsigned(a)))
DRAW(integer, int, random.integer(int(a), int(b)))
DRAW(chance, unsigned, random.chance(float(a)))
DRAW(normal, float, random.normal(float(a), float(b)))
DRAW(normal_double, double, random.normal_double(a, b))
DRAW(normal_second, float, random.normal_pair().second)
DRAW(log_normal, float, random.log_normal(float(a), float(b)))
DRAW(log_normal_double, double, random.log_normal_double(a, b))
DRAW(exponential, float, random.exponential(float(a)))
DRAW(exponential_double, double, random.exponential_double(a))
DRAW(poisson, unsigned, random.poisson(a))
DRAW(binomial, unsigned, random.binomial(unsigned(a), b))
DRAW(gamma_number, double, random.gamma(a, b))
DRAW(beta_number, double, random.beta(a, b))
DRAW(on_circle, float2, random_on_circle(random))
DRAW(in_disc, float2, random_in_disc(random))
DRAW(on_sphere, float3, random_on_sphere(random))
DRAW(in_ball, float3, random_in_ball(random))
DRAW(cosine, float3, random_cosine(random, make_float3(0, 0, 1)))
DRAW(in_box, float3, random_in_box(random, make_float3(0, 1, 2), make_float3(1, 3, 5)))
DRAW(normal3, float3, random_normal3(random))

/// The generator itself: maps a counter (4 words) and a key (2 words) to 4 words.
extern "C" __global__ void philox(unsigned count, const unsigned* in, unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const unsigned* const from = in + 6 * i;
    const unsigned long long key = static_cast<unsigned long long>(from[5]) << 32 | from[4];
    const glint::Words4 words = glint::philox({from[0], from[1], from[2], from[3]}, key);
    out[4 * i] = words.x;
    out[4 * i + 1] = words.y;
    out[4 * i + 2] = words.z;
    out[4 * i + 3] = words.w;
}

/// Word i of a sequence, by offset; the next word, by skipping; and the final offset.
extern "C" __global__ void places(unsigned count, const unsigned long long* start, unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Random by_offset(kSeed, 7, start[0] + i), by_skip(kSeed, 7, start[0]);
    by_skip.bits();
    by_skip.skip(i);
    out[3 * i] = by_offset.bits();
    out[3 * i + 1] = by_skip.bits();  // the next word
    out[3 * i + 2] = static_cast<unsigned>(by_skip.offset() - start[0]);
}
