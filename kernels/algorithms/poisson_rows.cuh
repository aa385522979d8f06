// SPDX-License-Identifier: MIT
// Row-wise processing of levels, for CPUs. A block is one vector of threads that moves along rows.
// A row's cells share data, which is computed once. All but the outermost cells share weights.
#pragma once

#include <algorithms/poisson_transfer.cuh>

namespace glint::poisson_solver {

constexpr int kAcross = 2 * (kRank - 1);

/// Kinds of positions in a row. Inside: all faces are open, and both neighbors in the row have the
/// same width. Clear: all faces are open. AnyPosition: no assumption.
struct Inside {};
struct Clear {};
struct AnyPosition {};

/// Calls visit(where, x) for the cells from `begin` to `end` (exclusive) of row (y, z).
template <class Visit>
__device__ inline void each_in_row(const Level& level, Cell row, int begin, int end,
                                   const Visit& visit) {
    for (int first = begin; first < end; first += kLanes) {
        const int x = first + static_cast<int>(threadIdx.x);
        const bool is_inside = first > 0 && first + kLanes <= min(end, level.x.cells - 2);
        if (!is_clear(level, {first, row.y, row.z})) {
            if (x < end) visit(AnyPosition{}, x);
        } else if (is_inside) {
            visit(Inside{}, x);
        } else if (x < end) {
            visit(Clear{}, x);
        }
    }
}

/// A row's neighbors in other rows: the lower and upper neighbor along y, then along z.
struct Across {
    long long steps[kAcross];  // distance from the row, in cells; 0 if no neighbor exists
    Value weights[kAcross];
    const float* open[kAcross];
    // If all faces are open: weights of neighbors, of border values (which are 0), and their sum.
    Value inner[kAcross], outer = 0, sum = 0;

    __device__ Across(const Level& level, Cell row) {
        const long long nx = level.x.cells;
        add(level.y, row.y, nx, face_of(level, 1, row), 0);
        if constexpr (kRank == 3)
            add(level.z, row.z, nx * level.y.cells, face_of(level, 2, row), kAcross - 2);
    }

private:
    __device__ void add(const Axis& axis, int i, long long stride, long long face, int at) {
        set(at, step_below(axis, i) * stride, axis.low[i], axis.open + face);
        const bool is_round = i == axis.cells - 1 && axis.wraps;
        const long long above = is_round ? face - i * stride : face + stride;
        set(at + 1, step_above(axis, i) * stride, axis.high[i], axis.open + above);
    }
    __device__ void set(int at, long long step, Value weight, const float* faces) {
        steps[at] = step, weights[at] = weight, open[at] = faces;
        inner[at] = step ? weight : Value(0);
        outer += step ? Value(0) : weight;
        sum += weight;
    }
};

/// The values of a row, and the values next to its ends.
struct Numbers {
    const Value* values;
    int last;
    Value before, after;

    __device__ Numbers(const Axis& axis, const Value* values)
        : values(values),
          last(axis.cells - 1),
          before(axis.wraps ? values[axis.cells - 1] : Value(0)),
          after(axis.wraps ? values[0] : Value(0)) {}

    __device__ Value left_of(int x) const {
        Value left = before;
        if (x > 0) left = values[x - 1];
        return left;
    }
    __device__ Value right_of(int x) const {
        Value right = after;
        if (x < last) right = values[x + 1];
        return right;
    }
};

/// A row of a level, with its solution and right-hand side.
struct Row {
    const Level& level;
    Cell first;
    Across across;
    Value* p;
    const Value* f;
    Value mean;
    Numbers numbers;  // the values of p in this row
    Value along;      // weight of a neighbor in the row

    __device__ Row(const Level& level, Cell first, const Value* f, Value mean, Value* p)
        : level(level),
          first(first),
          across(level, first),
          p(p + index_of(level, first)),
          f(f + index_of(level, first)),
          mean(mean),
          numbers(level.x, this->p),
          along(level.x.low[min(1, level.x.cells - 1)]) {}

    __device__ Value diagonal_inside() const { return 2 * along + across.sum; }
    /// The diagonal coefficient of cells whose faces are all fully open.
    __device__ Value diagonal(int x) const { return level.x.low[x] + level.x.high[x] + across.sum; }
    __device__ Pull<Value> pull(Inside, int x) const {
        const Value here = p[x];
        Pull<Value> pull{along * ((p[x - 1] - here) + (p[x + 1] - here)), diagonal_inside()};
        pull.laplacian += laplacian_across(x, here);
        return pull;
    }
    __device__ Pull<Value> pull(Clear, int x) const {
        Pull<Value> pull = pull_along(x, level.x.low[x], level.x.high[x]);
        pull.laplacian += laplacian_across(x, p[x]);
        pull.diagonal += across.sum;
        return pull;
    }
    __device__ Pull<Value> pull(AnyPosition, int x) const {
        const long long face = face_of(level, 0, {x, first.y, first.z});
        Pull<Value> pull = pull_along(x, level.x.low[x] * open_below(level.x, face),
                                      level.x.high[x] * open_above(level.x, x, face, 1));
#pragma unroll
        for (int i = 0; i < kAcross; ++i) {
            const Value weight = across.weights[i] * (kOpen ? across.open[i][x] : 1);
            pull.laplacian += weight * (neighbor(p + x, across.steps[i]) - p[x]);
            pull.diagonal += weight;
        }
        return pull;
    }
    template <class Where>
    __device__ Value residual(Where where, int x) const {
        const Pull<Value> all = pull(where, x);
        return all.diagonal > 0 ? f[x] - mean - all.laplacian : Value(0);
    }

private:
    __device__ Pull<Value> pull_along(int x, Value low, Value high) const {
        const Value here = p[x];
        return {low * (numbers.left_of(x) - here) + high * (numbers.right_of(x) - here),
                low + high};
    }
    __device__ Value laplacian_across(int x, Value here) const {
        Value sum = 0;
#pragma unroll
        for (int i = 0; i < kAcross; ++i) sum += across.inner[i] * (p[x + across.steps[i]] - here);
        return sum - across.outer * here;
    }
};

/// The factors from a cell's residual to its update, to avoid slow divisions. If all faces are
/// open, the first cell and the last two have one factor each, and all others share one.
struct Steps {
    Value relaxation, inside, first, last_but_one, last;
    int end;

    __device__ Steps(const Row& row, Value relaxation)
        : relaxation(relaxation), end(row.level.x.cells) {
        inside = step(row.diagonal_inside());
        first = step(row.diagonal(0));
        last_but_one = step(row.diagonal(max(end - 2, 0)));
        last = step(row.diagonal(end - 1));
    }
    __device__ Value at(Inside, int, Value) const { return inside; }
    __device__ Value at(Clear, int x, Value) const {
        return x == 0 ? first : x == end - 1 ? last : x == end - 2 ? last_but_one : inside;
    }
    __device__ Value at(AnyPosition, int, Value diagonal) const { return step(diagonal); }

private:
    __device__ Value step(Value diagonal) const {
        return diagonal > 0 ? relaxation / diagonal : Value(0);
    }
};

/// Relaxes cells of one color. Stores other cells unchanged, so that whole rows are written.
struct Relax {
    const Row& row;
    Steps steps;
    int parity;

    template <class Where>
    __device__ void operator()(Where where, int x) const {
        const Pull<Value> all = row.pull(where, x);
        const Value change = all.laplacian - (row.f[x] - row.mean);
        const bool is_own = ((x + row.first.y + row.first.z + parity) & 1) == 0;
        const Value next = row.p[x] + steps.at(where, x, all.diagonal) * change;
        row.p[x] = is_own ? next : row.p[x];
    }
};

__device__ inline void relax_row(const Row& row, int parity, Value relaxation) {
    each_in_row(row.level, row.first, 0, row.level.x.cells,
                Relax{row, Steps(row, relaxation), parity});
}

__device__ inline Value value_of(const double* mean) {
    return mean ? static_cast<Value>(*mean) : Value(0);
}

/// Adds a row's residuals, times the row's share of a coarse row, to the sums of other rows.
struct AddResiduals {
    const Row& row;
    Value share;
    bool is_first;
    Value* sums;  // starting at cell `begin`
    int begin;

    template <class Where>
    __device__ void operator()(Where where, int x) const {
        const Value before = is_first ? Value(0) : sums[x - begin];
        sums[x - begin] = before + share * row.residual(where, x);
    }
};

/// Sums the residuals of all fine rows in a coarse row, weighted by their shares.
__device__ inline void sum_residuals(const Level& fine, const Level& coarse, const Box& box,
                                     const Value* f, Value mean, const Value* p, Value* sums) {
    bool is_first = true;
    for (int z = box.begin.z; z < box.end.z; ++z)
        for (int y = box.begin.y; y < box.end.y; ++y) {
            const Row row(fine, {0, y, z}, f, mean, const_cast<Value*>(p));
            const Value share = share_of(fine.y, coarse.y, y) * share_of(fine.z, coarse.z, z);
            each_in_row(fine, row.first, box.begin.x, box.end.x,
                        AddResiduals{row, share, is_first, sums, box.begin.x});
            is_first = false;
        }
}

/// Two adjacent numbers.
struct Two {
    Value x, y;
};

/// Returns how many cells of a coarse row consist of two fine cells of equal width.
__device__ inline int pairs_of(const Axis& fine, const Axis& coarse) {
    return fine.cells == 2 * coarse.cells ? coarse.cells : coarse.cells - 1;
}

/// Sets f in the cells from `begin` to `end` (exclusive) of a coarse row, and sets p to 0.
__device__ inline void join_pairs(const Level& fine, const Level& coarse, Cell row, int begin,
                                  int end, const Value* sums, Value* coarse_f, Value* coarse_p) {
    const int pairs = pairs_of(fine.x, coarse.x);
    for (int x = begin + static_cast<int>(threadIdx.x); x < end; x += kLanes) {
        Value sum = 0;
        if (!fine.x.halves) {
            sum = sums[x - begin];
        } else if (x < pairs) {
            const Two two = reinterpret_cast<const Two*>(sums)[x - begin];
            sum = (two.x + two.y) / 2;
        } else {
            for (int i = 2 * x; i < fine.x.cells; ++i)
                sum += share_of(fine.x, coarse.x, i) * sums[i - 2 * begin];
        }
        const long long at = index_of(coarse, {x, row.y, row.z});
        coarse_f[at] = sum;
        coarse_p[at] = 0;
    }
}

constexpr int kPart = 512;  // coarse cells that are restricted at a time

/// Computes a row of the coarser level's right-hand side. `sums` holds 2 * kPart + 1 numbers.
__device__ inline void restrict_row(const Level& fine, const Level& coarse, Cell row,
                                    const Value* f, Value mean, const Value* p, Value* sums,
                                    Value* coarse_f, Value* coarse_p) {
    for (int begin = 0; begin < coarse.x.cells; begin += kPart) {
        const int end = min(begin + kPart, coarse.x.cells);
        Box box = children_of(fine, coarse, {begin, row.y, row.z});
        box.end.x = first_child(fine.x, coarse.x, end);
        sum_residuals(fine, coarse, box, f, mean, p, sums);
        __syncwarp();
        join_pairs(fine, coarse, {0, row.y, row.z}, begin, end, sums, coarse_f, coarse_p);
        __syncwarp();
    }
}

/// Weights of coarse rows (the parent row and the rows next to it) in a fine row's correction.
struct Leans {
    long long steps[kRank - 1];
    Value parts[kRank - 1], outer = 0;

    __device__ Leans(const Level& fine, const Level& coarse, Cell row, Cell parent) {
        const long long nx = coarse.x.cells;
        set(0, fine.y, coarse.y, row.y, parent.y, nx);
        if constexpr (kRank == 3)
            set(kRank - 2, fine.z, coarse.z, row.z, parent.z, nx * coarse.y.cells);
    }
    __device__ Value at(const Value* e, int x) const {
        Value sum = e[x] - outer * e[x];
#pragma unroll
        for (int i = 0; i < kRank - 1; ++i) sum += parts[i] * (e[x + steps[i]] - e[x]);
        return sum;
    }

private:
    __device__ void set(int at, const Axis& fine, const Axis& coarse, int i, int parent,
                        long long stride) {
        const Value toward = fine.toward[i];
        const int step = toward < 0 ? step_below(coarse, parent) : step_above(coarse, parent);
        steps[at] = step * stride;
        parts[at] = step ? fabs(toward) : Value(0);
        outer += step ? Value(0) : fabs(toward);
    }
};

/// Adds the coarser level's correction to a row in which each coarse cell has two fine cells.
__device__ inline void prolong_pairs(const Level& fine, const Level& coarse, Cell row,
                                     const Value* e, Value* p) {
    const Cell parent{0, parent_of(fine.y, coarse.y, row.y), parent_of(fine.z, coarse.z, row.z)};
    const Leans leans(fine, coarse, row, parent);
    const Value* const own = e + index_of(coarse, parent);
    Value* const to = p + index_of(fine, row);
    const int last = coarse.x.cells - 1, pairs = pairs_of(fine.x, coarse.x);
    const Numbers numbers(coarse.x, own);
    const auto add = [&](int x, Value lower, Value upper) {
        Two two = reinterpret_cast<const Two*>(to)[x];
        const Value both = leans.at(own, x);
        two.x += both + lower, two.y += both + upper;
        reinterpret_cast<Two*>(to)[x] = two;
    };
    for (int first = 0; first <= last; first += kLanes) {
        const int x = first + static_cast<int>(threadIdx.x);
        const bool is_clear_there = is_clear(coarse, {first, parent.y, parent.z});
        if (is_clear_there && first > 0 && first + kLanes < last) {
            add(x, Value(0.25) * (own[x - 1] - own[x]), Value(0.25) * (own[x + 1] - own[x]));
        } else if (is_clear_there && x < pairs) {
            const Two toward = reinterpret_cast<const Two*>(fine.x.toward)[x];
            add(x, -toward.x * (numbers.left_of(x) - own[x]),
                toward.y * (numbers.right_of(x) - own[x]));
        } else if (x <= last) {
            for (int i = 2 * x; i < (x < last ? 2 * x + 2 : fine.x.cells); ++i)
                to[i] += correction_at(fine, coarse, {i, row.y, row.z}, e);
        }
    }
}

__device__ inline void prolong_row(const Level& fine, const Level& coarse, Cell row, const Value* e,
                                   Value* p) {
    if (fine.x.halves) return prolong_pairs(fine, coarse, row, e, p);
    for (int x = static_cast<int>(threadIdx.x); x < fine.x.cells; x += kLanes) {
        const Cell c{x, row.y, row.z};
        p[index_of(fine, c)] += correction_at(fine, coarse, c, e);
    }
}

}  // namespace glint::poisson_solver
