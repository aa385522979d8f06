// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/base/ceil_div.hpp>

namespace glint::apps {

/// How forces on all bodies are shared out to blocks: each has a row of bodies and a part of the
/// sources.
struct Division {
    std::size_t rows = 0;
    std::size_t parts = 0;   ///< of the sources
    std::size_t length = 0;  ///< of a part, in sources; that of the last may be less
    std::size_t padded = 0;  ///< bodies and sources, with those that fill the last row

    friend bool operator==(const Division&, const Division&) = default;
};

/// For `count` bodies, `per_row` in each row, on a device that has `resident` blocks in work at
/// once: as many parts as keep all of it busy to the end. Parts are multiples of kGroup.
Division divide(std::size_t count, std::size_t per_row, std::size_t resident);

/// How the columns that each row meets, where each pair is summed once, are shared out; see
/// pairs.cuh. All columns are counted from the row's own.
struct PairDivision {
    std::size_t rows = 0;
    std::size_t columns = 0;  ///< of the longest row
    std::size_t batch = 0;    ///< columns that are summed before their results are gathered
    std::size_t length = 0;   ///< columns of a block
    std::size_t padded = 0;

    std::size_t parts() const noexcept { return ceil_div(batch, length); }
    /// Float4s that the columns of a batch need for what they get.
    std::size_t pulls() const noexcept;
    friend bool operator==(const PairDivision&, const PairDivision&) = default;
};

/// `per_thread` bodies are in the registers of each; results of a batch stay within `most_bytes`,
/// or are those of one row's breadth.
PairDivision divide_pairs(std::size_t count, std::size_t per_thread, std::size_t resident,
                          std::size_t most_bytes);

}  // namespace glint::apps
