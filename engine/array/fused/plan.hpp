// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace glint::detail {

/// How a fused kernel goes over lines; these are constants in its source.
struct FusedWork {
    std::uint16_t threads = 256;  ///< per block
    std::uint16_t group = 1;      ///< threads per line or, column-wise, per pack of lines
    std::uint16_t pack = 1;       ///< neighboring elements that a thread reads at once
    std::uint16_t held = 0;   ///< packs that a thread holds between levels; 0: they are read again
    std::uint16_t reads = 1;  ///< packs in flight if none are held
    bool is_columnwise = false;  ///< neighboring elements belong to different lines
    bool is_tiled = false;       ///< the lines of a block are guaranteed to be adjacent
    bool is_split = false;       ///< several blocks share a line
};

/// How the work is divided. On GPUs it depends only on shapes, types and alignment, so that
/// results are bit-identical on every GPU.
struct FusedPlan {
    FusedWork work{};
    FusedWork join{};        ///< of the launch that only writes a value for each split line
    std::size_t blocks = 1;  ///< for all lines, or for one part of each line
    std::size_t join_blocks = 1;
    std::size_t parts = 1;      ///< of a line, each processed by one block
    std::size_t part_size = 0;  ///< elements or, column-wise, rows in each part but the last
};

/// Inputs to a plan.
struct FusedLoad {
    std::size_t cpu_threads = 0;  ///< worker threads on the CPU; 0 on a GPU
    bool is_columnwise = false;
    bool has_thread_each = false;  ///< row-wise: each line is processed by one thread
    bool is_one_pass = false;      ///< elements are read once: one level, and no value for each
    std::size_t pack = 1;
    std::size_t lines = 0;           ///< or, column-wise, packs of lines
    std::size_t adjacent_lines = 1;  ///< number of adjacent ones
    std::size_t size = 0;            ///< elements of a line
    std::size_t operands = 1;        ///< arrays and sequences
    std::size_t element_bytes = 1;   ///< sum over all operands, per element
    std::size_t read_bytes = 0;      ///< contiguous bytes in a pack
    std::size_t held_bytes = 0;      ///< register bytes that hold a pack
    std::size_t state_bytes = 0;     ///< of all reductions; column-wise, for a pack of lines

    bool is_cpu() const noexcept { return cpu_threads > 0; }
    /// Packs per line or, column-wise, elements per line.
    std::size_t packs() const noexcept { return is_columnwise ? size : size / pack; }
};

FusedPlan fused_plan(const FusedLoad& load);

/// True if one thread per line is faster than blocks: for many short adjacent lines, which leave
/// blocks almost nothing to do. There are `lines` in total, `packs` of them adjacent.
bool suits_single_threads(std::size_t lines, std::size_t packs, std::size_t size) noexcept;

}  // namespace glint::detail
