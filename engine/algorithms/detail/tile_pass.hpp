// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <glint/algorithms/detail/expression_kernel.hpp>
#include <glint/driver/memory.hpp>

namespace glint::detail {

/// How a tile obtains the combined result of earlier tiles; matches glint::expression::Method on
/// the device.
enum class TileMethod : std::uint8_t { single, look_back, reduce, finish };

struct PassOptions {
    bool deterministic = false;  ///< uses two passes, so that the result does not depend on timing
    bool needs_total = false;    ///< in Method::finish, `Tiles::before` ends with the total
    bool in_blocks = false;      ///< uses the GPU algorithm on the CPU, too; for tests
};

/// Sizes of the data that a thread stores.
struct PassSizes {
    std::size_t state_bytes = 0;   ///< size of a combined value
    std::size_t item_bytes = 0;    ///< size of an element in registers
    std::size_t output_bytes = 0;  ///< size of an output element
};

/// A pass over the elements of an expression, as in kernels/algorithms/tile_pass.cuh.
class TilePass {
public:
    TilePass(Stream& stream, const AnyExpression& input, const PassSizes& sizes,
             const PassOptions& options);

    bool is_wide() const noexcept { return kernel_.is_wide(); }
    /// Queues all launches. Adds to `task` the constants that all passes need. The kernel's
    /// arguments are the operands of the expression, then `arguments`, then the tiles.
    void run(const ExpressionTask& task, std::span<void* const> arguments);

private:
    struct Geometry {
        std::uint16_t threads = 1;
        std::uint8_t count = 1;  ///< adjacent elements that a thread processes together
        std::uint8_t rows = 1;   ///< number of such groups per thread
        std::uint8_t pack = 1;   ///< adjacent elements per memory access
    };

    bool is_serial() const { return kernel_.on_cpu() && !options_.in_blocks; }
    Geometry choose_geometry() const;
    std::size_t tile_items() const;
    void launch(TileMethod method, const ExpressionTask& task, std::span<void* const> arguments);

    ExpressionKernel kernel_;
    PassSizes sizes_;
    PassOptions options_;
    Geometry geometry_;
    std::size_t tiles_ = 0;
    Allocation words_{}, before_{};
};

/// Adds the header <algorithms/pass_setup.cuh> to a recipe. Every pass includes that header.
void describe_pass(KernelRecipe& recipe, TileMethod method, std::size_t threads, std::size_t count,
                   std::size_t rows);

}  // namespace glint::detail
