// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/launch_shape.hpp>

#include <algorithm>
#include <functional>
#include <future>

#include <glint/base/ceil_div.hpp>
#include <glint/kernels/studio/sizes.cuh>

namespace glint::studio {

namespace {

unsigned blocks_for(std::size_t length, unsigned cells) {
    return static_cast<unsigned>(ceil_div(length, cells));
}

// Maximum number of threads in a block for grids on GPUs. On an H100, five-point and seven-point
// stencils and lattice Boltzmann steps take only 0.8 times as long as with the largest blocks. A
// block releases its resources only when all of its threads have finished.
constexpr unsigned kGridThreadsOnGpu = 128;
constexpr unsigned kMaxRowBlocks = 65535;  // maximum number of blocks along y and z on GPUs

// Returns a shape with one thread per element. In a grid, blocks are 32 threads wide if possible,
// because rows of 32 threads access contiguous memory.
LaunchShape shape_over(const AnyKernel& kernel, const Structure& structure,
                       const Extents& extents) {
    const LaunchShape line = kernel.best_shape(extents.count());
    const std::size_t axes = structure.extents.size();
    if (axes == 1) return line;
    const bool is_on_gpu = kernel.native() != nullptr;
    const unsigned most = is_on_gpu ? kGridThreadsOnGpu : line.block.x;
    const unsigned threads = std::max(std::min(line.block.x, most), 1u);
    Dim3 block{.x = std::min(32u, threads), .y = 1, .z = 1};
    block.y = axes == 3 ? std::min(4u, threads / block.x) : threads / block.x;
    block.z = axes == 3 ? threads / (block.x * block.y) : 1;
    for (; blocks_for(extents.height, block.y) > kMaxRowBlocks && block.x > 1; block.x /= 2)
        block.y *= 2;
    for (; blocks_for(extents.depth, block.z) > kMaxRowBlocks && block.x > 1; block.x /= 2)
        block.z *= 2;
    return {.grid = {blocks_for(extents.width, block.x), blocks_for(extents.height, block.y),
                     blocks_for(extents.depth, block.z)},
            .block = block};
}

}  // namespace

bool has_block_cooperation(const DeclaredPass& pass, const AnyKernel& kernel) {
    const driver::KernelInfo info = kernel.info();
    return pass.uses_blocks || info.static_shared_bytes > 0 || info.lowering == "fibres";
}

// If the annotation is only for GPUs, a CPU uses one thread per cell. The block then has the
// annotated size if its threads cooperate, and otherwise a size that suits the CPU.
LaunchShape shape_of(const DeclaredPass& pass, const AnyKernel& kernel,
                     const Declaration& declaration, const Extents& extents) {
    const bool has_cell_each = pass.tiling && pass.tiling->for_gpus && kernel.native() == nullptr;
    if (!pass.tiling || (has_cell_each && !has_block_cooperation(pass, kernel)))
        return shape_over(kernel, declaration.structures[pass.over], extents);
    const auto& block = pass.tiling->block;
    const auto& cells = has_cell_each ? block : pass.tiling->cells;
    return {.grid = {blocks_for(extents.width, cells[0]), blocks_for(extents.height, cells[1]),
                     blocks_for(extents.depth, cells[2])},
            .block = {block[0], block[1], block[2]}};
}

LaunchShape shape_of(const Derived& derived, const AnyKernel& kernel,
                     const Declaration& declaration, const Extents& extents) {
    return shape_over(kernel, declaration.structures[derived.over], extents);
}

// Uses the launch shapes for extents of 1. Only the block sizes matter here, and they hardly depend
// on the extents.
void warm_up(const Code& code) {
    const Declaration& declaration = code.declaration();
    std::vector<std::future<void>> working;
    const auto start = [&](const AnyKernel& kernel, const LaunchShape& shape) {
        working.push_back(std::async(std::launch::async, [=] { kernel.warm_up(shape); }));
    };
    for (std::size_t i = 0; i < declaration.passes.size(); ++i)
        start(code.pass(i), shape_of(declaration.passes[i], code.pass(i), declaration, {}));
    for (std::size_t i = 0; i < declaration.derived.size(); ++i) {
        const Derived& derived = declaration.derived[i];
        start(code.derived(i), shape_of(derived, code.derived(i), declaration, {}));
        if (derived.is_monitor())
            start(code.joiner(i), LaunchShape{.block = {.x = sizes::kReducers}});
    }
    for (std::future<void>& each : working) each.get();
}

}  // namespace glint::studio
