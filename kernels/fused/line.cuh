// SPDX-License-Identifier: MIT
// Which line a thread has, which part of it, and how it reaches the elements.
//
// A line is all elements that one result of the reductions is made of. Row-wise, adjacent threads
// take adjacent elements of the same line. Column-wise, adjacent elements are of different lines,
// and each thread goes down the rows of its own.
#pragma once

#include <fused/expression.cuh>
#include <fused/work.cuh>
#include <glint/ceil_div.cuh>

namespace glint::expression {

/// Column-wise a thread has kPack adjacent lines. Row-wise it has one, and takes kPack adjacent
/// elements of it at a time.
constexpr int kLinesEach = kColumnwise ? kPack : 1;

/// The lines of a block or, column-wise, packs of them.
constexpr int kLines = kThreads / kGroup;

/// Where elements are read once, many reads under way do more than many warps, and a thread may
/// have all the registers that these take.
constexpr bool kOnePass = kLevels == 1 && !kWhole;
constexpr int kLeastBlocks = kOnePass ? 1 : 1024 / kThreads;

/// One for each line of a thread; for one line no array, which compilers for the CPU would take for
/// memory for longer.
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

/// The part of its lines that a block has where several share them, and else all of them. One block
/// is enough to write one value.
class Share {
public:
    __device__ explicit Share(const Work& work) : work_(work) {}

    /// Which block it is of all that the lines make.
    __device__ long long block() const { return kParts ? blockIdx.x / parts() : blockIdx.x; }
    __device__ unsigned int part() const { return kParts ? blockIdx.x % parts() : 0; }
    /// The elements of the part, from begin() to before end().
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

/// Where a thread finds its lines, if there are any for it.
struct LinePlace {
    unsigned int thread;  // of the kGroup that have these lines
    Index row, column;    // of their first element
    Index number;         // of the first of them among all lines
    bool exists;

    /// The thread's lines in block number `block` of all that the lines make.
    __device__ LinePlace(const Operands& operands, const Work& work, long long block) {
        thread = kColumnwise   ? threadIdx.x / kLines
                 : kLines == 1 ? threadIdx.x
                               : threadIdx.x % kGroup;
        const Index own = kLines == 1   ? 0
                          : kColumnwise ? threadIdx.x % kLines
                                        : threadIdx.x / kGroup;
        const Index columns = operands.extents.columns, packs = columns / kPack;
        Index above = 0, pack = 0;
        if constexpr (kTiled) {  // in rows of blocks, each for adjacent packs
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

/// The elements of a line by their number; column-wise of kPack adjacent lines at a time.
class Line {
public:
    __device__ Line(const Operands& operands, const Output& output, const LinePlace& place)
        : operands_(operands),
          output_(output),
          first_row_(place.row),
          column_(place.column),
          row_(operands, place.row) {}

    /// What reductions need of `Count` neighbours: from `element` on, or column-wise of its number.
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
        // Both are positive, and 32 bits divide faster.
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
