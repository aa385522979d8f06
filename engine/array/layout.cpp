// SPDX-License-Identifier: MIT
#include <glint/array/layout.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

[[noreturn]] void refuse_layout(const std::string& operation, const Layout& layout,
                                const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} of shape {}", operation, to_string(layout.shape)), reason);
}

[[noreturn]] void refuse_broadcast(const Layout& layout, const Shape& shape,
                                   const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("broadcast an array of shape {} to {}", to_string(layout.shape),
                            to_string(shape)),
                reason);
}

std::ptrdiff_t extent_of(const Layout& layout, std::size_t axis) {
    return static_cast<std::ptrdiff_t>(layout.shape[axis]);
}

Layout dense(const Shape& shape, std::span<const std::size_t> fastest_first) {
    Layout layout{shape, Strides(std::span<const std::ptrdiff_t>(
                             std::array<std::ptrdiff_t, kMaxRank>().data(), shape.rank()))};
    std::ptrdiff_t stride = 1;
    for (const std::size_t axis : fastest_first) {
        layout.strides[axis] = stride;
        stride *= static_cast<std::ptrdiff_t>(std::max<std::size_t>(shape[axis], 1));
    }
    return layout;
}

// True if the elements are adjacent in memory, with the given order of dimensions. Ignores the
// strides of dimensions of extent 1, and all strides of empty layouts.
bool is_dense(const Layout& layout, std::span<const std::size_t> fastest_first) {
    if (layout.size() == 0) return true;
    std::ptrdiff_t stride = 1;
    for (const std::size_t axis : fastest_first) {
        if (layout.shape[axis] > 1 && layout.strides[axis] != stride) return false;
        stride *= extent_of(layout, axis);
    }
    return true;
}

using Order = PerAxis<std::size_t>;

Order first_first(std::size_t rank) {
    Order order;
    for (std::size_t axis = 0; axis < rank; ++axis) order.append(axis);
    return order;
}

Order last_first(std::size_t rank) {
    Order order = first_first(rank);
    std::reverse(order.begin(), order.end());
    return order;
}

// Builds the layout of a part one dimension at a time.
class Cutter {
public:
    Cutter(const Layout& layout, std::span<const AxisIndex> index) : from_(layout) {
        std::size_t used = 0;
        for (const AxisIndex& each : index)
            used +=
                std::holds_alternative<std::ptrdiff_t>(each) || std::holds_alternative<Slice>(each);
        if (used > layout.rank())
            refuse_layout("index an array", layout,
                          fmt::format("{} cannot index {}", text::counted(used, "index", "indices"),
                                      text::counted(layout.rank(), "dimension")));
        rest_ = layout.rank() - used;
    }

    void operator()(std::ptrdiff_t index) {
        const std::ptrdiff_t extent = extent_of(from_, axis_);
        if (index < -extent || index >= extent)
            refuse_layout("index an array", from_,
                          fmt::format("index {} is out of range for dimension {}", index, axis_));
        part_.offset += (index < 0 ? index + extent : index) * from_.strides[axis_];
        ++axis_;
    }

    void operator()(const Slice& slice) {
        if (slice.step == 0) refuse_layout("slice an array", from_, "the step is 0");
        const std::ptrdiff_t extent = extent_of(from_, axis_), stride = from_.strides[axis_];
        const bool forwards = slice.step > 0;
        const std::ptrdiff_t low = forwards ? 0 : -1, high = forwards ? extent : extent - 1;
        const auto place = [&](std::optional<std::ptrdiff_t> bound, std::ptrdiff_t otherwise) {
            if (!bound) return otherwise;
            return std::clamp(*bound < 0 ? *bound + extent : *bound, low, high);
        };
        const std::ptrdiff_t first = place(slice.first, forwards ? low : high);
        const std::ptrdiff_t last = place(slice.last, forwards ? high : low);
        const std::ptrdiff_t way = forwards ? last - first : first - last;
        const auto steps = static_cast<std::size_t>(slice.step);  // may exceed the extent
        const std::size_t step = forwards ? steps : 0 - steps;
        const std::size_t count = way <= 0 ? 0 : (static_cast<std::size_t>(way) - 1) / step + 1;
        if (count > 0) part_.offset += first * stride;
        append(count, count > 1 ? stride * slice.step : stride);
        ++axis_;
    }

    void operator()(NewAxis) { append(1, 0); }

    void operator()(Ellipsis) {
        for (; rest_ > 0; --rest_) keep();
    }

    Part finish() {
        while (axis_ < from_.rank()) keep();
        return part_;
    }

private:
    void keep() {
        append(from_.shape[axis_], from_.strides[axis_]);
        ++axis_;
    }
    void append(std::size_t extent, std::ptrdiff_t stride) {
        part_.layout.shape.append(extent);
        part_.layout.strides.append(stride);
    }

    const Layout& from_;
    Part part_;
    std::size_t axis_ = 0;
    std::size_t rest_ = 0;  // number of dimensions that the ellipsis covers
};

}  // namespace

Layout row_major(const Shape& shape) { return dense(shape, last_first(shape.rank())); }
Layout column_major(const Shape& shape) { return dense(shape, first_first(shape.rank())); }

Layout dense_like(const Layout& like) {
    Order order = last_first(like.rank());
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(like.strides[a]) < std::abs(like.strides[b]);
    });
    return dense(like.shape, order);
}

bool is_row_major(const Layout& layout) noexcept {
    return is_dense(layout, last_first(layout.rank()));
}
bool is_column_major(const Layout& layout) noexcept {
    return is_dense(layout, first_first(layout.rank()));
}

Reach reach_of(const Layout& layout) noexcept {
    std::size_t before = 0, after = 0;
    for (std::size_t axis = 0; axis < layout.rank(); ++axis) {
        if (layout.shape[axis] == 0) return {};
        const std::ptrdiff_t way = (extent_of(layout, axis) - 1) * layout.strides[axis];
        (way < 0 ? before : after) += static_cast<std::size_t>(std::abs(way));
    }
    return {.before = before, .size = before + after + 1};
}

Part part_of(const Layout& layout, std::span<const AxisIndex> index) {
    Cutter cutter(layout, index);
    for (const AxisIndex& each : index) std::visit(cutter, each);
    return cutter.finish();
}

Layout transposed(const Layout& layout, std::span<const std::ptrdiff_t> axes) {
    const std::size_t rank = layout.rank();
    if (!axes.empty() && axes.size() != rank)
        refuse_layout("transpose an array", layout,
                      "the new order has " + text::counted(axes.size(), "dimension"));
    Layout result;
    std::array<bool, kMaxRank> used{};
    for (std::size_t i = 0; i < rank; ++i) {
        const std::size_t axis = axes.empty() ? rank - 1 - i : axis_of(axes[i], rank);
        if (std::exchange(used[axis], true))
            refuse_layout(
                "transpose an array", layout,
                fmt::format("dimension {} appears twice in ({})", axis, fmt::join(axes, ", ")));
        result.shape.append(layout.shape[axis]);
        result.strides.append(layout.strides[axis]);
    }
    return result;
}

Part reversed(const Layout& layout, std::ptrdiff_t axis) {
    const std::size_t which = axis_of(axis, layout.rank());
    Part part{layout, 0};
    if (layout.shape[which] > 0)
        part.offset = (extent_of(layout, which) - 1) * layout.strides[which];
    part.layout.strides[which] = -layout.strides[which];
    return part;
}

Part diagonal(const Layout& layout, std::ptrdiff_t offset, std::ptrdiff_t first,
              std::ptrdiff_t second) {
    const std::size_t a = axis_of(first, layout.rank()), b = axis_of(second, layout.rank());
    if (a == b)
        refuse_layout("take a diagonal of an array", layout, "the two dimensions are the same");
    const std::ptrdiff_t within = std::clamp(offset, -extent_of(layout, a), extent_of(layout, b));
    const std::ptrdiff_t skip_a = std::max<std::ptrdiff_t>(-within, 0);
    const std::ptrdiff_t skip_b = std::max<std::ptrdiff_t>(within, 0);
    const std::ptrdiff_t count = std::max<std::ptrdiff_t>(
        std::min(extent_of(layout, a) - skip_a, extent_of(layout, b) - skip_b), 0);
    Part part;
    for (std::size_t axis = 0; axis < layout.rank(); ++axis) {
        if (axis == a || axis == b) continue;
        part.layout.shape.append(layout.shape[axis]);
        part.layout.strides.append(layout.strides[axis]);
    }
    part.layout.shape.append(static_cast<std::size_t>(count));
    part.layout.strides.append(layout.strides[a] + layout.strides[b]);
    if (count > 0) part.offset = skip_a * layout.strides[a] + skip_b * layout.strides[b];
    return part;
}

Layout squeezed(const Layout& layout) {
    Layout result;
    for (std::size_t axis = 0; axis < layout.rank(); ++axis) {
        if (layout.shape[axis] == 1) continue;
        result.shape.append(layout.shape[axis]);
        result.strides.append(layout.strides[axis]);
    }
    return result;
}

Layout squeezed(const Layout& layout, std::ptrdiff_t axis) {
    const std::size_t gone = axis_of(axis, layout.rank());
    if (layout.shape[gone] != 1)
        refuse_layout(
            fmt::format("remove dimension {} of an array", gone), layout,
            fmt::format("the dimension has {} elements, but must have 1", layout.shape[gone]));
    Layout result;
    for (std::size_t i = 0; i < layout.rank(); ++i) {
        if (i == gone) continue;
        result.shape.append(layout.shape[i]);
        result.strides.append(layout.strides[i]);
    }
    return result;
}

// Matches groups of old and new dimensions with equal numbers of elements, starting at the first
// dimension. The old dimensions in a group must be contiguous; otherwise, returns nothing.
std::optional<Layout> reshaped(const Layout& from, const Shape& shape) {
    if (from.size() == 0 || shape.size() == 0) return row_major(shape);
    const Layout layout = squeezed(from);
    Layout result = row_major(shape);
    std::size_t old_axis = 0, new_axis = 0;
    while (new_axis < shape.rank()) {
        if (shape[new_axis] == 1) {
            ++new_axis;
            continue;
        }
        std::size_t old_end = old_axis, new_end = new_axis;
        std::size_t old_size = layout.shape[old_end++], new_size = shape[new_end++];
        while (old_size != new_size) {
            if (old_size < new_size)
                old_size *= layout.shape[old_end++];
            else
                new_size *= shape[new_end++];
        }
        for (std::size_t axis = old_axis; axis + 1 < old_end; ++axis)
            if (layout.strides[axis] != layout.strides[axis + 1] * extent_of(layout, axis + 1))
                return std::nullopt;
        std::ptrdiff_t stride = layout.strides[old_end - 1];
        for (std::size_t axis = new_end; axis-- > new_axis;) {
            result.strides[axis] = stride;
            stride *= static_cast<std::ptrdiff_t>(shape[axis]);
        }
        old_axis = old_end;
        new_axis = new_end;
    }
    return result;
}

Shape resolved(std::span<const std::ptrdiff_t> extents, std::size_t size) {
    const auto refuse_extents = [&](const std::string& reason) {
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("reshape {} to ({})", text::counted(size, "element"),
                                fmt::join(extents, ", ")),
                    reason);
    };
    Shape shape;
    std::optional<std::size_t> open;
    for (const std::ptrdiff_t extent : extents) {
        if (extent < -1) refuse_extents(fmt::format("{} is not a valid extent", extent));
        if (extent == -1 && open) refuse_extents("more than one extent is -1");
        if (extent == -1) open = shape.rank();
        shape.append(extent == -1 ? 1 : static_cast<std::size_t>(extent));
    }
    check_size(shape, 1);
    const std::size_t known = shape.size();
    if (open && (known == 0 || size % known != 0))
        refuse_extents(
            fmt::format("the product of the known extents, {}, does not divide {}", known, size));
    if (open) shape[*open] = size / known;
    if (shape.size() != size)
        refuse_extents(fmt::format("the new shape has {}", text::counted(known, "element")));
    return shape;
}

Layout broadcast_to(const Layout& layout, const Shape& shape) {
    check_size(shape, 1);
    const std::size_t added = shape.rank() - std::min(shape.rank(), layout.rank());
    Layout result{shape, {}};
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
        const bool is_new = axis < added;
        const std::size_t extent = is_new ? 1 : layout.shape[axis - added];
        if (extent != shape[axis] && extent != 1)
            refuse_broadcast(layout, shape,
                             fmt::format("dimension {} has {} elements", axis - added, extent));
        result.strides.append(extent == 1 ? 0 : layout.strides[axis - added]);
    }
    if (layout.rank() > shape.rank())
        refuse_broadcast(layout, shape, "the array has more dimensions than the new shape");
    return result;
}

}  // namespace glint::detail
