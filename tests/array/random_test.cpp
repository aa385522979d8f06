// SPDX-License-Identifier: MIT
#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <gtest/gtest.h>

#include <support/backends.hpp>
#include <support/thorough.hpp>

#include <array/random_views.hpp>

namespace glint {
namespace {

using test::Both;
using test::HostArray;

class RandomArrays : public test::OnEachBackend {
protected:
    template <class T>
    Both<T> random_view(const Shape& shape) {
        return views_.view<T>(
            shape, [](std::size_t count) { return test::counted<T>(Shape(count)).values; });
    }

    /// Evaluates an expression of two operands into a view and into a new array.
    template <class T>
    void check(const auto& expression) {
        const Shape shape = views_.shape(20'000);
        const Both<T> x = random_view<T>(shape), y = random_view<T>(views_.narrowed(shape));
        const HostArray<T> b = spread(y.host, shape);
        using Result = detail::ElementOf<decltype(expression(x.device, y.device))>;
        std::vector<Result> expected;
        for (std::size_t i = 0; i < x.host.values.size(); ++i)
            expected.push_back(static_cast<Result>(expression(x.host.values[i], b.values[i])));

        Both<Result> to = random_view<Result>(shape);
        to.device = expression(x.device, y.device);
        EXPECT_EQ(to.device.to_vector(), expected) << to_string(shape);
        const Array<Result> made = expression(y.device, x.device);
        EXPECT_EQ(made.shape(), shape);
    }

    /// Adds the transpose of an array's square corner to that corner, in place.
    template <class T>
    void check_aliased() {
        const Shape shape{views_.draw(1, 40), views_.draw(1, 40)};
        const std::size_t least = std::min(shape[0], shape[1]);
        const HostArray<T> before = test::counted<T>(shape);
        Array<T> array(stream_, shape, std::span<const T>(before.values));
        const auto end = static_cast<std::ptrdiff_t>(least);
        const auto square = array(slice(0, end), slice(0, end));
        square += transposed(square);
        const auto after = array.to_vector();
        test::for_each_index(shape, [&](const std::vector<std::size_t>& at) {
            const std::size_t i = test::number_of(shape, at);
            T expected = before.values[i];
            if (at[0] < least && at[1] < least) expected += before.values[at[1] * shape[1] + at[0]];
            EXPECT_EQ(after[i], expected) << to_string(shape) << i;
        });
    }

    Device device_ = open();
    Stream stream_{device_};
    test::RandomViews views_{stream_, 20250101};
};

TEST_P(RandomArrays, MatchHostLoops) {
    for (int round = 0; round < test::rounds(3, 12); ++round) {
        check<int>([](const auto& x, const auto& y) { return x * 3 - y; });
        check<float>([](const auto& x, const auto& y) { return x + y * 0.5f; });
        check<std::int8_t>([](const auto& x, const auto& y) { return x * y; });
        check<std::complex<double>>([](const auto& x, const auto& y) { return x * y; });
    }
}

TEST_P(RandomArrays, MayOverwriteTheirInputs) {
    for (int round = 0; round < test::rounds(5, 10); ++round) {
        check_aliased<int>();
        check_aliased<double>();
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, RandomArrays, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
