// Several steps of a scheme of five points in one pass over memory.
#pragma once

namespace glint {

/// The value of a cell, and those of its four neighbours.
template <class T>
struct Cross {
    T here, left, right, up, down;
};

/// `i` in a grid of `n` cells that wraps.
__device__ inline int wrapped(int i, int n) {
    i %= n;
    return i < 0 ? i + n : i;
}

/// The cross of cell `at`, of what `load(y width + x)` gives, in a grid that wraps.
template <class T, class Load>
__device__ Cross<T> cross_at(int2 at, int width, int height, const Load& load) {
    const int row = at.y * width, last_row = (height - 1) * width, i = row + at.x;
    return {load(i), load(at.x > 0 ? i - 1 : i + width - 1), load(at.x < width - 1 ? i + 1 : row),
            load(at.y > 0 ? i - width : last_row + at.x),
            load(at.y < height - 1 ? i + width : at.x)};
}

/// What `kSteps` steps of the scheme `next` do to a grid that wraps, where each step is
/// `value = next(Cross<T>)` for all cells at once. A block keeps 96 x 64 cells on the
/// multiprocessor and does all steps there. Cells that lie so near to the tile's edge that what
/// comes from outside reaches them are another block's: memory is read (1 + overlap) times and
/// written once for `kSteps` steps.
///
/// To be called by all threads of blocks of 32 x 8, one for each (96 - 2 kSteps) x (64 - 2 kSteps)
/// cells: `//@ steps 5 blocks 32 x 8 for 86 x 54`. `load(i)` gives the T of cell i = y width + x,
/// and `store(i, value)` takes it; what is stored must not be loaded again. T has 8 bytes at most.
/// Results have the bits of single steps if `next` leaves the compiler no choice of roundings: sums
/// of products as fmaf.
///
/// Matsumura, Zohouri, Wahib, Endo, Matsuoka, "AN5D: automated stencil framework for high-degree
/// temporal blocking on GPUs", 2020, describes the way: columns in registers, rows in shared
/// memory.
template <int kSteps, class T, class Load, class Next, class Store>
__device__ void steps_at_once(int width, int height, const Load& load, const Next& next,
                              const Store& store) {
    constexpr int kWidth = 96, kHeight = 64, kColumns = kWidth / 32, kRows = kHeight / 8;
    static_assert(sizeof(T) <= 8 && 2 * kSteps < kHeight, "a tile has room for this");
    __shared__ T tile[kHeight][kWidth];
    const int left = static_cast<int>(blockIdx.x) * (kWidth - 2 * kSteps) - kSteps;
    const int upper = static_cast<int>(blockIdx.y) * (kHeight - 2 * kSteps) - kSteps;
    const int first = static_cast<int>(threadIdx.y) * kRows;
    const int lane = static_cast<int>(threadIdx.x);
    T own[kColumns][kRows];
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
        const int row = wrapped(upper + first + r, height) * width;
#pragma unroll
        for (int c = 0; c < kColumns; ++c)
            own[c][r] = load(row + wrapped(left + lane + 32 * c, width));
    }
    for (int step = 0; step < kSteps; ++step) {
#pragma unroll
        for (int c = 0; c < kColumns; ++c)
#pragma unroll
            for (int r = 0; r < kRows; ++r) tile[first + r][lane + 32 * c] = own[c][r];
        __syncthreads();
#pragma unroll
        for (int c = 0; c < kColumns; ++c) {
            const int x = lane + 32 * c;
            const int before = x > 0 ? x - 1 : x, behind = x < kWidth - 1 ? x + 1 : x;
            const T below = tile[first + kRows < kHeight ? first + kRows : first][x];
            T above = tile[first > 0 ? first - 1 : first][x];
#pragma unroll
            for (int r = 0; r < kRows; ++r) {
                const T here = own[c][r];
                own[c][r] = next(Cross<T>{here, tile[first + r][before], tile[first + r][behind],
                                          above, r + 1 < kRows ? own[c][r + 1] : below});
                above = here;
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int c = 0; c < kColumns; ++c) {
        const int x = lane + 32 * c;
        if (x < kSteps || x >= kWidth - kSteps || left + x >= width) continue;
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
            const int y = first + r;
            if (y >= kSteps && y < kHeight - kSteps && upper + y < height)
                store((upper + y) * width + left + x, own[c][r]);
        }
    }
}

}  // namespace glint
