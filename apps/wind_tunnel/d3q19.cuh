// SPDX-License-Identifier: MIT
// The 3D lattice Boltzmann method with nineteen velocities per cell: directions, memory layout of
// the populations, and collision. A population is stored as kOne times its difference from its
// value at rest, which is its weight.
#pragma once

#include <cuda_fp16.h>

#include <glint/sim.cuh>

namespace d3q19 {

constexpr int kDirections = 19;

// Directions come in opposite pairs. Direction 0 is at rest, and the last direction does not point
// to negative x, so reads beyond the first and the last cell of a row stay in the array.
__device__ constexpr int pair_of(int d) { return d == 0 ? -1 : (d - 1) / 2; }
__device__ constexpr int sign_of(int d) { return d == 0 ? 0 : d % 2 == 1 ? 1 : -1; }
__device__ constexpr int cx(int d) {
    const int p = pair_of(d);
    return p == 0 || p == 4 || p == 5 || p == 6 ? sign_of(d) : p == 8 ? -sign_of(d) : 0;
}
__device__ constexpr int cy(int d) {
    const int p = pair_of(d);
    return p == 1 || p == 3 || p == 7 ? sign_of(d) : p == 4 || p == 8 ? -sign_of(d) : 0;
}
__device__ constexpr int cz(int d) {
    const int p = pair_of(d);
    return p == 2 || p == 5 || p == 7 ? sign_of(d) : p == 3 || p == 6 ? -sign_of(d) : 0;
}
__device__ constexpr int opposite(int d) { return d + sign_of(d); }
/// Returns direction d with the sign of y flipped. flipped_z() flips the sign of z.
__device__ constexpr int flipped_y(int d) {
    const int p = pair_of(d);
    return p == 1 ? 7 - d : p == 3 || p == 7 ? 23 - d : p == 4 || p == 8 ? 27 - d : d;
}
__device__ constexpr int flipped_z(int d) {
    const int p = pair_of(d);
    return p == 2 ? 11 - d : p == 3 ? d + 8 : p == 7 ? d - 8 : p == 5 ? d + 2 : p == 6 ? d - 2 : d;
}
__device__ constexpr float weight(int d) {
    return d == 0 ? 1.0f / 3 : d < 7 ? 1.0f / 18 : 1.0f / 36;
}

__device__ inline float with_sign(int sign, float x) { return sign > 0 ? x : -x; }

/// Returns the dot product of direction d and u, without multiplications by 0 and 1.
__device__ inline float along(int d, float3 u) {
    if (cx(d) != 0) {
        const float x = with_sign(cx(d), u.x);
        return cy(d) != 0 ? x + with_sign(cy(d), u.y) : cz(d) != 0 ? x + with_sign(cz(d), u.z) : x;
    }
    if (cy(d) != 0) {
        const float y = with_sign(cy(d), u.y);
        return cz(d) != 0 ? y + with_sign(cz(d), u.z) : y;
    }
    return cz(d) != 0 ? with_sign(cz(d), u.z) : 0.0f;
}

__device__ inline float square(float3 u) { return fmaf(u.x, u.x, fmaf(u.y, u.y, u.z * u.z)); }

/// Equilibrium population (He and Luo, 1997). rho is the density minus 1.
__device__ inline float equilibrium(int d, float rho, float3 u) {
    const float a = along(d, u);
    return weight(d) * fmaf(4.5f * a, a, fmaf(3, a, fmaf(-1.5f, square(u), rho)));
}

/// Extents of the grid, and indices of its cells and populations.
struct Grid {
    int width, height, depth;

    __device__ bool contains(int3 c) const {
        return unsigned(c.x) < width && unsigned(c.y) < height && unsigned(c.z) < depth;
    }
    __device__ int index(int x, int y, int z) const { return (z * height + y) * width + x; }
    __device__ int index(int3 c) const { return index(c.x, c.y, c.z); }
    /// Index of the population of direction d at cell c. The nineteen populations of a row of cells
    /// are contiguous, which is a tenth faster than nineteen separate grids.
    __device__ size_t place(int d, int3 c) const {
        return ((c.z * height + c.y) * kDirections + d) * size_t(width) + c.x;
    }
    /// Index of the population that arrives at c in direction d. c must not be at a border.
    __device__ size_t source(int d, int3 c) const {
        return place(d, make_int3(c.x - cx(d), c.y - cy(d), c.z - cz(d)));
    }
};

/// On CPUs, prefetches memory, because rows are too short for the hardware prefetcher.
__device__ inline void look_ahead([[maybe_unused]] const void* place) {
#if defined(__GLINT_CPU__)
    __builtin_prefetch(place);
#endif
}

/// Populations of 32 bits.
struct Singles {
    static constexpr int kOne = 1;
    const float* f;
    Grid grid;

    __device__ float at(int d, int x, int y, int z) const {
        return f[grid.place(d, make_int3(x, y, z))];
    }
    __device__ void put(float* to, int d, int3 c, float value) const {
        to[grid.place(d, c)] = value;
    }
    /// Loads populations that arrive at a cell away from borders. Prefetches those of the next row.
    __device__ __forceinline__ void take_and_look_ahead(int3 c, float (&g)[kDirections]) const {
#pragma unroll
        for (int d = 0; d < kDirections; ++d) {
            g[d] = f[grid.source(d, c)];
            look_ahead(f + grid.source(d, make_int3(c.x, c.y + 1, c.z)));
        }
    }
};

// A word holds two halves: that of z in the low bits, and that of z + depth / 2 in the high bits.
__device__ inline float half_in(unsigned bits) {
    const auto short_bits = static_cast<unsigned short>(bits);
    __half value;
    memcpy(&value, &short_bits, sizeof(value));
    return __half2float(value);
}
__device__ inline float low(unsigned word) { return half_in(word & 0xffff); }
__device__ inline float high(unsigned word) { return half_in(word >> 16); }
/// Returns the bits of the half that is nearest to x.
__device__ inline unsigned narrow(float x) {
    const __half value = __float2half_rn(x);
    unsigned short bits;
    memcpy(&bits, &value, sizeof(bits));
    return bits;
}
__device__ inline unsigned with_low(unsigned word, float x) {
    return (word & 0xffff0000) | narrow(x);
}
__device__ inline unsigned with_high(unsigned word, float x) {
    return (word & 0xffff) | narrow(x) << 16;
}

/// Populations of 16 bits. A word holds the populations of two cells, at z and z + depth / 2.
/// Therefore, the neighbors of both cells are in adjacent words.
struct Halves {
    static constexpr int kOne = 32768;  // halves have full precision from 2^-14 to 2 kOne
    const unsigned* f;
    Grid grid, words;

    __device__ Halves(const __half2* populations, const Grid& of)
        : f(reinterpret_cast<const unsigned*>(populations)),
          grid(of),
          words{of.width, of.height, of.depth / 2} {}
    __device__ unsigned word(int d, int x, int y, int z) const {
        return f[words.place(d, make_int3(x, y, z))];
    }
    __device__ float at(int d, int x, int y, int z) const {
        return z < words.depth ? low(word(d, x, y, z)) : high(word(d, x, y, z - words.depth));
    }
    /// Index of a cell's population in direction d, if memory is an array of halves.
    __device__ size_t half_place(int d, int3 c) const {
        const bool is_second = c.z >= words.depth;
        return 2 * words.place(d, make_int3(c.x, c.y, is_second ? c.z - words.depth : c.z)) +
               is_second;
    }
    __device__ void put(__half2* to, int d, int3 c, float value) const {
        reinterpret_cast<__half*>(to)[half_place(d, c)] = __float2half_rn(value);
    }
    /// Returns the bits of the half at half_place().
    __device__ unsigned bits(int d, int3 c) const {
        return reinterpret_cast<const unsigned short*>(f)[half_place(d, c)];
    }
};

/// Populations of 16 bits, for threads in the order of memory, where z and z + depth / 2 are
/// adjacent. `number` is the index of this thread's half in its row.
struct HalvesInRow : Halves {
    int layer;  ///< z index of this cell's words
    size_t number;

    __device__ HalvesInRow(const Halves& of, int in_layer, size_t in_row)
        : Halves(of), layer(in_layer), number(in_row) {}
    __device__ size_t place(int d, int y) const {
        return 2 * words.place(d, make_int3(0, y, layer)) + number;
    }
    __device__ float at(int d, int x, int y, int z) const {
        const bool is_second = z >= words.depth;
        return low(word(d, x, y, is_second ? z - words.depth : z) >> (is_second ? 16 : 0));
    }
    __device__ float half_at(size_t i) const {
        return __half2float(reinterpret_cast<const __half*>(f)[i]);
    }
    /// Loads populations that arrive at a cell away from borders. Prefetches those of the next row.
    __device__ __forceinline__ void take_and_look_ahead(int3 c, float (&g)[kDirections]) const {
#pragma unroll
        for (int d = 0; d < kDirections; ++d) {
            g[d] = half_at(2 * words.source(d, make_int3(0, c.y, layer)) + number);
            const size_t row = words.source(d, make_int3(0, c.y + 1, layer));
            look_ahead(reinterpret_cast<const __half*>(f) + 2 * row + number);
        }
    }
    __device__ __forceinline__ void give(int y, const float (&g)[kDirections], __half* to) const {
#pragma unroll
        for (int d = 0; d < kDirections; ++d) to[place(d, y)] = __float2half_rn(g[d]);
    }
    /// Population at an offset along x, in a row whose z is in the same half of the grid as the z
    /// of this cell.
    __device__ float along_row(int d, int cells, int y, int z) const {
        return half_at(start_of(d, cells, y, z) + number);
    }
    /// Like along_row(), for a row whose z is in the other half of the grid.
    __device__ float other_along_row(int d, int cells, int y, int z) const {
        return half_at(start_of(d, cells, y, z) + (number ^ 1));
    }

private:
    __device__ size_t start_of(int d, int cells, int y, int z) const {
        const int in_layer = z >= words.depth ? z - words.depth : z;
        return 2 * words.place(d, make_int3(cells, y, in_layer));
    }
};

/// Parameters of the collision.
struct Fluid {
    float viscosity;
    float turbulence;  ///< Smagorinsky constant; 0: no turbulence model
    float push;        ///< acceleration along x
};

namespace detail {

/// Relaxation time with Smagorinsky's turbulence model (Hou, Sterling, Chen and Doolen, 1996).
/// g[1], g[3] ... must hold the sums over pairs of opposite directions.
template <int kOne>
__device__ float turbulent(float tau, float rho, float3 u, float turbulence,
                           const float (&g)[kDirections]) {
    const float third = rho / 3;
    const float xx = g[1] + g[9] + g[11] + g[13] + g[17] - third - kOne * u.x * u.x;
    const float yy = g[3] + g[7] + g[9] + g[15] + g[17] - third - kOne * u.y * u.y;
    const float zz = g[5] + g[7] + g[11] + g[13] + g[15] - third - kOne * u.z * u.z;
    const float xy = g[17] - g[9] - kOne * u.x * u.y;
    const float xz = g[11] - g[13] - kOne * u.x * u.z;
    const float yz = g[15] - g[7] - kOne * u.y * u.z;
    const float squares = xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz);
    const float size = sqrtf(2 * squares) * (1.0f / kOne);
    return 0.5f * (tau + sqrtf(tau * tau + 18 * turbulence * turbulence * size));
}

/// Adds the forcing term of a collision (Guo, Zheng and Shi, 2002).
template <int kOne>
__device__ void push_on(float push, float even, float odd, float3 u, float (&g)[kDirections]) {
    const float pull = kOne * (3 - 1.5f * even) * push, shove = kOne * (3 - 1.5f * odd) * push;
#pragma unroll
    for (int d = 0; d < kDirections; ++d) {
        g[d] -= weight(d) * pull * u.x;
        if (cx(d) != 0) g[d] += weight(d) * with_sign(cx(d), 3 * pull * along(d, u) + shove);
    }
}

}  // namespace detail

/// Collides by two relaxation times (Ginzburg, 2005). Viscosity sets the time for sums of opposite
/// populations. The times minus 1/2 have the product 3/16, which keeps walls midway between cells.
template <int kOne>
__device__ __forceinline__ void collide(const Fluid& fluid, float (&g)[kDirections]) {
    float rho = g[0];
#pragma unroll
    for (int d = 1; d < kDirections; d += 2) {  // replaces pairs by sums and differences
        const float sum = g[d] + g[d + 1];
        g[d + 1] = g[d] - g[d + 1];
        g[d] = sum;
        rho += sum;
    }
    // A compiler may generate several copies of this code. The explicit rounding makes all of these
    // copies bit-identical.
    constexpr float kUnit = 1.0f / kOne;
    const float3 u =
        make_float3(fmaf(g[2] + g[10] + g[12] + g[14] - g[18], kUnit, 0.5f * fluid.push),
                    (g[4] + g[8] - g[10] + g[16] - g[18]) * kUnit,
                    (g[6] - g[8] + g[12] - g[14] + g[16]) * kUnit);
    float tau = fmaf(3, fluid.viscosity, 0.5f);
    if (fluid.turbulence > 0) tau = detail::turbulent<kOne>(tau, rho, u, fluid.turbulence, g);
    const float even = 1 / tau, odd = 1 / (0.5f + 0.1875f / (tau - 0.5f));
    const float keep_even = fmaf(-0.5f, even, 0.5f), keep_odd = fmaf(-0.5f, odd, 0.5f);
    const float base = fmaf(-1.5f * kOne, square(u), rho);
    g[0] = fmaf(even, fmaf(weight(0), base, -g[0]), g[0]);
#pragma unroll
    for (int d = 1; d < kDirections; d += 2) {
        const float a = along(d, u);
        const float t = fmaf(4.5f * kOne * a, a, base);
        const float e = fmaf(keep_even, g[d], even * weight(d) * t);
        const float o = fmaf(keep_odd, g[d + 1], odd * (3 * kOne * weight(d)) * a);
        g[d] = e + o;
        g[d + 1] = e - o;
    }
    if (fluid.push != 0) detail::push_on<kOne>(fluid.push, even, odd, u, g);
}

/// Density minus 1, and the velocity.
struct Moments {
    float rho;
    float3 u;
};
/// Moments of a cell after the collision.
template <class Populations>
__device__ Moments moments(const Populations& f, int3 c, float push) {
    float rho = 0;
    float3 u = make_float3(0, 0, 0);
    for (int d = 0; d < kDirections; ++d) {
        const float g = f.at(d, c.x, c.y, c.z) * (1.0f / Populations::kOne);
        rho += g;
        u += g * make_float3(cx(d), cy(d), cz(d));
    }
    u.x -= 0.5f * push;  // of the full push in the populations, half belongs to the next step
    return {rho, u};
}

}  // namespace d3q19
