// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace glint::detail {

/// Describes how a fused kernel loops over lines; the members are constants in its source.
struct FusedWork {
    std::uint16_t threads = 256;  ///< per block
    std::uint16_t group = 1;      ///< threads per line, or per pack of lines if column-wise
    std::uint16_t pack = 1;       ///< adjacent elements that a thread reads in one access
    std::uint16_t held = 0;       ///< packs that a thread holds between levels; 0: reads them again
    std::uint16_t reads = 1;      ///< packs in flight if none are held
    bool is_columnwise = false;   ///< adjacent elements belong to different lines
    bool is_tiled = false;        ///< the lines of a block are guaranteed to be adjacent
    bool is_split = false;        ///< several blocks share a line
};

/// The division of the work. On GPUs it depends only on shapes, types and alignment, so results are
/// bit-identical on every GPU.
struct FusedPlan {
    FusedWork work{};
    FusedWork join{};        ///< the launch that only writes the value of each split line
    std::size_t blocks = 1;  ///< blocks for all lines, or for one part of each line if split
    std::size_t join_blocks = 1;
    std::size_t parts = 1;      ///< parts per line, each processed by one block
    std::size_t part_size = 0;  ///< elements (column-wise: rows) of every part except the last
};

/// Inputs to a plan.
struct FusedLoad {
    std::size_t cpu_threads = 0;  ///< worker threads on the CPU; 0 on a GPU
    bool is_columnwise = false;
    bool has_thread_each = false;  ///< row-wise: one thread processes each line
    bool is_one_pass = false;      ///< elements are read once: one level, and one value per line
    std::size_t pack = 1;
    std::size_t lines = 0;           ///< number of lines, or of packs of lines if column-wise
    std::size_t adjacent_lines = 1;  ///< number of lines that are adjacent to each other
    std::size_t size = 0;            ///< elements per line
    std::size_t operands = 1;        ///< arrays and sequences
    std::size_t element_bytes = 1;   ///< total bytes of one element of every operand
    std::size_t read_bytes = 0;      ///< contiguous bytes in a pack
    std::size_t held_bytes = 0;      ///< register bytes for one pack of all operands
    std::size_t state_bytes = 0;     ///< bytes of all states; column-wise: for a pack of lines

    bool is_cpu() const noexcept { return cpu_threads > 0; }
    /// Returns the packs per line or, if column-wise, the elements per line.
    std::size_t packs() const noexcept { return is_columnwise ? size : size / pack; }
};

FusedPlan fused_plan(const FusedLoad& load);

/// True if processing each line with one thread is faster than with blocks. Many short adjacent
/// lines, for example, would leave blocks almost idle. `lines` is the number of lines, `size` the
/// number of elements per line, and `packs` the number of packs that adjacent lines form.
bool suits_single_threads(std::size_t lines, std::size_t packs, std::size_t size) noexcept;

}  // namespace glint::detail
