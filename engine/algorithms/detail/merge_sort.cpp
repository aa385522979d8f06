// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/merge_sort.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>

namespace glint::detail {
namespace {

constexpr int kResult = 1, kMergeRoom = 2;  // indices as in sort_buffers.cuh

int other(int place) { return kResult + kMergeRoom - place; }

// Sorts tiles, then merges them until each line is sorted.
class MergeSort {
public:
    MergeSort(Stream& stream, const SortJob& job, const SortOrder& order, bool is_serial)
        : stream_(stream), job_(job), order_(order), buffers_(job), is_serial_(is_serial) {}

    void sort() {
        if (job_.size == 0) return;
        const SortTile block = is_serial_ ? SortTile() : block_tile();
        const SortKernels kernels(
            stream_, job_, is_serial_ ? "algorithms/merge_serial.cu" : "algorithms/merge_sort.cu",
            block, order_.source);
        tile_ = is_serial_ ? serial_tile() : block.size();
        tiles_ = ceil_div(length(), tile_) * static_cast<std::size_t>(job_.segments.count);
        const Allocation keys(stream_, job_.size, job_.key.size_bytes);
        const Allocation values = job_.has_values()
                                      ? Allocation(stream_, job_.size, job_.value.size_bytes)
                                      : Allocation();
        buffers_.set_room(kMergeRoom, keys, values);
        sort_tiles(kernels);
        if (tile_ < length()) merge(kernels);
    }

private:
    std::size_t length() const { return static_cast<std::size_t>(job_.segments.length); }

    // A tile must fit into 40 KB of shared memory, which every GPU has.
    SortTile block_tile() const {
        constexpr std::size_t kSharedBytes = 40 * 1024;
        const std::size_t largest = std::max(job_.key.size_bytes, job_.value.size_bytes);
        int threads = 256;
        while (threads > 32 && largest * static_cast<std::size_t>(threads) > kSharedBytes)
            threads /= 2;
        return {threads, items_within(job_, kSharedBytes, threads, 11)};
    }
    // Returns the number of keys per tile. Aims at two tiles per thread, so that all threads have
    // work.
    std::size_t serial_tile() const {
        const std::size_t parts = std::size_t(stream_.device().info().multiprocessors) * 2;
        return std::min(length(), std::clamp<std::size_t>(job_.size / parts, 1024, 1 << 18));
    }

    // Returns the buffer for the sorted tiles. The choice ensures that the last merge writes to the
    // result.
    int first_place() const {
        int rounds = 0;
        for (std::size_t width = tile_; width < length(); width *= 2) ++rounds;
        return rounds % 2 == 0 ? kResult : kMergeRoom;
    }
    void sort_tiles(const SortKernels& kernels) const {
        const int to = first_place();
        const std::size_t line = length();
        const Scalars scalars(order_);
        if (is_serial_)
            kernels.launch_given("sort_tiles", tiles_, scalars, buffers_, line, tile_, tiles_, to,
                                 other(to));
        else
            kernels.launch_given("sort_tiles", tiles_, scalars, buffers_, line, to);
    }
    void merge(const SortKernels& kernels) const {
        const Allocation memory(stream_, tiles_, sizeof(std::size_t));
        void* const splits = memory.data();
        const std::size_t line = length();
        const Scalars scalars(order_);
        int from = first_place();
        for (std::size_t width = tile_; width < line; width *= 2, from = other(from)) {
            kernels.launch_threads("find_splits", is_serial_ ? 1 : (tiles_ + 255) / 256,
                                   is_serial_ ? 1 : 256, scalars, buffers_, line, tile_, tiles_,
                                   width, from, splits);
            if (is_serial_)
                kernels.launch("merge_tiles", tiles_, scalars, buffers_, line, tile_, tiles_, width,
                               from, other(from), splits);
            else
                kernels.launch("merge_tiles", tiles_, scalars, buffers_, line, width, from,
                               other(from), splits);
        }
    }

    // The values captured by the comparison.
    struct alignas(16) Scalars {
        std::array<std::byte, kMaxScalarBytes> bytes{};

        explicit Scalars(const SortOrder& order) {
            std::ranges::copy(order.operands.scalars(), bytes.begin());
        }
    };

    Stream& stream_;
    const SortJob& job_;
    const SortOrder& order_;
    SortBuffers buffers_;
    bool is_serial_;
    std::size_t tile_ = 0;
    std::size_t tiles_ = 0;
};

}  // namespace

// <algorithms/sort_types.cuh> declares the element type and is included before this code.
SortOrder order_of_code(std::string_view code, const ElementType& element) {
    return {.source = fmt::format("#pragma once\n\nnamespace glint::expression {{\n\n"
                                  "struct Before {{\n    __device__ bool operator()(const {0}& a, "
                                  "const {0}& b) const {{\n        return {1};\n    }}\n}};\n\n"
                                  "}}  // namespace glint::expression\n",
                                  element.name, code)};
}

SortOrder order_of_function(const AnyFunction& function, const ElementType& element) {
    return {.source =
                "#pragma once\n" + operator_source("Before", function, element, kElementType<bool>),
            .operands = function.operands};
}

void merge_sort(Stream& stream, const SortJob& job, const SortOrder& order, MergeWay way) {
    if (way == MergeWay::automatic)
        way = stream.device().kind() == BackendKind::cpu ? MergeWay::serial : MergeWay::blocks;
    MergeSort(stream, job, order, way == MergeWay::serial).sort();
}

}  // namespace glint::detail
