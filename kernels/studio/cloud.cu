// SPDX-License-Identifier: MIT
// Sorts points in Morton order: neighbors in memory are close in space and thus on the screen.
#include <glint/morton.cuh>

#include <studio/places.cuh>
#include <studio/sizes.cuh>

using namespace glint::studio;
using namespace glint::studio::sizes;

namespace {

constexpr unsigned int kAfterAll = ~0u;  // greater than any code

__device__ unsigned int cell_of(float x, float least, float per_unit) {
    return static_cast<unsigned int>(
        fminf(fmaxf((x - least) * per_unit, 0.0f), kMortonSide - 1.0f));
}

}  // namespace

/// Writes the Morton code and the index of each position. Non-finite positions come last.
extern "C" __global__ void morton_codes(Values places, unsigned int count, MortonCells cells,
                                        unsigned int* codes, unsigned int* order) {
    const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const PlaceOf place = place_at(places, i);
    unsigned int at[3] = {0, 0, 0};
    bool is_somewhere = true;
    for (int axis = 0; axis < PLACE_COMPONENTS && axis < 3; ++axis) {
        const float x = static_cast<float>(place.at[axis]);
        is_somewhere = is_somewhere && is_finite(x);
        at[axis] = cell_of(x, cells.least[axis], cells.per_unit);
    }
    codes[i] = is_somewhere ? glint::morton3_32(at[0], at[1], at[2]) : kAfterAll;
    order[i] = i;
}

/// Gathers elements of `units` words in the given order. Launch one thread per word of the output.
extern "C" __global__ void take_words(const unsigned int* from, const unsigned int* order,
                                      unsigned int count, unsigned int units, unsigned int* to) {
    const unsigned long long i =
        blockIdx.x * static_cast<unsigned long long>(blockDim.x) + threadIdx.x;
    if (i >= static_cast<unsigned long long>(count) * units) return;
    to[i] = from[static_cast<unsigned long long>(order[i / units]) * units + i % units];
}
extern "C" __global__ void take_bytes(const unsigned char* from, const unsigned int* order,
                                      unsigned int count, unsigned int units, unsigned char* to) {
    const unsigned long long i =
        blockIdx.x * static_cast<unsigned long long>(blockDim.x) + threadIdx.x;
    if (i >= static_cast<unsigned long long>(count) * units) return;
    to[i] = from[static_cast<unsigned long long>(order[i / units]) * units + i % units];
}
