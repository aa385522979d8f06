// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <glint/algorithms/reduce.hpp>
#include <glint/driver/graph.hpp>

#include <support/backends.hpp>

/// Expressions and their host equivalents, for the tests of reductions within expressions.
namespace glint::test {

using Doubles = std::vector<double>;

template <class A>
auto softmax(const A& x, const Along& along) {
    const auto e = exp(x - max(x, along, keepdims));
    return e / sum(e, along, keepdims);
}

template <class A>
auto normalized(const A& x, const Along& along) {
    const auto d = x - mean(x, along, keepdims);
    return d * rsqrt(mean(d * d, along, keepdims) + 1e-5f);
}

inline void softmax_line(std::span<double> line) {
    const double most = *std::ranges::max_element(line);
    for (double& value : line) value = std::exp(value - most);
    const double total = std::accumulate(line.begin(), line.end(), 0.0);
    for (double& value : line) value /= total;
}

inline void normalize_line(std::span<double> line) {
    const auto count = static_cast<double>(line.size());
    const double mean = std::accumulate(line.begin(), line.end(), 0.0) / count;
    double squares = 0.0;
    for (const double value : line) squares += (value - mean) * (value - mean) / count;
    for (double& value : line) value = (value - mean) / std::sqrt(squares + 1e-5);
}

using ByLine = std::function<void(std::span<double>)>;

/// Applies `by_line` to each run of `length` elements.
inline Doubles each_line(const Doubles& x, std::size_t length, const ByLine& by_line) {
    Doubles y = x;
    for (std::size_t i = 0; i < y.size(); i += length) by_line(std::span(y).subspan(i, length));
    return y;
}

/// Applies `by_line` to each line along `along` of an array of this shape.
inline Doubles each_line(const Doubles& x, const Shape& shape, const Along& along,
                         const ByLine& by_line) {
    const auto reduced = detail::reduced_axes(along, shape.rank());
    std::vector<std::vector<std::size_t>> lines;
    std::vector<std::size_t> number_of(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        std::size_t rest = i, number = 0, step = 1;
        for (std::size_t axis = shape.rank(); axis-- > 0; rest /= shape[axis]) {
            if (reduced[axis]) continue;
            number += rest % shape[axis] * step;
            step *= shape[axis];
        }
        if (number >= lines.size()) lines.resize(number + 1);
        lines[number].push_back(i);
    }
    Doubles y = x;
    for (const auto& line : lines) {
        Doubles values;
        for (const std::size_t i : line) values.push_back(x[i]);
        by_line(values);
        for (std::size_t k = 0; k < line.size(); ++k) y[line[k]] = values[k];
    }
    return y;
}

template <class T>
void expect_near(const Array<T>& found, const Doubles& expected, double tolerance,
                 const std::string& what = {}) {
    const auto values = found.to_vector();
    ASSERT_EQ(values.size(), expected.size()) << what;
    for (std::size_t i = 0; i < expected.size(); ++i)
        ASSERT_NEAR(static_cast<double>(values[i]), expected[i], tolerance) << what << " at " << i;
}

template <class T>
Doubles doubles(const Array<T>& x) {
    const auto values = x.to_vector();
    return Doubles(values.begin(), values.end());
}

class OnLines : public OnEachBackend {
protected:
    /// Uniform numbers from -4 to 4.
    template <class T>
    Array<T> array(const Shape& shape, unsigned seed = 1) const {
        std::mt19937 generator(seed);
        std::uniform_real_distribution<double> uniform(-4.0, 4.0);
        std::vector<T> values(shape.size());
        for (T& value : values) value = static_cast<T>(uniform(generator));
        return Array<T>(stream_, shape, values);
    }
    /// Number of kernels that `work` queues. Runs `work` once beforehand, so that its kernels are
    /// compiled.
    std::size_t kernels(const std::function<void()>& work) {
        return static_cast<std::size_t>(std::ranges::count(queued(work), GraphNodeKind::kernel));
    }
    std::vector<GraphNodeKind> queued(const std::function<void()>& work) {
        work();
        stream_.synchronize();
        std::vector<GraphNodeKind> kinds;
        for (const Graph::Node& node : Graph::capture(stream_, work).nodes())
            kinds.push_back(node.kind);
        return kinds;
    }

    Device device_ = open();
    Stream stream_{device_};
};

}  // namespace glint::test
