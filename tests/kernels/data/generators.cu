// Words and numbers of the generators with state, `kEach` per thread. Thread i draws from sequence
// i.
#include <glint/mrg32k3a.cuh>
#include <glint/sobol.cuh>
#include <glint/xorwow.cuh>

namespace {

constexpr unsigned kEach = 8;

template <class Generator, class T, class Draw>
__device__ void fill(unsigned count, const unsigned long long* seed_and_offset, T* out, Draw draw) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    Generator generator(seed_and_offset[0], i, seed_and_offset[1]);
    for (unsigned k = 0; k < kEach; ++k) out[kEach * i + k] = draw(generator);
}

}  // namespace

#define DRAW(name, Generator, type, expression)                                                 \
    extern "C" __global__ void name(unsigned count, const unsigned long long* seed_and_offset,  \
                                    type* out) {                                                \
        fill<glint::Generator>(count, seed_and_offset, out,                                     \
                               [](glint::Generator& generator) -> type { return expression; }); \
    }
DRAW(xorwow, Xorwow, unsigned, generator.bits())
DRAW(mrg32k3a, Mrg32k3a, unsigned, generator.number())
DRAW(xorwow_normal, Xorwow, float, generator.normal())
DRAW(mrg32k3a_uniform, Mrg32k3a, float, generator.uniform())
DRAW(mrg32k3a_poisson, Mrg32k3a, unsigned, generator.poisson(20))

/// Thread i computes `kEach` points, starting at kEach * i, in the dimension with these directions.
template <class Word, class Draw>
__device__ void points(unsigned count, const Word* directions, Draw draw) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    glint::Sobol<Word> sobol(directions, kEach * i);
    for (unsigned k = 0; k < kEach; ++k) draw(kEach * i + k, sobol);
}
extern "C" __global__ void sobol32(unsigned count, const unsigned* directions, float* out) {
    points(count, directions, [=](unsigned i, glint::Sobol32& sobol) { out[i] = sobol.uniform(); });
}
extern "C" __global__ void sobol64(unsigned count, const unsigned long long* directions,
                                   double* out) {
    points(count, directions,
           [=](unsigned i, glint::Sobol64& sobol) { out[i] = sobol.uniform_double(); });
}
