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
};

/// What that depends on.
struct LineLoad {
    bool across = false;
    std::size_t pack = 1;
    std::size_t lines = 0;       ///< or packs of them, across
    std::size_t packs = 0;       ///< in a line; across, its elements
    std::size_t read_bytes = 0;  ///< that lie side by side in a pack
    std::size_t held_bytes = 0;  ///< of the registers that keep a pack
};

LineWork line_work_of_gpu(const LineLoad& load);
LineWork line_work_of_cpu(const LineLoad& load);

}  // namespace glint::detail
