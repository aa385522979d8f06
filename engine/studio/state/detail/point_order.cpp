// SPDX-License-Identifier: MIT
#include <glint/studio/state/detail/point_order.hpp>

#include <algorithm>

#include <glint/algorithms/sort.hpp>
#include <glint/driver/copies.hpp>
#include <glint/kernels/studio/layouts.cuh>
#include <glint/kernels/studio/sizes.cuh>
#include <glint/studio/state/detail/view_kernels.hpp>

namespace glint::studio {
namespace {

MortonCells cells_in(const view::Box& box) {
    const glm::vec3 size = box.size();
    const float longest = std::max({size.x, size.y, size.z});
    return {.least = {box.min.x, box.min.y, box.min.z},
            .per_unit = longest > 0 ? static_cast<float>(sizes::kMortonSide) / longest : 0.0f};
}

}  // namespace

PointOrder::PointOrder(Stream& stream)
    : stream_(stream), kernels_(std::make_unique<ViewKernels>(stream)) {}

PointOrder::~PointOrder() = default;

std::size_t PointOrder::extra_bytes(std::size_t count, std::size_t largest_element_bytes) {
    return count * (4 * sizeof(std::uint32_t) + largest_element_bytes);
}

void PointOrder::sort(const std::vector<PointField>& fields, const PointField& places,
                      std::size_t first, std::size_t count, const view::Box& box) {
    if (count == 0) return;
    if (codes_.size() < count) {
        codes_ = DeviceMemory<std::uint32_t>(stream_, count);
        order_ = DeviceMemory<std::uint32_t>(stream_, count);
    }
    const Values values{places.data + first * places.type.size_bytes, places.type.size_bytes};
    kernels_->kernel("cloud.cu", "morton_codes", &number_type(), &places.type)
        .launch(stream_, threads(count),
                {values, static_cast<unsigned>(count), cells_in(box), codes_, order_});
    sort_by_key(ArrayView<std::uint32_t>(stream_, codes_.span().subspan(0, count)),
                ArrayView<std::uint32_t>(stream_, order_.span().subspan(0, count)));
    for (const PointField& field : fields) take(field, places.type, first, count);
}

// Reorders a field. `place` is the type of positions. The kernel that computes Morton codes depends
// on this type, and is compiled together with the reordering kernels.
void PointOrder::take(const PointField& field, const ElementType& place, std::size_t first,
                      std::size_t count) {
    const std::size_t bytes = count * field.type.size_bytes;
    const bool is_of_words = field.type.size_bytes % sizeof(std::uint32_t) == 0;
    const std::size_t units = field.type.size_bytes / (is_of_words ? sizeof(std::uint32_t) : 1);
    if (taken_.size() < bytes) taken_ = DeviceMemory<std::byte>(stream_, bytes);
    std::byte* const from = field.data + first * field.type.size_bytes;
    kernels_->kernel("cloud.cu", is_of_words ? "take_words" : "take_bytes", &number_type(), &place)
        .launch(stream_, threads(count * units),
                {static_cast<const void*>(from), order_, static_cast<unsigned>(count),
                 static_cast<unsigned>(units), taken_});
    copy(stream_, DeviceSpan<std::byte>(from, bytes), taken_.span().subspan(0, bytes));
}

}  // namespace glint::studio
