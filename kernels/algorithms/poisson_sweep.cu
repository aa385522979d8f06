// SPDX-License-Identifier: MIT
// Relaxes both colors in three dimensions in one pass over memory. A block moves along z with the
// layers of a tile in shared memory. For each new layer, it relaxes the first color of one layer,
// then the second color of the layer before. Around its tile, it also relaxes those cells of the
// first color that the second color needs. The results equal two half sweeps of poisson.cu. They
// are written to another array, because neighboring blocks may still read the input.
#include <algorithms/poisson_level.cuh>
#include <glint/ceil_div.cuh>

namespace glint::poisson_solver {

constexpr int kTileWidth = kSegment, kTileHeight = kTileHeightOf<sizeof(Value)>;
constexpr int kSweepThreads = 256;

constexpr int kHalo = 2;
constexpr int kRow = kTileWidth + 2 * kHalo, kRows = kTileHeight + 2 * kHalo;
constexpr int kLayer = kRow * kRows;
constexpr int kLayers = 5;  // one is loading, three are in use, one is being stored
constexpr int kLoads = ceil_div(kLayer, kSweepThreads);
// The first color includes cells around the tile, the second color only cells inside the tile.
constexpr int kFirstRow = kTileWidth / 2 + 1, kFirsts = kFirstRow * (kTileHeight + 2);
constexpr int kFirstTurns = ceil_div(kFirsts, kSweepThreads);
constexpr int kSecondRow = kTileWidth / 2, kSeconds = kSecondRow * kTileHeight;
constexpr int kSecondTurns = ceil_div(kSeconds, kSweepThreads);

/// Returns cell i of an axis, wrapped around once if periodic, or -1 if the cell does not exist.
__device__ inline int inside(const Axis& axis, int i) {
    if (axis.wraps) i += i < 0 ? axis.cells : i >= axis.cells ? -axis.cells : 0;
    return i >= 0 && i < axis.cells ? i : -1;
}

/// The layers of a tile. Cell (0, 0) of a layer is the first cell inside the halo.
struct Tile {
    Value* values;
    __device__ Value* layer(int z) const {
        return values + (z + kLayers) % kLayers * kLayer + kHalo * kRow + kHalo;
    }
};

template <bool kRead>
__device__ inline void pull_of(const Axis& axis, int i, long long stride, long long face,
                               Value lower, Value here, Value upper, Pull<Value>& pull) {
    const Value low = axis.low[i] * open_below<kRead>(axis, face);
    const Value high = axis.high[i] * open_above<kRead>(axis, i, face, stride);
    pull.laplacian += low * (lower - here);
    pull.laplacian += high * (upper - here);
    pull.diagonal += low + high;
}

/// Returns the sum over the neighbors of cell `c`, which is at index `at` of its layer.
template <bool kRead>
__device__ inline Pull<Value> pull_in_tile(const Level& level, Cell c, const Value* near,
                                           const Value* layer, const Value* far, int at) {
    const long long nx = level.x.cells, ny = level.y.cells;
    const Value here = layer[at];
    Pull<Value> pull;
    pull_of<kRead>(level.x, c.x, 1, face_of(level, 0, c), layer[at - 1], here, layer[at + 1], pull);
    pull_of<kRead>(level.y, c.y, nx, face_of(level, 1, c), layer[at - kRow], here, layer[at + kRow],
                   pull);
    pull_of<kRead>(level.z, c.z, nx * ny, face_of(level, 2, c), near[at], here, far[at], pull);
    return pull;
}

/// Two adjacent cells along x in a row of the tile. A thread processes the cell that has the
/// current color: the first cell in one layer, the second cell in the next layer.
struct Slot {
    int x, at;  ///< the first of the two cells: x in the row, index in the layer
    int row;    ///< row of the grid; -1 if outside the grid
};

/// Returns slot i. Rows have `length` slots and start `before` cells before the tile in x and y.
__device__ inline Slot slot_of(const Level& level, int i, int length, int count, int before,
                               int upper) {
    const int x = 2 * (i % length) - before, y = i / length - before;
    return {x, y * kRow + x, i < count ? inside(level.y, upper + y) : -1};
}

/// Returns a slot's cell in layer z of the grid. `side` selects one of the two adjacent cells.
__device__ inline Cell cell_of(const Level& level, const Slot& slot, int side, int left, int z) {
    return {slot.row < 0 ? -1 : inside(level.x, left + slot.x + side), slot.row, z};
}

/// One Gauss-Seidel step for the cell at index `at` of the middle layer of three layers.
template <bool kRead>
__device__ inline void relax_in_tile(const Level& level, Cell c, const Value* near, Value* layer,
                                     const Value* far, int at, Value relaxation, Value goal) {
    const Pull<Value> pull = pull_in_tile<kRead>(level, c, near, layer, far, at);
    if (pull.diagonal > 0) layer[at] += relaxation * (pull.laplacian - goal) / pull.diagonal;
}

/// The cells of one color that a thread processes in each layer.
template <int kTurns>
struct Color {
    Slot slots[kTurns];
    Value goals[kTurns];  ///< the right-hand side in the next layer

    /// Reads the right-hand side in layer z of the grid. `first` is this color's side in row 0.
    __device__ void fetch(const Level& level, int z, int first, int left, const Value* f,
                          Value mean) {
        const long long size = static_cast<long long>(level.x.cells) * level.y.cells;
#pragma unroll
        for (int turn = 0; turn < kTurns; ++turn) {
            const Cell c = cell_in(level, turn, z, first, left);
            goals[turn] =
                c.x < 0 ? 0 : f[z * size + static_cast<unsigned>(c.y) * level.x.cells + c.x] - mean;
        }
    }

    /// Relaxes the layer that was fetched: layer z of the tile, which is layer `there` of the grid.
    /// With `kRead`, some faces of the layer may be partly closed.
    template <bool kRead>
    __device__ void relax(const Level& level, const Tile& tile, int z, int there, int first,
                          int left, Value relaxation) const {
        Value* const layer = tile.layer(z);
        const Value *const near = tile.layer(z - 1), *const far = tile.layer(z + 1);
#pragma unroll
        for (int turn = 0; turn < kTurns; ++turn) {
            const Cell c = cell_in(level, turn, there, first, left);
            if (c.x < 0) continue;
            const int at = slots[turn].at + side_of(turn, first);
            if (kRead && !is_clear(level, c))
                relax_in_tile<kRead>(level, c, near, layer, far, at, relaxation, goals[turn]);
            else
                relax_in_tile<false>(level, c, near, layer, far, at, relaxation, goals[turn]);
        }
    }

private:
    __device__ int side_of(int turn, int first) const { return (first + slots[turn].row) & 1; }
    __device__ Cell cell_in(const Level& level, int turn, int z, int first, int left) const {
        return cell_of(level, slots[turn], side_of(turn, first), left, z);
    }
};

/// A flag for each layer of the tile, which is true if some faces may be partly closed. Each thread
/// checks one row, either in the tile's segment or in an adjacent segment.
struct Marks {
    int* values;  // one per layer of the tile
    long long from = -1;

    __device__ Marks(const Level& level, int* values, int thread, int left, int upper)
        : values(values) {
        constexpr int kMarked = kTileHeight + 2;
        if (!kOpen || thread >= 3 * kMarked) return;
        const int x = inside(level.x, left + (thread / kMarked - 1) * kTileWidth);
        const int y = inside(level.y, upper + thread % kMarked - 1);
        // Along a periodic axis, the last segment of a row comes before the first.
        const int segment = left == 0 && thread < kMarked && level.x.wraps ? level.segments - 1
                            : x >= 0                                       ? x / kSegment
                                                                           : -1;
        if (segment >= 0 && y >= 0) from = static_cast<long long>(y) * level.segments + segment;
    }
    __device__ bool is_other(const Level& level, int z) const {
        const long long layer = static_cast<long long>(level.segments) * level.y.cells;
        return kOpen && from >= 0 && z >= 0 && !level.clear[z * layer + from];
    }
    __device__ int& of(int z) const { return values[(z + kLayers) % kLayers]; }
};

}  // namespace glint::poisson_solver

/// Relaxes cells with even x + y + z, then cells with odd x + y + z, and writes the result to
/// `next`. Launch one block per tile, for levels with two colors only.
extern "C" __global__ void __launch_bounds__(256, 4)
    poisson_sweep(glint::poisson_solver::Level level, glint::poisson_solver::Value relaxation,
                  const glint::poisson_solver::Value* f, const double* given_mean,
                  const glint::poisson_solver::Value* p, glint::poisson_solver::Value* next) {
    using namespace glint::poisson_solver;
    __shared__ Value values[kLayers * kLayer];
    __shared__ int marks[kLayers];
    const Tile tile{values};
    const int thread = static_cast<int>(threadIdx.x);
    const int left = static_cast<int>(blockIdx.x) * kTileWidth;
    const int upper = static_cast<int>(blockIdx.y) * kTileHeight;
    const int begin = static_cast<int>(blockIdx.z) * kTileDepth;
    const int end = min(begin + kTileDepth, level.z.cells);
    const int nx = level.x.cells, ny = level.y.cells;
    const long long size = static_cast<long long>(nx) * ny;
    const Value mean = given_mean ? static_cast<Value>(*given_mean) : Value(0);
    constexpr unsigned kNowhere = 0xffffffff;
    unsigned from[kLoads];  // offsets, in a layer, of the values that the thread loads
#pragma unroll
    for (int i = 0; i < kLoads; ++i) {
        const int place = thread + i * kSweepThreads;
        const int x = inside(level.x, left + place % kRow - kHalo);
        const int y = inside(level.y, upper + place / kRow - kHalo);
        const bool is_there = place < kLayer && x >= 0 && y >= 0;
        from[i] = is_there ? static_cast<unsigned>(y) * nx + x : kNowhere;
    }
    const auto fetch = [&](int z, Value(&fetched)[kLoads]) {
        const int there = z < end + kHalo ? inside(level.z, z) : -1;
        const Value* const layer = p + there * size;
#pragma unroll
        for (int i = 0; i < kLoads; ++i)
            fetched[i] = there >= 0 && from[i] != kNowhere ? layer[from[i]] : Value(0);
    };
    Color<kFirstTurns> first;  // includes cells around the tile
#pragma unroll
    for (int i = 0; i < kFirstTurns; ++i)
        first.slots[i] = slot_of(level, thread + i * kSweepThreads, kFirstRow, kFirsts, 1, upper);
    Color<kSecondTurns> second;
#pragma unroll
    for (int i = 0; i < kSecondTurns; ++i)
        second.slots[i] =
            slot_of(level, thread + i * kSweepThreads, kSecondRow, kSeconds, 0, upper);
    const Marks others(level, marks, thread, left, upper);
    const auto grid_layer = [&](int z) {  // the grid's layer to relax, or -1
        return z >= begin - 1 && z <= end ? inside(level.z, z) : -1;
    };
    if (thread < kLayers) marks[thread] = 0;
    Value ahead[kLoads];
    fetch(begin - kHalo, ahead);
    bool is_other_ahead = false;
    __syncthreads();
    for (int z = begin - kHalo; z < end + kHalo + 1; ++z) {
        // Stores loaded values in layer z, relaxes the first color of layer z - 1 and the second
        // color of layer z - 2, and writes layer z - 3 to memory.
        Value* const coming = values + (z + kLayers) % kLayers * kLayer;
#pragma unroll
        for (int i = 0; i < kLoads; ++i)
            if (thread + i * kSweepThreads < kLayer) coming[thread + i * kSweepThreads] = ahead[i];
        if (is_other_ahead) others.of(z) = 1;
        __syncthreads();
        fetch(z + 1, ahead);
        is_other_ahead = others.is_other(level, grid_layer(z + 1));
        if (z - 3 >= begin && z - 3 < end) {
            const Value* const going = tile.layer(z - 3);
            Value* const to = next + (z - 3) * size;
#pragma unroll
            for (int i = 0; i < kTileWidth * kTileHeight / kSweepThreads; ++i) {
                const int place = thread + i * kSweepThreads;
                const int x = place % kTileWidth, y = place / kTileWidth;
                if (left + x < nx && upper + y < ny)
                    to[static_cast<unsigned>(upper + y) * nx + left + x] = going[y * kRow + x];
            }
        }
        if (const int there = grid_layer(z - 1); there >= 0) {
            if (kOpen && others.of(z - 1))
                first.relax<kOpen>(level, tile, z - 1, there, left + z, left, relaxation);
            else
                first.relax<false>(level, tile, z - 1, there, left + z, left, relaxation);
        }
        if (const int there = grid_layer(z); there >= 0)
            first.fetch(level, there, left + z + 1, left, f, mean);
        if (thread == 0) others.of(z + 1) = 0;
        __syncthreads();
        if (z - 2 >= begin && z - 2 < end) {
            if (kOpen && others.of(z - 2))
                second.relax<kOpen>(level, tile, z - 2, z - 2, left + z + 1, left, relaxation);
            else
                second.relax<false>(level, tile, z - 2, z - 2, left + z + 1, left, relaxation);
        }
        if (z - 1 >= begin && z - 1 < end) second.fetch(level, z - 1, left + z, left, f, mean);
    }
}
