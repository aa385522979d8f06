// SPDX-License-Identifier: MIT
// Several steps of a five-point scheme in one pass over memory (temporal blocking).
#pragma once

#include <glint/atomic.cuh>
#include <glint/lanes.cuh>

namespace glint {

/// The values of a cell and of its four neighbors.
template <class T>
struct Cross {
    T here, left, right, down, up;  ///< the y coordinate of `up` is greater by 1
};

/// Wraps the index `i` in a periodic grid of `n` cells. The division is needed only in small grids,
/// where offsets can exceed the grid's size.
__device__ inline int wrapped(int i, int n) {
    i += i < 0 ? n : i >= n ? -n : 0;
    if (i >= 0 && i < n) return i;
    i %= n;
    return i < 0 ? i + n : i;
}

/// Returns the cross of cell `at` in a periodic grid. `load(y width + x)` returns a cell's value.
template <class T, class Load>
__device__ Cross<T> cross_at(int2 at, int width, int height, const Load& load) {
    const int row = at.y * width, last_row = (height - 1) * width, i = row + at.x;
    return {load(i), load(at.x > 0 ? i - 1 : i + width - 1), load(at.x < width - 1 ? i + 1 : row),
            load(at.y > 0 ? i - width : last_row + at.x),
            load(at.y < height - 1 ? i + width : at.x)};
}

#ifdef __GLINT_CPU__

namespace detail {

/// A row of a tile, stored as planes of words, so that vectors of adjacent cells can be read.
template <class T, int kWidth>
struct TileRow {
    using Word = typename AtomicWord<sizeof(T) % 4 == 0 ? 4 : sizeof(T) % 2 == 0 ? 2 : 1>::Type;
    static constexpr int kWords = sizeof(T) / sizeof(Word), kMargin = 16;  // words at both ends
    Word words[kWords][kWidth + 2 * kMargin];

    __device__ T get(int x) const {
        Word parts[kWords];
        for (int w = 0; w < kWords; ++w) parts[w] = words[w][kMargin + x];
        T value;
        memcpy(&value, parts, sizeof(T));
        return value;
    }
    __device__ void set(int x, const T& value) {
        Word parts[kWords];
        memcpy(parts, &value, sizeof(T));
        for (int w = 0; w < kWords; ++w) words[w][kMargin + x] = parts[w];
    }
};

/// The last rows of a tile after some step. Each lane stores every 32nd column.
template <class T, int kColumns>
struct LastRows {
    static constexpr unsigned int kRows = 4;
    TileRow<T, 32 * kColumns> rows[kRows];

    __device__ void add(unsigned int y, const T (&row)[kColumns]) {
#pragma unroll
        for (int c = 0; c < kColumns; ++c) rows[y % kRows].set(threadIdx.x + 32 * c, row[c]);
    }
    /// Computes row y - 1 one step later. `row` contains row y, and is replaced by the result.
    template <class Next>
    __device__ void step(unsigned int y, T (&row)[kColumns], const Next& next) const {
        const auto &here = rows[(y - 1) % kRows], &above = rows[(y - 2) % kRows];
#pragma unroll
        for (int c = 0; c < kColumns; ++c) {
            const int x = static_cast<int>(threadIdx.x) + 32 * c;
            row[c] =
                next(Cross<T>{here.get(x), here.get(x - 1), here.get(x + 1), above.get(x), row[c]});
        }
    }
};

}  // namespace detail
#endif

/// Computes `kSteps` steps of the scheme `next` on a periodic grid; each step computes `value =
/// next(Cross<T>)` in all cells. A block takes a tile of 96 x 64 cells through all steps. Cells
/// near the tile's edge would need data from outside; other blocks store those cells. Per `kSteps`
/// steps, memory is read (1 + overlap) times and written once.
///
/// Call it in all threads of blocks of 32 x 8, one block for each (96 - 2 kSteps) x (64 - 2
/// kSteps) cells: `//@ steps 5 blocks 32 x 8 for 86 x 54`. `load(i)` gives the T of cell i = y
/// width + x, and `store(i, value)` stores it. Stored values must not be loaded again in the same
/// launch. T has at most 8 bytes; at that size, a CPU supports 12 steps. Results are bit-identical
/// to single steps if `next` leaves the compiler no choice of roundings: write sums of products
/// with fmaf.
///
/// Tiles that compute several steps in registers are described in Matsumura, Zohouri, Wahib, Endo,
/// Matsuoka, "AN5D: automated stencil framework for high-degree temporal blocking on GPUs", 2020.
#ifdef __GLINT_CPU__

// On a CPU, one warp does all the work of a block. The warp moves down the tile and computes as
// many steps of each row as the rows above allow. It stores only the last rows after each step,
// which fit into the core's L1 cache.
template <int kSteps, class T, class Load, class Next, class Store>
__device__ void steps_at_once(int width, int height, const Load& load, const Next& next,
                              const Store& store) {
    constexpr int kColumns = 3, kWidth = 32 * kColumns, kHeight = 64;
    __shared__ detail::LastRows<T, kColumns> kept[kSteps];
    static_assert(sizeof(T) <= 8 && sizeof(kept) <= 48 * 1024, "too many steps for the tile");
    if (threadIdx.y > 0) return;
    const int lane = static_cast<int>(threadIdx.x);
    const int left = static_cast<int>(blockIdx.x) * (kWidth - 2 * kSteps) - kSteps;
    const int upper = static_cast<int>(blockIdx.y) * (kHeight - 2 * kSteps) - kSteps;
    const bool wraps = left < 0 || left + kWidth > width;
    for (int y = 0; y < kHeight; ++y) {
        const int from = wrapped(upper + y, height) * width;
        T row[kColumns];
#pragma unroll
        for (int c = 0; c < kColumns; ++c) {
            const int x = left + lane + 32 * c;
            if (wraps)
                row[c] = load(from + wrapped(x, width));
            else
                row[c] = load(from + x);
        }
        __syncwarp();
#pragma unroll
        for (int step = 0; step < kSteps; ++step) {
            kept[step].add(y - step, row);
            if (y < 2 * (step + 1)) break;
            kept[step].step(y - step, row, next);
        }
        const int to = upper + y - kSteps;
        if (y < 2 * kSteps || to >= height) continue;
#pragma unroll
        for (int c = 0; c < kColumns; ++c) {
            const int x = lane + 32 * c;
            if (x >= kSteps && x < kWidth - kSteps && left + x < width)
                store(to * width + left + x, row[c]);
        }
    }
}

#else

// On a GPU, a warp has 8 rows of the tile. Each lane has three adjacent columns and exchanges
// neighbors with shuffles. Only the first and last rows of warps go through shared memory. This
// memory is double-buffered, so that a step needs only one barrier.
template <int kSteps, class T, class Load, class Next, class Store>
__device__ void steps_at_once(int width, int height, const Load& load, const Next& next,
                              const Store& store) {
    constexpr int kWarps = 8, kRows = 8, kColumns = 3;  // rows and columns per thread
    constexpr int kWidth = 32 * kColumns, kHeight = kWarps * kRows;
    static_assert(sizeof(T) <= 8 && 2 * kSteps < kHeight, "too many steps for the tile");
    __shared__ T first_rows[2][kWarps][kWidth], last_rows[2][kWarps][kWidth];
    const int lane = static_cast<int>(threadIdx.x), warp = static_cast<int>(threadIdx.y);
    const int left = static_cast<int>(blockIdx.x) * (kWidth - 2 * kSteps) - kSteps;
    const int upper = static_cast<int>(blockIdx.y) * (kHeight - 2 * kSteps) - kSteps + warp * kRows;
    T own[kRows][kColumns];
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
        const int row = wrapped(upper + r, height) * width;
#pragma unroll
        for (int c = 0; c < kColumns; ++c)
            own[r][c] = load(row + wrapped(left + lane * kColumns + c, width));
    }
#pragma unroll 2  // makes `turn` a constant; full unrolling takes twice as long to compile
    for (int step = 0; step < kSteps; ++step) {
        const int turn = step % 2;
#pragma unroll
        for (int c = 0; c < kColumns; ++c) {
            first_rows[turn][warp][lane * kColumns + c] = own[0][c];
            last_rows[turn][warp][lane * kColumns + c] = own[kRows - 1][c];
        }
        __syncthreads();
        T above[kColumns], below[kColumns];
#pragma unroll
        for (int c = 0; c < kColumns; ++c) {
            above[c] = last_rows[turn][warp > 0 ? warp - 1 : 0][lane * kColumns + c];
            below[c] = first_rows[turn][warp + 1 < kWarps ? warp + 1 : warp][lane * kColumns + c];
        }
#pragma unroll
        for (int r = 0; r < kRows; ++r) {
            T before = shuffle_up(own[r][kColumns - 1], 1);
            const T after = shuffle_down(own[r][0], 1);
#pragma unroll
            for (int c = 0; c < kColumns; ++c) {
                const T here = own[r][c];
                own[r][c] = next(Cross<T>{here, before, c + 1 < kColumns ? own[r][c + 1] : after,
                                          above[c], r + 1 < kRows ? own[r + 1][c] : below[c]});
                before = above[c] = here;
            }
        }
    }
    // Adjacent lanes write to adjacent addresses, in a buffer that other warps no longer read.
    T* passed = first_rows[kSteps % 2][warp];
#pragma unroll
    for (int r = 0; r < kRows; ++r) {
        const int y = warp * kRows + r;
#pragma unroll
        for (int c = 0; c < kColumns; ++c) passed[lane * kColumns + c] = own[r][c];
        __syncwarp();
        if (y >= kSteps && y < kHeight - kSteps && upper + r < height)
#pragma unroll
            for (int c = 0; c < kColumns; ++c) {
                const int x = lane + 32 * c;
                if (x >= kSteps && x < kWidth - kSteps && left + x < width)
                    store((upper + r) * width + left + x, passed[x]);
            }
        __syncwarp();
    }
}

#endif

}  // namespace glint
