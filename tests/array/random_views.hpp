// SPDX-License-Identifier: MIT
#pragma once

#include <numeric>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <glint/array/views.hpp>

#include <array/host_array.hpp>

namespace glint::test {

/// A view of an array on the device, and the same elements on the host.
template <class T>
struct Both {
    ArrayView<T> device;
    HostArray<T> host;
    HostArray<std::size_t> places;  ///< index of each element in the array's memory
    ArrayView<T> memory;            ///< the whole array as one dimension
    std::vector<T> before;          ///< initial values of the array
};

template <class T>
std::string described(const Both<T>& both) {
    return fmt::format("{} of shape {} with strides {}, {} elements into {}",
                       detail::kElementType<T>.name, to_string(both.device.shape()),
                       to_string(both.device.strides()), both.device.data() - both.memory.data(),
                       both.memory.size());
}

/// Draws shapes, and views of larger arrays: strided, starting at either end, with dimensions in
/// any order.
class RandomViews {
public:
    RandomViews(const Stream& stream, unsigned seed)
        : stream_(detail::handle_of(stream)), random_(seed) {}

    std::mt19937& generator() noexcept { return random_; }
    std::size_t draw(std::size_t first, std::size_t last) {
        return std::uniform_int_distribution(first, last)(random_);
    }

    /// A random shape with up to 6 dimensions and `most` elements; one in ten has no elements.
    Shape shape(std::size_t most) {
        constexpr std::size_t kExtents[] = {1, 2, 3, 4, 5, 7, 8, 13, 31, 33, 64, 257, 1009, 4099};
        Shape shape;
        for (std::size_t rank = draw(0, 6); rank > 0; --rank) {
            const std::size_t extent = kExtents[draw(0, std::size(kExtents) - 1)];
            shape.append(shape.size() * extent <= most ? extent : 1);
        }
        if (shape.rank() > 0 && draw(0, 9) == 0) shape[draw(0, shape.rank() - 1)] = 0;
        return shape;
    }

    /// A random shape that broadcasts to `shape`.
    Shape narrowed(const Shape& shape) {
        Shape result;
        for (std::size_t axis = draw(0, shape.rank()); axis < shape.rank(); ++axis)
            result.append(draw(0, 3) == 0 ? 1 : shape[axis]);
        return result;
    }

    /// A view of shape `shape` into a new array filled with `values(count)`.
    template <class T, class Values>
    Both<T> view(const Shape& shape, const Values& values) {
        const Frame frame = draw_frame(shape);
        std::vector<T> before = values(frame.outer.size());
        Array<T> array(stream_, frame.outer);
        assign(array, before);
        return cut(frame, shape, array.view(), std::move(before));
    }

    /// Two views of one array, which usually overlap.
    template <class T, class Values>
    std::pair<Both<T>, Both<T>> views(const Shape& shape, const Values& values) {
        const Frame frame = draw_frame(shape);
        std::vector<T> before = values(frame.outer.size());
        Array<T> array(stream_, frame.outer);
        assign(array, before);
        return {cut(frame, shape, array.view(), before), cut(frame, shape, array.view(), before)};
    }

private:
    /// An array large enough for a view: dimension i of the view is dimension `order[i]` of the
    /// array.
    struct Frame {
        Shape outer;
        std::vector<std::size_t> order, steps;
    };

    template <class T>
    static void assign(Array<T>& array, const std::vector<T>& values) {
        if constexpr (std::is_same_v<T, bool>) {
            std::vector<char> bytes(values.begin(), values.end());
            reinterpreted<char>(array).assign(bytes);
        } else {
            array.assign(values);
        }
    }

    Frame draw_frame(const Shape& shape) {
        Frame frame{shape, std::vector<std::size_t>(shape.rank()), {}};
        std::iota(frame.order.begin(), frame.order.end(), 0);
        if (draw(0, 1) == 0) std::shuffle(frame.order.begin(), frame.order.end(), random_);
        const std::size_t most_steps = draw(0, 2) == 0 ? 3 : 1, most_room = draw(0, 2);
        for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
            const std::size_t step = frame.steps.emplace_back(draw(1, most_steps));
            frame.outer[frame.order[axis]] = shape[axis] * step + draw(0, most_room);
        }
        return frame;
    }

    template <class T>
    Both<T> cut(const Frame& frame, const Shape& shape, const ArrayView<T>& array,
                std::vector<T> before) {
        detail::Part part{array.layout(), 0};
        HostArray<std::size_t> places{frame.outer, std::vector<std::size_t>(frame.outer.size())};
        std::iota(places.values.begin(), places.values.end(), 0);
        std::vector<std::ptrdiff_t> axes(frame.order.begin(), frame.order.end());
        part.layout = detail::transposed(part.layout, axes);
        places = permuted(places, frame.order);
        for (std::size_t axis = 0; axis < shape.rank(); ++axis)
            cut_axis(part, places, axis, frame.steps[axis], shape[axis]);
        HostArray<T> host{shape, {}};
        for (const std::size_t place : places.values) host.values.push_back(before[place]);
        return {array.part(part), std::move(host), std::move(places),
                array.with(detail::row_major(Shape(array.size()))), std::move(before)};
    }

    /// Takes `count` elements along an axis, `step` apart, from either end.
    void cut_axis(detail::Part& part, HostArray<std::size_t>& places, std::size_t axis,
                  std::size_t step, std::size_t count) {
        const std::size_t reach = count > 0 ? (count - 1) * step : 0;
        const std::size_t low = count > 0 ? draw(0, places.shape[axis] - 1 - reach) : 0;
        const bool backwards = draw(0, 3) == 0;
        const std::size_t first = backwards ? low + reach : low;
        const auto way = static_cast<std::ptrdiff_t>(step) * (backwards ? -1 : 1);
        places = sliced(places, axis, first, count, way);
        const auto start = static_cast<std::ptrdiff_t>(first);
        const std::ptrdiff_t last = start + static_cast<std::ptrdiff_t>(count) * way;
        std::vector<AxisIndex> index(axis, Slice());
        Slice slice{.first = start, .last = last, .step = way};
        if (count == 0) slice.last = start;
        if (last < 0) slice.last.reset();
        index.emplace_back(slice);
        const detail::Part inner = detail::part_of(part.layout, index);
        part = {inner.layout, part.offset + inner.offset};
    }

    Stream stream_;
    std::mt19937 random_;
};

}  // namespace glint::test
