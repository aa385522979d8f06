// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/tile_pass.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>
#include <vector>

#include <glint/kernels/algorithms/sizes.cuh>

namespace glint::detail {
namespace {

constexpr std::size_t kTicketBytes = 16;  // for a ticket counter before the tiles' status words

std::string_view tile_method_name(TileMethod method) {
    switch (method) {
        case TileMethod::single: return "Method::single";
        case TileMethod::look_back: return "Method::look_back";
        case TileMethod::reduce: return "Method::reduce";
        case TileMethod::finish: return "Method::finish";
    }
    return {};
}

std::size_t largest_element(const AnyExpression& input, std::size_t output_bytes) {
    std::size_t largest = std::max<std::size_t>(output_bytes, 1);
    for (const ArrayOperand& array : input.operands.arrays())
        largest = std::max(largest, array.type.size_bytes);
    return largest;
}

}  // namespace

void describe_pass(KernelRecipe& recipe, TileMethod method, std::size_t threads, std::size_t count,
                   std::size_t rows) {
    recipe.header("algorithms/pass_setup.cuh");
    recipe.include("algorithms/pass_kinds.cuh");
    recipe.constants("glint::expression", {{"Method kMethod", tile_method_name(method)},
                                           {"int kThreads", threads},
                                           {"int kCount", count},
                                           {"int kRows", rows}});
}

TilePass::TilePass(Stream& stream, const AnyExpression& input, const PassSizes& sizes,
                   const PassOptions& options)
    : kernel_(stream, input),
      sizes_(sizes),
      options_(options),
      geometry_(choose_geometry()),
      tiles_((kernel_.size() + tile_items() - 1) / tile_items()) {}

// A thread reads 16 bytes of the largest elements at a time. On GPUs, a thread processes as many
// elements as fit into about 48 registers. This reduces the number of tiles, and thus the time
// spent waiting for previous tiles. On the CPU, more elements per thread would spill registers to
// the stack, and LLVM would not vectorize the sums of longer steps.
TilePass::Geometry TilePass::choose_geometry() const {
    const std::size_t bytes = largest_element(kernel_.input(), sizes_.output_bytes);
    const std::size_t count = std::bit_floor(16 / std::min<std::size_t>(bytes, 16));
    Geometry geometry{.count = static_cast<std::uint8_t>(count)};
    if (!is_serial()) {
        const std::size_t kept = count * std::max<std::size_t>(sizes_.item_bytes, 4);
        geometry.threads = 768;
        geometry.rows = static_cast<std::uint8_t>(std::clamp<std::size_t>(192 / kept, 1, 12));
    }
    geometry.pack = kernel_.is_aligned(geometry.count) ? geometry.count : std::uint8_t(1);
    return geometry;
}

std::size_t TilePass::tile_items() const {
    return is_serial() ? sizes::kSerialItems
                       : std::size_t(geometry_.threads) * geometry_.count * geometry_.rows;
}

void TilePass::run(const ExpressionTask& task, std::span<void* const> arguments) {
    if (tiles_ == 0) return;
    if (tiles_ == 1 && !options_.needs_total) {
        launch(TileMethod::single, task, arguments);
    } else if (is_serial() || options_.deterministic || options_.needs_total) {
        words_ = zeroed(kernel_.stream(), kTicketBytes);
        before_ = Allocation(kernel_.stream(), tiles_ + 1, sizes_.state_bytes);
        launch(TileMethod::reduce, task, arguments);
        launch(TileMethod::finish, task, arguments);
    } else {
        const std::size_t words = tiles_ * ((sizes_.state_bytes + 3) / 4);
        words_ = zeroed(kernel_.stream(), kTicketBytes + words * 8);
        launch(TileMethod::look_back, task, arguments);
    }
}

void TilePass::launch(TileMethod method, const ExpressionTask& task,
                      std::span<void* const> arguments) {
    ArgumentBytes tiles;
    append_index(tiles, kernel_.size(), is_wide());
    append_index(tiles, tiles_, is_wide());
    auto* const ticket = static_cast<std::byte*>(words_.data());
    tiles.append(ticket ? ticket + kTicketBytes : nullptr);
    tiles.append(before_.data());
    tiles.append(ticket);
    std::vector<void*> all(arguments.begin(), arguments.end());
    all.push_back(tiles.data());
    ExpressionTask complete = task;
    complete.describe = [&](KernelRecipe& recipe) {
        task.describe(recipe);
        describe_pass(recipe, method, geometry_.threads, geometry_.count, geometry_.rows);
    };
    if (is_serial()) complete.cpu_lowering = "loops";
    kernel_.launch(
        complete, geometry_.pack,
        {.grid = {static_cast<unsigned>(tiles_), 1, 1}, .block = {geometry_.threads, 1, 1}}, all);
}

}  // namespace glint::detail
