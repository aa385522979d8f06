// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>
#include <glint/studio/declaration/declaration.hpp>
#include <glint/view/box.hpp>

namespace glint::studio {

class ViewKernels;

/// A list's field in memory.
struct PointField {
    std::byte* data = nullptr;
    ElementType type;
};

/// Brings points into Morton order, so that those which are near in memory are near in space.
class PointOrder {
public:
    /// On this stream, which has to outlive it.
    explicit PointOrder(Stream& stream);
    ~PointOrder();
    PointOrder(const PointOrder&) = delete;
    PointOrder& operator=(const PointOrder&) = delete;

    /// Queues it for `count` points, fewer than 2^32, from `first` on: all fields are brought into
    /// the order that the places have in a grid of 1024^3 cells over `box`. Points of one cell keep
    /// their order. Throws Error(out_of_memory).
    void sort(const std::vector<PointField>& fields, const PointField& places, std::size_t first,
              std::size_t count, const view::Box& box);

    /// How much memory that takes besides the fields, of which none has larger elements than this.
    static std::size_t extra_bytes(std::size_t count, std::size_t largest_element_bytes);

private:
    void take(const PointField& field, const ElementType& place, std::size_t first,
              std::size_t count);

    Stream& stream_;
    std::unique_ptr<ViewKernels> kernels_;
    DeviceMemory<std::uint32_t> codes_;
    DeviceMemory<std::uint32_t> order_;
    DeviceMemory<std::byte> taken_;
};

}  // namespace glint::studio
