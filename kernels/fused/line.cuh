// SPDX-License-Identifier: MIT
// Assigns lines and their parts to threads, and accesses their elements.
//
// A line is the set of elements that are combined into one result of the reductions. Row-wise,
// adjacent threads process adjacent elements of the same line. Column-wise, adjacent elements
// belong to different lines, and each thread loops over the rows of its lines.
#pragma once

#include <fused/expression.cuh>
#include <fused/work.cuh>
#include <glint/ceil_div.cuh>

namespace glint::expression {

/// Column-wise, a thread has kPack adjacent lines. Row-wise, it has one line, and reads kPack
/// adjacent elements of that line together.
constexpr int kLinesEach = kColumnwise ? kPack : 1;

/// Number of lines per block, or of packs of lines if column-wise.
constexpr int kLines = kThreads / kGroup;

/// If elements are read only once, loads in flight matter more than occupancy. A thread may then
/// use as many registers as it needs.
constexpr bool kOnePass = kLevels == 1 && !kWhole;
constexpr int kMinBlocks = kOnePass ? 1 : 1024 / kThreads;

/// One value for each line of a thread. For a single line, this is not an array, because compilers
/// for CPUs tend to leave arrays in memory instead of registers.
template <class T, int Count>
struct PerLine {
    T of[Count];

    __device__ T& operator[](int i) { return of[i]; }
    __device__ const T& operator[](int i) const { return of[i]; }
};
template <class T>
struct PerLine<T, 1> {
    T only;

    __device__ T& operator[](int) { return only; }
    __device__ const T& operator[](int) const { return only; }
};

/// The part of its lines that a block processes: all of each line, unless several blocks share
/// lines. If there is one value per line, one block writes it.
class Share {
public:
    __device__ explicit Share(const Work& work) : work_(work) {}

    /// Returns the index of the block, where blocks that share a line count as one.
    __device__ long long block() const { return kParts ? blockIdx.x / parts() : blockIdx.x; }
    __device__ unsigned int part() const { return kParts ? blockIdx.x % parts() : 0; }
    /// The elements of the part, from begin() (inclusive) to end() (exclusive).
    __device__ Index begin() const { return kParts ? Index(part()) * Index(work_.part) : Index(0); }
    __device__ Index end() const {
        const Index size = Index(work_.size);
        if constexpr (!kParts) return size;
        const Index end = begin() + Index(work_.part);
        return end < size ? end : size;
    }

private:
    static constexpr bool kParts = kSplit && (kWhole || kPhase < kLevels);

    __device__ unsigned int parts() const { return (unsigned int)work_.parts; }

    const Work& work_;
};

/// The position of a thread's lines, if the thread has any.
struct LinePlace {
    unsigned int thread;  // index among the kGroup threads with the same lines
    Index row, column;    // position of the lines' first element
    Index number;         // index of the first line among all lines
    bool exists;

    /// Finds the thread's lines. Blocks that share a line count as one in `block`.
    __device__ LinePlace(const Operands& operands, const Work& work, long long block) {
        thread = kColumnwise   ? threadIdx.x / kLines
                 : kLines == 1 ? threadIdx.x
                               : threadIdx.x % kGroup;
        const Index own = kLines == 1   ? 0
                          : kColumnwise ? threadIdx.x % kLines
                                        : threadIdx.x / kGroup;
        const Index columns = operands.extents.columns, packs = columns / kPack;
        Index above = 0, pack = 0;
        if constexpr (kTiled) {  // a row of blocks covers adjacent packs
            const Index tiles = ceil_div(packs, kLines);
            above = Index(block) / tiles;
            pack = (Index(block) - above * tiles) * kLines + own;
            exists = kLines == 1 || pack < packs;
        } else {
            const long long line = block * kLines + own;
            exists = kLines == 1 || line < work.lines;
            above = kColumnwise ? Index(line) / packs : Index(line);
            pack = kColumnwise ? Index(line) - above * packs : 0;
        }
        row = above * Index(work.rows);
        column = pack * kPack;
        number = kColumnwise ? above * columns + column : above;
    }
};

/// Gives access to the elements of a line by index. Column-wise, to kPack adjacent lines at once.
class Line {
public:
    __device__ Line(const Operands& operands, const Output& output, const LinePlace& place)
        : operands_(operands),
          output_(output),
          first_row_(place.row),
          column_(place.column),
          row_(operands, place.row) {}

    /// Reads `Count` elements, starting at `element`: adjacent ones, or one per line if column-wise.
    template <int Count>
    __device__ void read(Index element, Inputs (&inputs)[Count]) const {
        if constexpr (kFlat) {
            read_reduced(operands_, row_, element, inputs);
        } else {
            const Index row = row_of(element);
            read_reduced(operands_, Row(operands_, first_row_ + row), column_of(element, row),
                         inputs);
        }
    }
    template <int Count>
    __device__ void read_others(Index element, Inputs (&inputs)[Count]) const {
        if constexpr (kFlat) {
            read_rest(operands_, row_, element, inputs);
        } else {
            const Index row = row_of(element);
            read_rest(operands_, Row(operands_, first_row_ + row), column_of(element, row), inputs);
        }
    }
    template <int Count>
    __device__ void write(Index element, const Value (&values)[Count]) const {
        const Index row = kFlat ? Index(0) : row_of(element);
        const Place<Index, kRank> place(operands_.extents, first_row_ + row);
        output_.write(output_.row(place), column_of(element, row), values);
    }

private:
    __device__ Index row_of(Index element) const {
        if constexpr (kColumnwise) return element;
        // Both numbers are positive, and unsigned 32-bit division is faster.
        const Index columns = operands_.extents.columns;
        if constexpr (sizeof(Index) == 4)
            return Index((unsigned int)element / (unsigned int)columns);
        return element / columns;
    }
    __device__ Index column_of(Index element, Index row) const {
        if constexpr (kColumnwise) return column_;
        return element - row * operands_.extents.columns;
    }

    const Operands& operands_;
    const Output& output_;
    Index first_row_, column_;
    Row row_;
};

}  // namespace glint::expression
