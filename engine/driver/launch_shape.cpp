// SPDX-License-Identifier: MIT
#include <glint/driver/launch_shape.hpp>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

unsigned blocks(std::size_t count, unsigned block) {
    if (block == 0)
        throw Error(ErrorCode::invalid_argument, "compute a launch shape",
                    "the block has 0 threads");
    const std::size_t needed = std::max<std::size_t>(1, count / block + (count % block != 0));
    if (needed > std::numeric_limits<int>::max())
        throw Error(
            ErrorCode::invalid_argument, "compute a launch shape",
            fmt::format("{} elements need {} blocks of {}, but the maximum is 2147483647 blocks",
                        count, needed, text::counted(block, "thread")));
    return static_cast<unsigned>(needed);
}

}  // namespace

LaunchShape threads(std::size_t count, unsigned block) {
    return {.grid = {blocks(count, block), 1, 1}, .block = {block, 1, 1}};
}

LaunchShape threads(std::size_t count, const ThreadOptions& options) {
    LaunchShape shape = threads(count, options.block);
    shape.shared_bytes = options.shared_bytes;
    shape.cooperative = options.cooperative;
    shape.early_start = options.early_start;
    shape.priority = options.priority;
    return shape;
}

LaunchShape threads(std::size_t width, std::size_t height, Dim3 block) {
    return {.grid = {blocks(width, block.x), blocks(height, block.y), 1}, .block = block};
}

}  // namespace glint
