// SPDX-License-Identifier: MIT
#include <glint/algorithms/cell_list.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <glint/algorithms/detail/radix_sort.hpp>
#include <glint/algorithms/sort_options.hpp>
#include <glint/array/detail/kernel_cache.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>

namespace glint {
namespace {

constexpr unsigned kThreads = 256;
constexpr std::size_t kMax = std::numeric_limits<std::int32_t>::max() - std::size_t(2);

detail::KernelFile kernels_on(Stream& stream) {
    return {stream, [](detail::KernelRecipe& recipe) {
                recipe.kernel("algorithms/cell_list.cu", "cell_numbers");
                recipe.options([](detail::KernelSource& source) { source.is_lean = true; });
            }};
}

// Returns the launch shape with one thread per element.
driver::LaunchShape threads_for(std::size_t count) {
    return detail::blocks_of(ceil_div(count, kThreads), kThreads);
}

void check_cell_grid(const CellGrid& grid) {
    const auto refuse = [&](const std::string& reason) {
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("list particles in {} x {} x {} cells", grid.cells[0],
                                grid.cells[1], grid.cells[2]),
                    reason);
    };
    std::size_t count = 1;
    for (const std::size_t cells : grid.cells) {
        if (cells == 0) refuse("each axis needs at least one cell");
        if (cells > kMax / count) refuse("the maximum number of cells is 2^31");
        count *= cells;
    }
    if (!(grid.width > 0) || !std::isfinite(grid.width))
        refuse(fmt::format("the cell width is {}, but must be positive and finite", grid.width));
    for (const double low : grid.low)
        if (!std::isfinite(low))
            refuse(fmt::format("the first cell begins at {}, but must begin at a finite position",
                               low));
}

void check_particles(std::size_t count, bool is_contiguous) {
    const auto refuse = [&](const char* reason) {
        throw Error(ErrorCode::invalid_argument, fmt::format("list {} particles in cells", count),
                    reason);
    };
    if (count > kMax) refuse("the number of particles must be less than 2^31");
    if (!is_contiguous) refuse("the elements are not contiguous in C order");
}

}  // namespace

CellLayout CellGrid::layout() const noexcept {
    CellLayout layout{.low = {}, .width = static_cast<float>(width), .cells = {}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        layout.low[axis] = static_cast<float>(low[axis]);
        layout.cells[axis] = static_cast<int>(cells[axis]);
    }
    return layout;
}

CellList::CellList(const Stream& stream, const CellGrid& grid)
    : grid_(grid), stream_(detail::handle_of(stream)) {
    check_cell_grid(grid);
    (void)kernels_on(stream_);
}

void CellList::build(const detail::CellPlaces& places, const detail::AnyExpression& from) {
    check_particles(places.count, places.is_contiguous);
    detail::JoinedStreams joined(stream_, from.operands);
    make_room(places.count);
    if (places.count > 0)
        kernels_on(stream_).queue("cell_numbers", threads_for(places.count), grid_.layout(),
                                  static_cast<int>(places.count), static_cast<int>(places.floats),
                                  places.data, numbers_.data());
    joined.release();
    sort();
}

void CellList::build_from_numbers(const ArrayView<const unsigned>& numbers) {
    check_particles(numbers.size(), numbers.is_contiguous());
    const detail::AnyExpression from = detail::moved(numbers);
    detail::JoinedStreams joined(stream_, from.operands);
    make_room(numbers.size());
    if (numbers.size() > 0)
        kernels_on(stream_).queue(
            "cell_limit", threads_for(numbers.size()), static_cast<unsigned>(grid_.count()),
            static_cast<int>(numbers.size()), numbers.data(), numbers_.data());
    joined.release();
    sort();
}

void CellList::make_room(std::size_t count) {
    if (begins_.empty()) begins_ = Array<int>(stream_, grid_.count() + 2);
    if (order_.size() == count) return;
    numbers_ = Array<unsigned>(stream_, count);
    sorted_ = Array<unsigned>(stream_, count);
    order_ = Array<int>(stream_, count);
}

void CellList::sort() {
    if (!order_.empty()) {
        detail::SortJob job{
            .key = detail::kElementType<unsigned>,
            .keys = {.given = numbers_.data(), .result = sorted_.data()},
            .segments = {.length = order_.size()},
            .size = order_.size(),
        };
        detail::set_places(job, order_);
        const auto bits = static_cast<int>(std::bit_width(grid_.count()));
        detail::radix_sort(stream_, job, {.last_bit = bits});
    }
    kernels_on(stream_).queue("cell_begins", threads_for(begins_.size()),
                              static_cast<int>(begins_.size()), static_cast<int>(order_.size()),
                              std::as_const(sorted_).data(), begins_.data());
}

}  // namespace glint
