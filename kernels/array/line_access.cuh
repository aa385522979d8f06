// How a thread reaches the elements of its lines.
#pragma once

#include <array/line_expression.cuh>

namespace glint::expression {

/// Where threads go across, those beside each other have neighbouring lines, and each of them has
/// kPack. Else a thread has one line, and takes kPack neighbours in it at a time.
constexpr int kLinesEach = kAcross ? kPack : 1;

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

struct Work {
    Index lines;  // or packs of them, across
    Index rows;   // of the loops, that a line goes over
};

/// The elements of a line by their number; of kPack neighbouring lines at a time, if across.
class Line {
public:
    /// `column` is that of the first line, if across.
    __device__ Line(const Operands& operands, const Output& output, Index first_row, Index column)
        : operands_(operands),
          output_(output),
          first_row_(first_row),
          column_(column),
          row_(operands, first_row) {}

    /// What reductions need of `Count` neighbours: from `element` on, or across of its number.
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
        if constexpr (kAcross) return element;
        // Both are positive, and 32 bits divide faster.
        const Index columns = operands_.extents.columns;
        if constexpr (sizeof(Index) == 4)
            return Index((unsigned int)element / (unsigned int)columns);
        return element / columns;
    }
    __device__ Index column_of(Index element, Index row) const {
        if constexpr (kAcross) return column_;
        return element - row * operands_.extents.columns;
    }

    const Operands& operands_;
    const Output& output_;
    Index first_row_, column_;
    Row row_;
};

}  // namespace glint::expression
