#pragma once

#include <cstddef>
#include <cstdint>

namespace glint::detail {

/// How a kernel goes over lines, as lines.cu has it; a part of its key.
struct LineWork {
    std::uint16_t threads = 256;  ///< of a block
    std::uint16_t group = 1;      ///< of them for one line; across, for one pack of lines
    std::uint16_t pack = 1;       ///< neighbours that a thread takes at a time
    std::uint16_t held = 0;    ///< packs that it keeps from level to level; 0: they are read again
    std::uint16_t reads = 1;   ///< packs under way where none are kept
    std::uint16_t across = 0;  ///< whether neighbours are those of other lines
    std::uint16_t tiled = 0;   ///< whether the lines of a block then lie side by side for sure
};

/// How blocks share lines where these are few and long.
struct LineSharing {
    std::size_t blocks = 1;  ///< that share lines, a team
    std::size_t teams = 0;   ///< in the grid

    bool is_any() const noexcept { return blocks > 1; }
};

struct LinePlan {
    LineWork work{};
    LineSharing sharing{};
};

/// What a plan depends on.
struct LineLoad {
    bool across = false;
    std::size_t pack = 1;
    std::size_t lines = 0;        ///< or packs of them, across
    std::size_t beside = 1;       ///< of them that lie side by side
    std::size_t packs = 0;        ///< in a line; across, its elements
    std::size_t read_bytes = 0;   ///< that lie side by side in a pack
    std::size_t held_bytes = 0;   ///< of the registers that keep a pack
    std::size_t state_bytes = 0;  ///< of all reductions; across, of a pack of lines
};

/// What runs them: a GPU whose blocks can wait for each other or not, or the CPU.
struct LineProcessor {
    bool is_cpu = false;
    bool at_once = false;   ///< whether blocks can wait for each other
    std::size_t count = 1;  ///< multiprocessors or worker threads
};

LinePlan line_plan(const LineLoad& load, const LineProcessor& processor);
/// One in which no blocks share lines.
LinePlan line_plan_alone(const LineLoad& load, const LineProcessor& processor);

/// Blocks of lines that a plan has, shared or not.
std::size_t line_blocks(const LineLoad& load, const LineWork& work);

/// `plan` with at most `most` blocks at a time.
LinePlan with_fewer_blocks(const LineLoad& load, const LinePlan& plan, std::size_t most);

}  // namespace glint::detail
