// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/base/ceil_div.hpp>

namespace glint::apps {

/// Division of the force sums into blocks: each block handles one row of bodies and one part of the
/// sources.
struct Division {
    std::size_t rows = 0;
    std::size_t parts = 0;   ///< number of parts of the sources
    std::size_t length = 0;  ///< sources per part; the last part may have fewer
    std::size_t padded = 0;  ///< bodies or sources, including padding of the last row

    friend bool operator==(const Division&, const Division&) = default;
};

/// Divides `count` bodies, with `per_row` in each row, for a device that runs `resident` blocks at
/// once. Uses as many parts as keep the whole device busy to the end. Part lengths are multiples of
/// kGroup.
Division divide(std::size_t count, std::size_t per_row, std::size_t resident);

/// How the columns that a row interacts with are split, if each pair is visited only once; see
/// pairs.cuh. Columns are counted from the row's own first column.
struct PairDivision {
    std::size_t rows = 0;
    std::size_t columns = 0;  ///< number of columns of the longest row
    std::size_t batch = 0;    ///< columns summed before their results are gathered
    std::size_t length = 0;   ///< columns per block
    std::size_t padded = 0;

    std::size_t parts() const noexcept { return ceil_div(batch, length); }
    /// Number of float4 results for the columns of a batch.
    std::size_t pulls() const noexcept;
    friend bool operator==(const PairDivision&, const PairDivision&) = default;
};

/// Divides pairs for threads that hold `per_thread` bodies in registers. The results of a batch
/// take at most `most_bytes`, except that a batch has at least one row's width.
PairDivision divide_pairs(std::size_t count, std::size_t per_thread, std::size_t resident,
                          std::size_t most_bytes);

}  // namespace glint::apps
