// SPDX-License-Identifier: MIT
#include <glint/geometry/detail/mesh_kernels.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include <glint/algorithms/scan.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kMaxCells = 65535;
constexpr unsigned kThreads = 256;
constexpr unsigned kBlockWidth = 64, kMeshBlockHeight = 4;
constexpr unsigned kBlocksForEachProcessor = 8;

unsigned blocks_for(std::size_t threads, unsigned size) {
    return static_cast<unsigned>(ceil_div(threads, size));
}

}  // namespace

KernelFile mesh_kernels(Stream& stream, std::string_view file, std::string_view first_kernel) {
    return {stream, [&](KernelRecipe& recipe) {
                recipe.kernel(file, first_kernel);
                recipe.options([](KernelSource& source) { source.is_lean = true; });
            }};
}

void check_grid(const char* operation, const VoxelGrid& grid) {
    const auto refuse = [&](const std::string& reason) {
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("{} on a grid of {} x {} x {} cells", operation, grid.cells[0],
                                grid.cells[1], grid.cells[2]),
                    reason);
    };
    for (const std::size_t count : grid.cells)
        if (count == 0 || count > kMaxCells)
            refuse(fmt::format("each axis must have 1 to {} cells", kMaxCells));
    if (!(grid.spacing > 0) || !std::isfinite(grid.spacing) || !std::isfinite(1 / grid.spacing))
        refuse(fmt::format("the spacing {} is out of range", grid.spacing));
    for (const double low : grid.low)
        if (!std::isfinite(low))
            refuse(fmt::format("a coordinate of the corner of the grid is {}", low));
}

MeshCells cells_of(const VoxelGrid& grid) {
    return {static_cast<int>(grid.cells[0]), static_cast<int>(grid.cells[1]),
            static_cast<int>(grid.cells[2])};
}

Shape shape_of(const VoxelGrid& grid) { return {grid.cells[2], grid.cells[1], grid.cells[0]}; }

driver::LaunchShape each(std::size_t count) {
    return {.grid = {std::max(blocks_for(count, kThreads), 1u), 1, 1}, .block = {kThreads, 1, 1}};
}

driver::LaunchShape each_cell(const MeshCells& cells) {
    return {.grid = {blocks_for(static_cast<std::size_t>(cells.x), kBlockWidth),
                     blocks_for(static_cast<std::size_t>(cells.y), kMeshBlockHeight),
                     static_cast<unsigned>(cells.z)},
            .block = {kBlockWidth, kMeshBlockHeight, 1}};
}

driver::LaunchShape all_threads(const Device& device) {
    return {.grid = {kBlocksForEachProcessor * std::max(device.info().multiprocessors, 1u), 1, 1},
            .block = {kThreads, 1, 1}};
}

Array<long long> ends_of(const Array<long long>& pieces) { return cumulative_sum(pieces); }

}  // namespace glint::detail
