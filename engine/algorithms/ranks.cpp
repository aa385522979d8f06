#include <glint/algorithms/ranks.hpp>

#include <cmath>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::detail {

void check_rank_count(std::size_t count, std::size_t length) {
    if (count >= 1 && count <= length) return;
    throw Error(ErrorCode::invalid_argument, fmt::format("find the first {} in order", count),
                fmt::format("there are {} in each line", length));
}

void check_key_rank(std::size_t rank, std::size_t length) {
    if (rank < length) return;
    throw Error(ErrorCode::invalid_argument, fmt::format("find the element of rank {}", rank),
                fmt::format("there are {} in each line", length));
}

QuantileRank quantile_rank(double fraction, std::size_t size) {
    const auto operation = [=] { return fmt::format("find the quantile {}", fraction); };
    if (size == 0) throw Error(ErrorCode::invalid_argument, operation(), "there are no elements");
    if (!(fraction >= 0 && fraction <= 1))
        throw Error(ErrorCode::invalid_argument, operation(), "it has to be from 0 to 1");
    const double place = fraction * static_cast<double>(size - 1), whole = std::floor(place);
    return {.lower = static_cast<std::size_t>(whole), .between = place - whole};
}

}  // namespace glint::detail
