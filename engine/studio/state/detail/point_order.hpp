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

/// A list's field in device memory.
struct PointField {
    std::byte* data = nullptr;
    ElementType type;
};

/// Sorts points into Morton order, so that points that are close in memory are also close in space.
class PointOrder {
public:
    /// Queues its work on `stream`, which must outlive this object.
    explicit PointOrder(Stream& stream);
    ~PointOrder();
    PointOrder(const PointOrder&) = delete;
    PointOrder& operator=(const PointOrder&) = delete;

    /// Queues the sort of `count` points (fewer than 2^32), beginning with point `first`. All
    /// fields are reordered by the Morton codes of the positions in a grid of 1024^3 cells over
    /// `box`. Points in the same cell keep their order. Throws Error(out_of_memory).
    void sort(const std::vector<PointField>& fields, const PointField& places, std::size_t first,
              std::size_t count, const view::Box& box);

    /// Returns the memory that sort() needs in addition to the fields. `largest_element_bytes` is
    /// the size of the largest element of any field.
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
