// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

namespace example {

template <std::size_t n>
using Point = std::array<double, n>;

template <std::size_t n>
struct Minimum {
    Point<n> at{};
    double value = 0;
    int evaluations = 0;
};

/// Minimizes `loss` by the method of Nelder and Mead, "A Simplex Method for Function Minimization",
/// 1965. The first simplex has a vertex at `start` and edges of lengths `sides`. run() ends when
/// the values at the vertices differ by at most `tolerance`, or after `most` evaluations. `loss`
/// returns infinity for points that are not allowed.
template <std::size_t n>
class NelderMead {
public:
    NelderMead(std::function<double(const Point<n>&)> loss, const Point<n>& start,
               const Point<n>& sides)
        : loss_(std::move(loss)) {
        for (std::size_t i = 0; i <= n; ++i) {
            Point<n> at = start;
            if (i < n) at[i] += sides[i];
            simplex_[i] = tried(at);
        }
        sort();
    }

    Minimum<n> run(double tolerance, int most) {
        while (simplex_[n].value - simplex_[0].value > tolerance && evaluations_ < most) {
            improve();
            sort();
        }
        return {simplex_[0].at, simplex_[0].value, evaluations_};
    }

private:
    struct Vertex {
        Point<n> at{};
        double value = 0;
    };

    Vertex tried(const Point<n>& at) {
        ++evaluations_;
        return {at, loss_(at)};
    }
    void sort() { std::ranges::sort(simplex_, {}, &Vertex::value); }

    /// Evaluates the point centroid + way * (centroid - worst vertex). The centroid is the mean of
    /// all other vertices.
    Vertex along(double way) {
        Point<n> at{};
        for (std::size_t i = 0; i < n; ++i) {
            double middle = 0;
            for (std::size_t v = 0; v < n; ++v) middle += simplex_[v].at[i] / n;
            at[i] = middle + way * (middle - simplex_[n].at[i]);
        }
        return tried(at);
    }

    // Uses the paper's coefficients: reflection 1, expansion 2, contraction 1/2 and shrink 1/2.
    void improve() {
        Vertex& worst = simplex_[n];
        const Vertex reflected = along(1);
        if (reflected.value < simplex_[0].value) {
            const Vertex expanded = along(2);
            worst = expanded.value < reflected.value ? expanded : reflected;
        } else if (reflected.value < simplex_[n - 1].value) {
            worst = reflected;
        } else {
            const bool is_better = reflected.value < worst.value;
            const Vertex contracted = along(is_better ? 0.5 : -0.5);
            if (contracted.value < (is_better ? reflected : worst).value)
                worst = contracted;
            else
                shrink();
        }
    }

    void shrink() {
        for (std::size_t v = 1; v <= n; ++v) {
            Point<n> at = simplex_[v].at;
            for (std::size_t i = 0; i < n; ++i) at[i] = (at[i] + simplex_[0].at[i]) / 2;
            simplex_[v] = tried(at);
        }
    }

    std::function<double(const Point<n>&)> loss_;
    std::array<Vertex, n + 1> simplex_{};  // sorted by value, lowest first
    int evaluations_ = 0;
};

}  // namespace example
