#include <glint/studio/run/launch_shape.hpp>

#include <algorithm>
#include <functional>
#include <future>

#include <glint/base/divided_up.hpp>

namespace glint::studio {

// Rows of 32 threads read and write memory side by side.
LaunchShape shape_over(const AnyKernel& kernel, const Structure& structure,
                       const Extents& extents) {
    const LaunchShape line = kernel.best_shape(extents.count());
    const std::size_t axes = structure.extents.size();
    if (axes == 1) return line;
    const unsigned threads = std::max(line.block.x, 1u);
    Dim3 block{.x = std::min(32u, threads), .y = 1, .z = 1};
    block.y = axes == 3 ? std::min(4u, threads / block.x) : threads / block.x;
    block.z = axes == 3 ? threads / (block.x * block.y) : 1;
    const auto blocks = [](std::size_t length, unsigned size) {
        return static_cast<unsigned>(divided_up(length, size));
    };
    return {.grid = {blocks(extents.width, block.x), blocks(extents.height, block.y),
                     blocks(extents.depth, block.z)},
            .block = block};
}

// Blocks do not depend on the extents.
void warm_up(const Code& code) {
    const Declaration& declaration = code.declaration();
    std::vector<std::future<void>> working;
    const auto start = [&](const AnyKernel& kernel, const LaunchShape& shape) {
        working.push_back(std::async(std::launch::async, [=] { kernel.warm_up(shape); }));
    };
    for (std::size_t i = 0; i < declaration.passes.size(); ++i)
        start(code.pass(i),
              shape_over(code.pass(i), declaration.structures[declaration.passes[i].over], {}));
    for (std::size_t i = 0; i < declaration.derived.size(); ++i)
        start(code.derived(i), declaration.derived[i].is_monitor()
                                   ? LaunchShape{.block = {.x = kReducers}}
                                   : code.derived(i).best_shape(1));
    for (std::future<void>& each : working) each.get();
}

}  // namespace glint::studio
