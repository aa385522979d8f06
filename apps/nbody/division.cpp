// SPDX-License-Identifier: MIT
#include <apps/nbody/division.hpp>

#include <algorithm>

#include <apps/nbody/layout.cuh>

#include <glint/base/ceil_div.hpp>

namespace glint::apps {
namespace {

constexpr std::size_t kFloat4 = 16;
constexpr std::size_t kMaxParts = 64;
constexpr std::size_t kMaxPartBytes = 640u << 20;

/// Time that `blocks` equal blocks take, relative to a device without idle time.
double waste(std::size_t blocks, std::size_t resident) {
    return static_cast<double>(ceil_div(blocks, resident) * resident) / static_cast<double>(blocks);
}

}  // namespace

Division divide(std::size_t count, std::size_t per_row, std::size_t resident) {
    Division best;
    best.rows = std::max<std::size_t>(1, ceil_div(count, per_row));
    best.padded = best.rows * per_row;
    double least = 0;
    for (std::size_t wanted = 1; wanted <= kMaxParts; ++wanted) {
        if (wanted > 1 && wanted * best.padded * kFloat4 > kMaxPartBytes) break;
        const std::size_t length = round_up(ceil_div(count, wanted), nbody::kGroup);
        if (wanted > 1 && length < nbody::kThreads) break;
        const std::size_t parts = ceil_div(count, length);
        // Writing and reading the results of a part takes as long as summing about 27 sources.
        const double joining = 27.0 * static_cast<double>(parts) / static_cast<double>(count);
        const double time = waste(best.rows * parts, resident) * (1 + joining);
        if (least > 0 && time > 0.995 * least) continue;
        least = time;
        best.parts = parts;
        best.length = length;
    }
    return best;
}

std::size_t PairDivision::pulls() const noexcept {
    const std::size_t per_row = padded / rows / nbody::kThreads;
    return std::max<std::size_t>(1, batch / per_row) * padded;
}

PairDivision divide_pairs(std::size_t count, std::size_t per_thread, std::size_t resident,
                          std::size_t most_bytes) {
    const std::size_t per_row = per_thread * nbody::kThreads;
    PairDivision made;
    made.rows = std::max<std::size_t>(1, ceil_div(count, per_row));
    made.padded = made.rows * per_row;
    made.columns = (1 + made.rows / 2) * per_thread;
    const std::size_t rows_of_batch =
        std::max<std::size_t>(1, most_bytes / (made.padded * kFloat4));
    made.batch = std::min(made.columns, rows_of_batch * per_thread);
    double least = 0;
    for (std::size_t length = made.batch; length > 0; --length) {
        const std::size_t parts = ceil_div(made.batch, length);
        if (parts > kMaxParts) break;
        // The fixed cost of a block is a fifth of the cost of a column.
        const double time =
            waste(made.rows * parts, resident) * (1 + 0.2 / static_cast<double>(length));
        if (least > 0 && time > 0.995 * least) continue;
        least = time;
        made.length = length;
    }
    return made;
}

}  // namespace glint::apps
