// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <numeric>
#include <vector>

#include <glint/array/shape.hpp>

/// Slow host arrays without strides, in which every operation copies. The reference for device
/// arrays.
namespace glint::test {

template <class T>
struct HostArray {
    Shape shape;
    std::vector<T> values;
};

/// Calls `each` with every index of `shape`, in row-major order.
template <class Each>
void for_each_index(const Shape& shape, const Each& each) {
    std::vector<std::size_t> index(shape.rank());
    for (std::size_t i = 0; i < shape.size(); ++i) {
        each(index);
        for (std::size_t axis = shape.rank(); axis-- > 0;) {
            if (++index[axis] < shape[axis]) break;
            index[axis] = 0;
        }
    }
}

inline std::size_t number_of(const Shape& shape, const std::vector<std::size_t>& index) {
    std::size_t number = 0;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis)
        number = number * shape[axis] + index[axis];
    return number;
}

/// Returns the array of this shape whose element at an index is `from` at `place(index)`.
template <class T, class Place>
HostArray<T> picked(const HostArray<T>& from, const Shape& shape, const Place& place) {
    HostArray<T> result{shape, {}};
    for_each_index(shape, [&](const std::vector<std::size_t>& index) {
        result.values.push_back(from.values[number_of(from.shape, place(index))]);
    });
    return result;
}

template <class T>
HostArray<T> sliced(const HostArray<T>& from, std::size_t axis, std::size_t first,
                    std::size_t count, std::ptrdiff_t step) {
    Shape shape = from.shape;
    shape[axis] = count;
    return picked(from, shape, [&](std::vector<std::size_t> index) {
        index[axis] = static_cast<std::size_t>(static_cast<std::ptrdiff_t>(first) +
                                               static_cast<std::ptrdiff_t>(index[axis]) * step);
        return index;
    });
}

/// Transposes: dimension i of the result is dimension `order[i]` of `from`.
template <class T>
HostArray<T> permuted(const HostArray<T>& from, const std::vector<std::size_t>& order) {
    Shape shape;
    for (const std::size_t axis : order) shape.append(from.shape[axis]);
    return picked(from, shape, [&](const std::vector<std::size_t>& index) {
        std::vector<std::size_t> own(index.size());
        for (std::size_t axis = 0; axis < own.size(); ++axis) own[order[axis]] = index[axis];
        return own;
    });
}

/// Broadcasts by NumPy's rule to a shape with at least as many dimensions.
template <class T>
HostArray<T> spread(const HostArray<T>& from, const Shape& shape) {
    const std::size_t added = shape.rank() - from.shape.rank();
    return picked(from, shape, [&](const std::vector<std::size_t>& index) {
        std::vector<std::size_t> own;
        for (std::size_t axis = 0; axis < from.shape.rank(); ++axis)
            own.push_back(from.shape[axis] == 1 ? 0 : index[axis + added]);
        return own;
    });
}

/// 0, 1, 2, ..., 99, 0, 1, ...
template <class T>
HostArray<T> counted(const Shape& shape) {
    HostArray<T> result{shape, {}};
    for (std::size_t i = 0; i < shape.size(); ++i)
        result.values.push_back(static_cast<T>(static_cast<float>(i % 100)));
    return result;
}

}  // namespace glint::test
