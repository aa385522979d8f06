// A whole red-black sweep in space that goes through memory once: blocks march along z with four
// layers in shared memory, the red cells one layer ahead of the black ones. What lies within two
// cells of a block's own is computed by its neighbours, too, so that it has to be written to
// another array than it is read from. It gives what the two half sweeps of poisson.cu give.
#include <algorithms/poisson_level.cuh>

namespace glint::poisson {

constexpr int kThreads = 256;
constexpr int kTileWidth = 64, kTileHeight = 16;  // what a block writes of a layer
constexpr int kWide = kTileWidth + 4, kTall = kTileHeight + 4;
constexpr int kLayers = 4;
constexpr int kLoads = (kWide * kTall + kThreads - 1) / kThreads;
// Red cells are relaxed in a rim of one cell, too.
constexpr int kRedRow = (kTileWidth + 2) / 2, kRed = kRedRow * (kTileHeight + 2);
constexpr int kReds = (kRed + kThreads - 1) / kThreads;
constexpr int kBlackRow = kTileWidth / 2, kBlacks = kBlackRow * kTileHeight / kThreads;

using Layers = Value[kLayers][kTall][kWide];

/// A place in a tile.
struct Spot {
    int x, y;
};

/// A block's tile: where its rim begins in the level.
struct Tile {
    const Level& level;
    int x, y;

    /// The cell of the level there, on the other side if the level wraps; -1 for what is outside.
    __device__ Cell cell(Spot at, int z) const {
        return {along(level.x, x + at.x), along(level.y, y + at.y), along(level.z, z)};
    }
    __device__ static int along(const Axis& axis, int i) {
        if (i >= 0 && i < axis.cells) return i;
        if (!axis.wraps) return -1;
        const int turned = i < 0 ? i + axis.cells : i - axis.cells;
        return turned < axis.cells ? turned : -1;
    }
    /// The n-th of the cells of one colour, in rows of so many within a rim.
    __device__ Spot coloured(int n, int row, int rim, int z, int colour) const {
        const int j = n / row + rim, i = 2 * (n % row) + rim;
        return {i + ((x + i + y + j + z + colour) & 1), j};
    }
};

__device__ inline bool is_inside(Cell c) { return c.x >= 0 && c.y >= 0 && c.z >= 0; }

__device__ inline int slot_of(int z) { return z & (kLayers - 1); }

__device__ inline void fetch(const Tile& tile, int z, const Value* p, Value (&values)[kLoads]) {
#pragma unroll
    for (int n = 0; n < kLoads; ++n) {
        const int i = static_cast<int>(threadIdx.x) + n * kThreads;
        const Cell c = tile.cell({i % kWide, i / kWide}, z);
        values[n] = i < kWide * kTall && is_inside(c) ? p[index_of(tile.level, c)] : Value(0);
    }
}

__device__ inline void put(const Value (&values)[kLoads], int z, Layers& layers) {
#pragma unroll
    for (int n = 0; n < kLoads; ++n) {
        const int i = static_cast<int>(threadIdx.x) + n * kThreads;
        if (i < kWide * kTall) layers[slot_of(z)][i / kWide][i % kWide] = values[n];
    }
}

template <bool kRead>
__device__ inline void pull_between(const Axis& axis, int i, long long stride, long long face,
                                    Value below, Value above, Value here, Pull<Value>& pull) {
    const Value low = axis.low[i] * open_below<kRead>(axis, face);
    const Value high = axis.high[i] * open_above<kRead>(axis, i, face, stride);
    pull.laplacian += low * (below - here);
    pull.laplacian += high * (above - here);
    pull.diagonal += low + high;
}

template <bool kRead>
__device__ inline Pull<Value> pull_in(const Level& level, Cell c, Spot at, int z,
                                      const Layers& layers) {
    Pull<Value> pull;
    const long long nx = level.x.cells, ny = level.y.cells;
    const auto& layer = layers[slot_of(z)];
    const Value here = layer[at.y][at.x];
    pull_between<kRead>(level.x, c.x, 1, face_of(level, 0, c), layer[at.y][at.x - 1],
                        layer[at.y][at.x + 1], here, pull);
    pull_between<kRead>(level.y, c.y, nx, face_of(level, 1, c), layer[at.y - 1][at.x],
                        layer[at.y + 1][at.x], here, pull);
    pull_between<kRead>(level.z, c.z, nx * ny, face_of(level, 2, c),
                        layers[slot_of(z - 1)][at.y][at.x], layers[slot_of(z + 1)][at.y][at.x],
                        here, pull);
    return pull;
}

/// What the cell becomes by one step of Gauss and Seidel.
__device__ inline Value relaxed(const Level& level, Cell c, Spot at, int z, Value relaxation,
                                Value wanted, const Layers& layers) {
    const Value here = layers[slot_of(z)][at.y][at.x];
    const Pull<Value> pull = is_clear(level, c) ? pull_in<false>(level, c, at, z, layers)
                                                : pull_in<kOpen>(level, c, at, z, layers);
    return pull.diagonal > 0 ? here + relaxation * (pull.laplacian - wanted) / pull.diagonal : here;
}

/// The right side at this thread's cells of a colour.
template <int kCount>
__device__ inline void want(const Tile& tile, int row, int rim, int all, int z, int colour,
                            const Value* f, Value mean, Value (&wanted)[kCount]) {
#pragma unroll
    for (int n = 0; n < kCount; ++n) {
        const int i = static_cast<int>(threadIdx.x) + n * kThreads;
        const Cell c = tile.cell(tile.coloured(i, row, rim, z, colour), z);
        wanted[n] = i < all && is_inside(c) ? f[index_of(tile.level, c)] - mean : Value(0);
    }
}

}  // namespace glint::poisson

/// One sweep from p to q; a block does so many layers.
extern "C" __global__ void __launch_bounds__(256)
    poisson_sweep(glint::poisson::Level level, int depth, glint::poisson::Value relaxation,
                  const glint::poisson::Value* f, const double* given_mean,
                  const glint::poisson::Value* p, glint::poisson::Value* q) {
    using namespace glint::poisson;
    __shared__ Layers layers;
    const Tile tile{level, static_cast<int>(blockIdx.x) * kTileWidth - 2,
                    static_cast<int>(blockIdx.y) * kTileHeight - 2};
    const int begin = static_cast<int>(blockIdx.z) * depth, end = min(begin + depth, level.z.cells);
    const Value mean = given_mean ? static_cast<Value>(*given_mean) : Value(0);
    Value next[kLoads], red[kReds], black[kBlacks];
    fetch(tile, begin - 2, p, next);
    put(next, begin - 2, layers);
    fetch(tile, begin - 1, p, next);
    put(next, begin - 1, layers);
    fetch(tile, begin, p, next);
    // The red cells of layer z + 1, then the black ones of layer z, of which there is none at
    // first.
    for (int z = begin - 2; z < end; ++z) {
        put(next, z + 2, layers);
        want(tile, kRedRow, 1, kRed, z + 1, 0, f, mean, red);
        if (z >= begin) want(tile, kBlackRow, 2, kBlackRow * kTileHeight, z, 1, f, mean, black);
        __syncthreads();
        if (z + 1 < end) fetch(tile, z + 3, p, next);
#pragma unroll
        for (int n = 0; n < kReds; ++n) {
            const int i = static_cast<int>(threadIdx.x) + n * kThreads;
            const Spot at = tile.coloured(i, kRedRow, 1, z + 1, 0);
            const Cell c = tile.cell(at, z + 1);
            if (i < kRed && is_inside(c))
                layers[slot_of(z + 1)][at.y][at.x] =
                    relaxed(level, c, at, z + 1, relaxation, red[n], layers);
        }
        __syncthreads();
        if (z < begin) continue;
#pragma unroll
        for (int n = 0; n < kBlacks; ++n) {
            const int i = static_cast<int>(threadIdx.x) + n * kThreads;
            const Spot at = tile.coloured(i, kBlackRow, 2, z, 1);
            const Cell c{tile.x + at.x, tile.y + at.y, z};
            const int other = at.x ^ 1;  // the red one of its pair
            if (c.y >= level.y.cells) continue;
            const long long row = index_of(level, {0, c.y, z});
            if (c.x < level.x.cells)
                q[row + c.x] = relaxed(level, c, at, z, relaxation, black[n], layers);
            if (tile.x + other < level.x.cells)
                q[row + tile.x + other] = layers[slot_of(z)][at.y][other];
        }
        __syncthreads();
    }
}
