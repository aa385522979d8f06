// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <glint/algorithms/detail/expression_kernel.hpp>
#include <glint/driver/memory.hpp>

namespace glint::detail {

/// How a tile learns what those before it come to; as glint::expression::Method on the device.
enum class TileMethod : std::uint8_t { single, look_back, reduce, finish };

struct PassOptions {
    bool deterministic = false;  ///< in two passes, in which nothing depends on time
    bool needs_total = false;  ///< `Tiles::before` has it, behind the last tile, in Method::finish
    bool in_blocks = false;    ///< as on a GPU, also on the CPU; for tests
};

/// What a thread keeps of elements.
struct PassSizes {
    std::size_t state_bytes = 0;   ///< of what elements come to
    std::size_t item_bytes = 0;    ///< of an element in registers
    std::size_t output_bytes = 0;  ///< of an element that is written
};

/// A pass over the elements of an expression as kernels/algorithms/tile_pass.cuh does it.
class TilePass {
public:
    TilePass(Stream& stream, const AnyExpression& input, const PassSizes& sizes,
             const PassOptions& options);

    bool is_wide() const noexcept { return kernel_.is_wide(); }
    /// Queues all of it. `task` is without the constants that all passes have. `arguments` stand
    /// between the expression's operands and the tiles.
    void run(const ExpressionTask& task, std::span<void* const> arguments);

private:
    struct Geometry {
        std::uint16_t threads = 1;
        std::uint8_t count = 1;  ///< neighbours that a thread takes at a time
        std::uint8_t rows = 1;   ///< and how many times
        std::uint8_t pack = 1;   ///< neighbours that one access reads
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

/// Tells a recipe the header <algorithms/pass_setup.cuh>, which every pass has.
void describe_pass(KernelRecipe& recipe, TileMethod method, std::size_t threads, std::size_t count,
                   std::size_t rows);

}  // namespace glint::detail
