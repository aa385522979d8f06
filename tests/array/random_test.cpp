#include <glint/array/functions.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/array/views.hpp>

#include <random>

#include <gtest/gtest.h>

#include <support/backends.hpp>

#include <array/host_array.hpp>

namespace glint {
namespace {

using test::HostArray;

/// A view of the device and the same elements on the host.
template <class T>
struct Both {
    ArrayView<T> device;
    HostArray<T> host;
};

class RandomArrays : public test::OnEachBackend {
protected:
    std::size_t draw(std::size_t last) { return draw(0, last); }
    std::size_t draw(std::size_t first, std::size_t last) {
        return std::uniform_int_distribution(first, last)(random_);
    }

    Shape random_shape() {
        constexpr std::size_t kExtents[] = {1, 2, 3, 5, 8, 33};
        Shape shape;
        for (std::size_t rank = draw(4); rank > 0; --rank) shape.append(kExtents[draw(5)]);
        return shape.size() <= 20'000 ? shape : Shape{31, 65};
    }

    /// All elements of an array of `shape`, or of one that is larger or lies in another order.
    template <class T>
    Both<T> random_view(const Shape& shape) {
        Shape outer = shape;
        const std::size_t rank = shape.rank(), a = rank > 0 ? draw(rank - 1) : 0;
        const std::size_t b = rank > 0 ? draw(rank - 1) : 0;
        if (rank > 0) std::swap(outer[a], outer[b]);
        std::vector<std::size_t> steps;
        for (std::size_t& extent : outer)
            extent = extent * steps.emplace_back(draw(1, 2)) + draw(1);
        HostArray<T> host = test::counted<T>(outer);
        Array<T> array(stream_, outer, std::span<const T>(host.values));
        detail::Part part{array.view().layout(), 0};
        for (std::size_t axis = 0; axis < rank; ++axis)
            cut(part, host, axis, steps[axis], shape[axis == a ? b : axis == b ? a : axis]);
        if (rank > 0) swap_axes(part, host, a, b);
        return {array.view().part(part), host};
    }

    /// `count` elements along an axis, `step` apart, from either end.
    template <class T>
    void cut(detail::Part& part, HostArray<T>& host, std::size_t axis, std::size_t step,
             std::size_t count) {
        const std::size_t extent = host.shape[axis], reach = (count - 1) * step;
        const std::size_t low = draw(extent - 1 - reach);
        const bool backwards = draw(3) == 0;
        const std::size_t first = backwards ? low + reach : low;
        const auto way = static_cast<std::ptrdiff_t>(step) * (backwards ? -1 : 1);
        host = sliced(host, axis, first, count, way);
        const auto start = static_cast<std::ptrdiff_t>(first);
        const std::ptrdiff_t last = start + static_cast<std::ptrdiff_t>(count) * way;
        std::vector<AxisIndex> index(axis, Slice());
        Slice slice{.first = start, .step = way};
        if (last >= 0) slice.last = last;
        index.emplace_back(slice);
        const detail::Part inner = detail::part_of(part.layout, index);
        part = {inner.layout, part.offset + inner.offset};
    }

    template <class T>
    void swap_axes(detail::Part& part, HostArray<T>& host, std::size_t a, std::size_t b) {
        std::vector<std::ptrdiff_t> axes(host.shape.rank());
        std::iota(axes.begin(), axes.end(), 0);
        std::swap(axes[a], axes[b]);
        host = swapped(host, a, b);
        part.layout = detail::transposed(part.layout, axes);
    }

    /// A shape that broadcasts to `shape`.
    Shape narrowed(const Shape& shape) {
        Shape result;
        for (std::size_t axis = draw(shape.rank()); axis < shape.rank(); ++axis)
            result.append(draw(2) == 0 ? 1 : shape[axis]);
        return result;
    }

    /// Two operands in one expression, into a view and into a new array.
    template <class T>
    void check(const auto& expression) {
        const Shape shape = random_shape();
        const Both<T> x = random_view<T>(shape), y = random_view<T>(narrowed(shape));
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

    /// A whole array changes by what lies in it otherwise.
    template <class T>
    void check_aliased() {
        const Shape shape{draw(1, 40), draw(1, 40)};
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

    std::mt19937 random_{20250101};
    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(RandomArrays, MatchAHostsLoops) {
    for (int round = 0; round < 12; ++round) {
        check<int>([](const auto& x, const auto& y) { return x * 3 - y; });
        check<float>([](const auto& x, const auto& y) { return x + y * 0.5f; });
        check<std::int8_t>([](const auto& x, const auto& y) { return x * y; });
        check<std::complex<double>>([](const auto& x, const auto& y) { return x * y; });
    }
}

TEST_P(RandomArrays, ReadWhatTheyOverwrite) {
    for (int round = 0; round < 10; ++round) {
        check_aliased<int>();
        check_aliased<double>();
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, RandomArrays, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
