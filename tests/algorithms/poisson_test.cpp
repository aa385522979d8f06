// SPDX-License-Identifier: MIT
#include <glint/algorithms/poisson.hpp>

#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <random>
#include <span>

#include <gtest/gtest.h>

#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>
#include <glint/driver/executable_graph.hpp>
#include <glint/driver/graph.hpp>

#include <support/backends.hpp>
#include <support/thorough.hpp>

#include "poisson_reference.hpp"
#include "refusal.hpp"

namespace glint {
namespace {

Values random_values(std::size_t count, unsigned seed = 1) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    Values values(count);
    for (double& each : values) each = uniform(generator);
    return values;
}

template <class T>
std::vector<T> as(const Values& values) {
    return std::vector<T>(values.begin(), values.end());
}
Values wide(const std::vector<float>& values) { return Values(values.begin(), values.end()); }
Values wide(const std::vector<double>& values) { return values; }

double norm(const Values& values) {
    return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
}
double largest_difference(const Values& a, const Values& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
    return most;
}

class PoissonTest : public test::OnEachBackend {
protected:
    template <class T>
    Array<T> array(const Shape& shape, const Values& values) {
        Array<T> result(stream_, shape);
        result.assign(as<T>(values));
        return result;
    }
    template <class T>
    Poisson<T> plan(const Reference& reference, PoissonOptions options = {}) {
        options.borders = reference.borders;
        options.spacing =
            detail::PerAxis<double>(std::span(reference.spacing.begin(), reference.shape.rank()));
        Poisson<T> poisson(stream_, reference.shape, options);
        if (reference.open.empty()) return poisson;
        std::vector<Array<float>> open;
        for (std::size_t axis = 0; axis < reference.shape.rank(); ++axis) {
            Shape faces = reference.shape;
            ++faces[axis];
            open.emplace_back(stream_, faces);
            open.back().assign(reference.open[axis]);
        }
        if (open.size() == 2)
            poisson.set_openness({std::as_const(open[0]).view(), std::as_const(open[1]).view()});
        else
            poisson.set_openness({std::as_const(open[0]).view(), std::as_const(open[1]).view(),
                                  std::as_const(open[2]).view()});
        return poisson;
    }
    /// A right-hand side with a known solution `p`, which is 0 in solid cells. Where the solution
    /// is unique only up to a constant, `p` has mean 0.
    struct Problem {
        Values p, f;
    };
    static Problem problem(const Reference& reference, bool is_closed) {
        Values p = random_values(reference.size());
        double sum = 0, count = 0;
        const auto is_fluid = [&](std::size_t i) { return !reference.is_solid(p, i); };
        for (std::size_t i = 0; i < p.size(); ++i) {
            if (is_fluid(i)) sum += p[i];
            count += is_fluid(i);
        }
        for (std::size_t i = 0; i < p.size(); ++i)
            p[i] = is_fluid(i) ? p[i] - (is_closed ? sum / count : 0) : 0;
        return {.p = p, .f = reference.laplacian(p)};
    }
    template <class T>
    Values solved(const Reference& reference, const Values& f, const PoissonLimits& limits,
                  PoissonReport* report = nullptr) {
        Poisson<T> poisson = plan<T>(reference);
        const Array<T> right = array<T>(reference.shape, f);
        Array<T> p = zeros<T>(stream_, reference.shape);
        const PoissonReport made = poisson.solve(right.view(), p.view(), limits);
        if (report) *report = made;
        return wide(p.to_vector());
    }
    void expect_solved(const Reference& reference, bool is_closed, std::size_t cycles = 30) {
        SCOPED_TRACE(to_string(reference.shape));
        const Problem given = problem(reference, is_closed);
        PoissonReport report;
        const Values p = solved<double>(reference, given.f, {1e-11, cycles}, &report);
        EXPECT_TRUE(report.has_converged) << report.residual();
        EXPECT_EQ(report.residuals.size(), report.cycles + 1);
        EXPECT_LT(largest_difference(p, given.p), 1e-7);
    }
    /// Factor by which one cycle reduces the residual, averaged over the second to the tenth cycle.
    double factor(const Reference& reference) {
        PoissonReport report;
        solved<double>(reference, problem(reference, false).f, {1e-13, 10}, &report);
        const auto& r = report.residuals;
        return std::pow(r.back() / r[2], 1.0 / static_cast<double>(r.size() - 3));
    }

    Device device_ = open();
    Stream stream_{device_};
};

/// Closes all faces around the cells for which `is_solid` returns true.
void close(Reference& reference, const std::function<bool(const Values&)>& is_solid) {
    for (std::size_t axis = 0; axis < reference.shape.rank(); ++axis) {
        Shape faces = reference.shape;
        ++faces[axis];
        reference.open.emplace_back(faces.size(), 1.0f);
    }
    for (std::size_t at = 0; at < reference.size(); ++at) {
        auto index = reference.index(at);
        if (!is_solid(Values(index.begin(), index.end()))) continue;
        for (std::size_t axis = 0; axis < reference.shape.rank(); ++axis) {
            auto above = index;
            ++above[axis];
            reference.open[axis][reference.face_place(index, axis)] = 0;
            reference.open[axis][reference.face_place(above, axis)] = 0;
        }
    }
}

Reference with_random_openness(Reference reference) {
    for (std::size_t axis = 0; axis < reference.shape.rank(); ++axis) {
        Shape faces = reference.shape;
        ++faces[axis];
        Values open = random_values(faces.size(), static_cast<unsigned>(axis) + 7);
        for (double& each : open) each = std::max(0.0, each);
        reference.open.push_back(as<float>(open));
    }
    return reference;
}

Reference with_ball(Reference reference, const Values& centre, double radius) {
    close(reference, [&](const Values& i) {
        double square = 0;
        for (std::size_t axis = 0; axis < i.size(); ++axis)
            square += (i[axis] - centre[axis]) * (i[axis] - centre[axis]);
        return square < radius * radius;
    });
    return reference;
}

TEST_P(PoissonTest, ResidualMatchesTheDocumentedOperator) {
    const Reference cases[] = {
        {{5, 7, 6}, {kRound, {neumann, dirichlet}, kFixed}},
        {{4, 9}, {{dirichlet, neumann}, kRound}, {0.25, 3}},
        {{1, 5}, {kRound, kClosed}},
        with_random_openness({{6, 5, 7}, {kRound, kClosed, kFixed}, {0.5, 1, 2}}),
        {{5, 7, 6}, {kFixed, kClosed, kRound}, {0.5, 1, 2}},
        {{2, 1, 2}, {kRound, kFixed, kRound}},
        with_random_openness({{8, 5}, {kFixed, kRound}}),
    };
    // Each kind of borders takes seconds to compile on a CPU.
    for (const Reference& reference : std::span(cases).first(test::rounds(4u, 7u))) {
        SCOPED_TRACE(to_string(reference.shape));
        const Values p = random_values(reference.size()), f = random_values(reference.size(), 2);
        const Values laplacian = reference.laplacian(p);
        Values expected(f.size());
        for (std::size_t i = 0; i < f.size(); ++i)
            expected[i] = reference.is_solid(p, i) ? 0 : f[i] - laplacian[i];
        Poisson<float> poisson = plan<float>(reference);
        Array<float> residual(stream_, reference.shape);
        poisson.residual(array<float>(reference.shape, f).view().as_const(),
                         array<float>(reference.shape, p).view().as_const(), residual.view());
        if (reference.borders == Borders{kRound, kClosed}) {
            // Without a Dirichlet border the mean of f is ignored.
            const double mean = std::accumulate(f.begin(), f.end(), 0.0) / double(f.size());
            for (double& each : expected) each -= mean;
        }
        EXPECT_LT(largest_difference(wide(residual.to_vector()), expected), 1e-4);
    }
}

TEST_P(PoissonTest, SolvesAllBoundaryConditionsAndSizes) {
    expect_solved({{37, 50}, {kClosed, kClosed}}, true);
    expect_solved({{97, 61}, {{dirichlet, neumann}, kRound}}, false);
    expect_solved({{20, 1, 30}, {{neumann, dirichlet}, kFixed, kClosed}}, false);
    if constexpr (!test::kThorough) return;
    expect_solved({{1, 100}, {kClosed, kFixed}}, false, 60);
    expect_solved({{7, 5}, {kClosed, kRound}}, true);
    expect_solved({{13, 27, 19}, {kRound, kRound, kRound}}, true);
    expect_solved({{32, 32}, {kFixed, kFixed}}, false);
    expect_solved({{61, 33}, {kRound, kRound}}, true);
    expect_solved({{100, 1}, {{dirichlet, neumann}, kRound}}, false, 60);
    expect_solved({{16, 16, 16}, {kFixed, kClosed, kRound}}, false);
    expect_solved({{33, 21, 17}, {kClosed, kClosed, kClosed}}, true);
}

TEST_P(PoissonTest, SolvesNonSquareCells) {
    expect_solved({{12, 20, 40}, {kClosed, kRound, kFixed}, {3, 1, 0.25}}, false, 60);
    if constexpr (test::kThorough)
        expect_solved({{64, 48}, {kFixed, kClosed}, {0.1, 1}}, false, 60);
}

TEST_P(PoissonTest, SolvesAroundObstaclesAndThinWalls) {
    expect_solved(with_ball({{24, 30, 28}, {kClosed, kRound, kClosed}}, {12, 11, 15}, 6), true);
    Reference wall{{48, 48}, {kClosed, kClosed}};
    close(wall, [](const Values& i) { return i[0] == 21 && i[1] < 36; });
    expect_solved(wall, true, 400);
    if constexpr (!test::kThorough) return;
    expect_solved(with_ball({{48, 60}, {kClosed, {neumann, dirichlet}}}, {20, 30}, 9), false);
    Reference part{{30, 40}, {kFixed, kRound}};
    part.open = {std::vector<float>(31 * 40, 0.3f), std::vector<float>(30 * 41, 0.7f)};
    expect_solved(part, false);
}

TEST_P(PoissonTest, EachCycleReducesTheResidualTenfold) {
    EXPECT_LE(factor({{33, 31, 37}, {kClosed, kFixed, {neumann, dirichlet}}}), 0.12);
    EXPECT_LE(factor(with_ball({{40, 40, 40}, {kClosed, kClosed, kClosed}}, {19, 17, 21}, 9)),
              0.12);
    EXPECT_LE(factor({{75, 61}, {kRound, kRound}}), 0.16);
    if constexpr (!test::kThorough) return;
    EXPECT_LE(factor({{1, 200}, {kClosed, kFixed}}), 0.45);
    EXPECT_LE(factor(with_ball({{96, 96}, {kClosed, {neumann, dirichlet}}}, {47, 40}, 17)), 0.15);
    EXPECT_LE(factor({{32, 32, 32}, {kFixed, kFixed, kFixed}}), 0.12);
    EXPECT_LE(factor({{48, 48, 48}, {kClosed, kClosed, kClosed}}), 0.12);
    EXPECT_LE(factor({{32, 32, 32}, {kRound, kRound, kRound}}), 0.12);
    EXPECT_LE(factor({{33, 31, 37}, {kRound, kRound, kRound}}), 0.16);
    EXPECT_LE(factor({{128, 128}, {kFixed, kFixed}}), 0.13);
    EXPECT_LE(factor({{96, 80}, {kClosed, kRound}}), 0.13);
}

/// Maximum error of the solution in the unit square or cube. In 2D, the exact solution is cos(pi a)
/// sin(pi b), where a and b are the coordinates along the first and second dimension. In 3D, it is
/// multiplied by sin(2 pi c).
template <class Solve>
double discretization_error(std::size_t side, std::size_t rank, const Solve& solve) {
    Reference reference{Shape{side, side}, {kClosed, kFixed}};
    if (rank == 3) reference = {{side, side, side}, {kClosed, kFixed, kRound}};
    const double h = 1 / static_cast<double>(side), pi = std::numbers::pi;
    reference.spacing = {h, h, h};
    Values exact(reference.size()), f(reference.size());
    for (std::size_t i = 0; i < f.size(); ++i) {
        const auto index = reference.index(i);
        const auto at = [&](std::size_t axis) {
            return (static_cast<double>(index[axis]) + 0.5) * h;
        };
        exact[i] = std::cos(pi * at(0)) * std::sin(pi * at(1));
        if (rank == 3) exact[i] *= std::sin(2 * pi * at(2));
        f[i] = -(rank == 3 ? 6 : 2) * pi * pi * exact[i];
    }
    return largest_difference(solve(reference, f), exact);
}

TEST_P(PoissonTest, IsOfSecondOrder) {
    const auto solve = [&](const Reference& reference, const Values& f) {
        return solved<double>(reference, f, {1e-10, 30});
    };
    const double coarse = discretization_error(20, 2, solve);
    EXPECT_LT(coarse, 0.01);
    EXPECT_NEAR(coarse / discretization_error(40, 2, solve), 4, 0.05);
    EXPECT_NEAR(discretization_error(12, 3, solve) / discretization_error(24, 3, solve), 4, 0.2);
}

TEST_P(PoissonTest, FloatReachesItsPrecision) {
    const Reference reference{{30, 41, 36}, {kClosed, kFixed, kRound}};
    const Problem given = problem(reference, false);
    PoissonReport report;
    const Values p = solved<float>(reference, given.f, {1e-6, 30}, &report);
    EXPECT_TRUE(report.has_converged) << report.residual();
    EXPECT_LE(report.cycles, 8u);
    EXPECT_LT(largest_difference(p, given.p), 2e-4);
    // The solver cannot reach this tolerance, and stops by itself.
    solved<float>(reference, given.f, {1e-12, 1000}, &report);
    EXPECT_FALSE(report.has_converged);
    EXPECT_LT(report.cycles, 30u);
}

TEST_P(PoissonTest, DoubleSolverPassesTheFloatLimit) {
    const Reference cases[] = {
        {{150, 130}, {kClosed, kClosed}},
        with_ball({{24, 30, 28}, {kClosed, kRound, kFixed}}, {12, 11, 15}, 6),
    };
    for (const Reference& reference : std::span(cases).first(test::rounds(1u, 2u))) {
        // A right-hand side of white noise gives a much larger solution.
        Values f = wide(as<float>(random_values(reference.size(), 5)));
        for (std::size_t i = 0; i < f.size(); ++i)
            if (reference.is_solid(f, i)) f[i] = 0;
        const Array<float> right = array<float>(reference.shape, f);
        Poisson<float> poisson = plan<float>(reference);
        Array<float> narrow = zeros<float>(stream_, reference.shape);
        EXPECT_FALSE(poisson.solve(right.view(), narrow.view(), {1e-9, 30}).has_converged);
        Array<double> p = zeros<double>(stream_, reference.shape);
        const PoissonReport report = poisson.solve(right.view(), p.view(), {1e-11, 30});
        EXPECT_TRUE(report.has_converged) << report.residual();
        EXPECT_LE(report.cycles, 14u);

        const Values found = p.to_vector(), laplacian = reference.laplacian(found);
        const bool is_closed = reference.open.empty();
        const double mean =
            is_closed ? std::accumulate(f.begin(), f.end(), 0.0) / double(f.size()) : 0;
        Values left;
        for (std::size_t i = 0; i < f.size(); ++i)
            if (!reference.is_solid(f, i)) left.push_back(f[i] - mean - laplacian[i]);
        EXPECT_LT(norm(left), 2e-11 * norm(f));
        if (is_closed) {
            EXPECT_NEAR(std::accumulate(found.begin(), found.end(), 0.0), 0, 1e-7);
        }
    }
}

TEST_P(PoissonTest, IgnoresTheMeanWithoutDirichletBoundaries) {
    // Closed on all sides, either by Neumann borders or by closed faces at Dirichlet borders.
    Reference closed{{24, 20}, {kFixed, kFixed}};
    closed.open = {std::vector<float>(25 * 20, 1.0f), std::vector<float>(24 * 21, 1.0f)};
    for (std::size_t x = 0; x < 20; ++x) closed.open[0][x] = closed.open[0][24 * 20 + x] = 0;
    for (std::size_t y = 0; y < 24; ++y) closed.open[1][y * 21] = closed.open[1][y * 21 + 20] = 0;
    for (const Reference& reference : {Reference{{24, 20}, {kClosed, kClosed}}, closed}) {
        Problem given = problem(reference, true);
        for (double& each : given.f) each += 0.7;
        PoissonReport report;
        const Values p = solved<double>(reference, given.f, {1e-11, 30}, &report);
        EXPECT_TRUE(report.has_converged) << report.residual();
        EXPECT_LT(largest_difference(p, given.p), 1e-7);
        EXPECT_NEAR(std::accumulate(p.begin(), p.end(), 0.0), 0, 1e-9);
    }
}

TEST_P(PoissonTest, SolveReusesTheInitialGuess) {
    const Reference reference{{40, 32}, {kFixed, kClosed}};
    const Problem given = problem(reference, false);
    Poisson<double> poisson = plan<double>(reference);
    EXPECT_GT(poisson.levels(), 2u);
    const Array<double> f = array<double>(reference.shape, given.f);
    Array<double> p = array<double>(reference.shape, given.p);
    EXPECT_EQ(poisson.solve(f.view(), p.view(), {1e-10, 5}).cycles, 0u);
    const Array<double> nothing = zeros<double>(stream_, reference.shape);
    const PoissonReport report = poisson.solve(nothing.view(), p.view(), {1e-8, 20});
    EXPECT_EQ(report.residuals[0], 1);
    EXPECT_TRUE(report.has_converged);
    EXPECT_LT(norm(p.to_vector()), 1e-6 * norm(given.p));
}

TEST_P(PoissonTest, CapturedCyclesAreBitIdentical) {
    const Reference reference{{19, 33, 21}, {kRound, kClosed, kRound}};
    const Array<float> f = array<float>(reference.shape, problem(reference, true).f);
    Poisson<float> poisson = plan<float>(reference);
    Array<float> queued = zeros<float>(stream_, reference.shape), graphed = queued.copy(),
                 counted = queued.copy();
    for (int i = 0; i < 4; ++i) poisson.cycle(f.view(), queued.view());
    poisson.cycle(f.view(), counted.view(), 4);
    EXPECT_EQ(queued.to_vector(), counted.to_vector());
    Graph graph = Graph::capture(stream_, [&] {
        for (int i = 0; i < 2; ++i) poisson.cycle(f.view(), graphed.view());
    });
    ExecutableGraph executable = graph.instantiate();
    for (int i = 0; i < 2; ++i) executable.launch(stream_);
    EXPECT_EQ(queued.to_vector(), graphed.to_vector());
}

TEST_P(PoissonTest, TiledKernelsGiveTheSameResult) {
    // More than one block along each dimension, some of them partial.
    const Shape shape{36, 22, 134};
    const Reference cases[] = {
        {shape, {kRound, kClosed, kFixed}, {0.5, 1, 2}},
        {shape, {{neumann, dirichlet}, kRound, kRound}},
        with_random_openness({shape, {kRound, kFixed, kRound}}),
        with_ball({shape, {kClosed, kClosed, kClosed}}, {17, 9, 33}, 6),
        {{19, 22, 67}, {kClosed, kRound, kFixed}},
    };
    for (const Reference& reference : std::span(cases).first(test::rounds(3u, 5u))) {
        const Array<float> f = array<float>(reference.shape, random_values(reference.size()));
        for (const unsigned sweeps : {1u, 2u}) {
            if (!test::kThorough && sweeps == (reference.borders[0] == kRound ? 2u : 1u)) continue;
            Array<float> p = array<float>(reference.shape, random_values(reference.size(), 2));
            Array<float> q = p.copy();
            plan<float>(reference, {.sweeps = sweeps, .tiles = false}).cycle(f.view(), p.view(), 2);
            plan<float>(reference, {.sweeps = sweeps, .tiles = true}).cycle(f.view(), q.view(), 2);
            const double size = norm(wide(p.to_vector()));
            EXPECT_GT(size, 1);
            EXPECT_LT(largest_difference(wide(p.to_vector()), wide(q.to_vector())), 1e-6 * size);
        }
    }
}

TEST_P(PoissonTest, RefusesUnsolvableProblems) {
    const auto refused = [&](const Shape& shape, const PoissonOptions& options) {
        return test::refusal([&] { Poisson<float>(stream_, shape, options); });
    };
    EXPECT_EQ(
        refused({3}, {}),
        "cannot solve Poisson's equation on a grid of shape (3): the grid must have two or three "
        "dimensions");
    EXPECT_EQ(
        refused({3, 0}, {}),
        "cannot solve Poisson's equation on a grid of shape (3, 0): each dimension must have 1 to "
        "65535 cells");
    EXPECT_EQ(refused({3, 3}, {.borders = {kFixed, kFixed, kFixed}}),
              "cannot solve Poisson's equation on a grid of shape (3, 3): borders are given for 3 "
              "dimensions, not for 1 or 2");
    EXPECT_EQ(
        refused({3, 3}, {.borders = {{periodic, neumann}}}),
        "cannot solve Poisson's equation on a grid of shape (3, 3): one end of a dimension is "
        "periodic, but the other end is not");
    EXPECT_EQ(
        refused({3, 3}, {.spacing = {0}}),
        "cannot solve Poisson's equation on a grid of shape (3, 3): the spacing is 0, but must be "
        "positive and finite");
    EXPECT_EQ(
        refused({3, 3}, {.over_relaxation = 2}),
        "cannot solve Poisson's equation on a grid of shape (3, 3): an over-relaxation of 2 is not "
        "between 0 and 2");
    EXPECT_EQ(refused({3, 3}, {.sweeps = 0}),
              "cannot solve Poisson's equation on a grid of shape (3, 3): the number of sweeps is "
              "0, but must be positive");
    Poisson<float> poisson(stream_, {3, 4});
    Array<float> f(stream_, Shape{4, 3}), p(stream_, Shape{3, 4});
    EXPECT_EQ(test::refusal([&] { poisson.cycle(f.view(), p.view()); }),
              "cannot solve Poisson's equation on a grid of shape (3, 4): one of the arrays has "
              "shape (4, 3)");
    EXPECT_EQ(test::refusal([&] { poisson.cycle(transposed(f).as_const(), p.view()); }),
              "cannot solve Poisson's equation on a grid of shape (3, 4): the elements of an array "
              "are not contiguous. Use Array(view) to copy the elements");
    EXPECT_EQ(test::refusal([&] { poisson.set_openness({f.view().as_const()}); }),
              "cannot solve Poisson's equation on a grid of shape (3, 4): the openness of faces is "
              "given for 1 dimension");
}

INSTANTIATE_TEST_SUITE_P(Backends, PoissonTest, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
