// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace glint::detail {

/// How a fused kernel goes over lines; these are constants of its source.
struct FusedWork {
    std::uint16_t threads = 256;  ///< of a block
    std::uint16_t group = 1;      ///< of them for one line; column-wise, for one pack of lines
    std::uint16_t pack = 1;       ///< neighbours that a thread takes at a time
    std::uint16_t held = 0;   ///< packs that it keeps from level to level; 0: they are read again
    std::uint16_t reads = 1;  ///< packs under way where none are kept
    bool is_columnwise = false;  ///< whether neighbours are those of other lines
    bool is_tiled = false;       ///< whether the lines of a block are then adjacent for sure
    bool is_split = false;       ///< whether several blocks share a line
};

/// How the work is shared out. On GPUs it follows from shapes, types and alignment alone, so that
/// results have the same bits on every one.
struct FusedPlan {
    FusedWork work{};
    FusedWork join{};        ///< of the launch that only writes a value for each split line
    std::size_t blocks = 1;  ///< for all lines, or for one part of each
    std::size_t join_blocks = 1;
    std::size_t parts = 1;      ///< of a line, each of which has a block
    std::size_t part_size = 0;  ///< elements, or column-wise rows, of each but the last
};

/// What a plan depends on.
struct FusedLoad {
    std::size_t cpu_threads = 0;  ///< that run blocks on the CPU; 0 on a GPU
    bool is_columnwise = false;
    bool has_thread_each = false;  ///< row-wise: whether each line is one thread's
    bool is_one_pass = false;  ///< whether elements are read once: one level, and no value for each
    std::size_t pack = 1;
    std::size_t lines = 0;          ///< or, column-wise, packs of them
    std::size_t beside = 1;         ///< of them that are adjacent
    std::size_t size = 0;           ///< elements of a line
    std::size_t operands = 1;       ///< arrays and sequences
    std::size_t element_bytes = 1;  ///< of one element of all operands
    std::size_t read_bytes = 0;     ///< that are contiguous in a pack
    std::size_t held_bytes = 0;     ///< of the registers that keep a pack
    std::size_t state_bytes = 0;    ///< of all reductions; column-wise, of a pack of lines

    bool is_cpu() const noexcept { return cpu_threads > 0; }
    /// Packs of a line; column-wise, its elements.
    std::size_t packs() const noexcept { return is_columnwise ? size : size / pack; }
};

FusedPlan fused_plan(const FusedLoad& load);

/// Whether a thread for each of many short adjacent lines does better than blocks, which have next
/// to nothing to do. `lines` in all, `packs` of them adjacent.
bool suits_single_threads(std::size_t lines, std::size_t packs, std::size_t size) noexcept;

}  // namespace glint::detail
