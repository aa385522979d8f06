// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include <glint/base/ceil_div.hpp>

namespace glint::apps {

/// Division of the sums of forces into blocks. Each block handles one row of bodies and one part of
/// the sources.
struct Division {
    std::size_t rows = 0;
    std::size_t parts = 0;   ///< number of parts of the sources
    std::size_t length = 0;  ///< number of sources per part; the last part may have fewer
    std::size_t padded = 0;  ///< number of bodies, including those that pad the last row

    friend bool operator==(const Division&, const Division&) = default;
};

/// Divides `count` bodies into rows of `per_row`, for a device that runs `resident` blocks at a
/// time. Chooses the number of parts that keeps the whole device busy to the end. The lengths of
/// parts are multiples of kGroup.
Division divide(std::size_t count, std::size_t per_row, std::size_t resident);

/// Division of the columns that each row interacts with, for the method that visits each pair only
/// once; see pairs.cuh. A row's columns are numbered from its own first column.
struct PairDivision {
    std::size_t rows = 0;
    std::size_t columns = 0;  ///< number of columns of the longest row
    std::size_t batch = 0;    ///< number of columns that are summed before each gather
    std::size_t length = 0;   ///< number of columns per block
    std::size_t padded = 0;

    std::size_t parts() const noexcept { return ceil_div(batch, length); }
    /// Number of float4 results that the columns of a batch need.
    std::size_t pulls() const noexcept;
    friend bool operator==(const PairDivision&, const PairDivision&) = default;
};

/// Divides pairs for threads that hold `per_thread` bodies in registers. The results of a batch
/// take at most `most_bytes`, or more if the columns of a single row exceed that.
PairDivision divide_pairs(std::size_t count, std::size_t per_thread, std::size_t resident,
                          std::size_t most_bytes);

}  // namespace glint::apps
