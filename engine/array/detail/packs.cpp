// SPDX-License-Identifier: MIT
#include <glint/array/detail/packs.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace glint::detail {

std::size_t widest_pack(const AnyExpression& expression, std::size_t written_bytes) {
    std::size_t largest = std::max<std::size_t>(written_bytes, 1);
    std::size_t smallest = written_bytes > 0 ? written_bytes : 16;
    for (const ArrayOperand& array : expression.operands.arrays()) {
        if (!array.data) continue;
        largest = std::max(largest, array.type.size_bytes);
        smallest = std::min(smallest, array.type.size_bytes);
    }
    return std::bit_floor(std::clamp<std::size_t>(std::max(16 / largest, 4 / smallest), 1, 16));
}

bool is_aligned(const void* data, std::size_t element_bytes, const Loops& loops,
                std::size_t operand, std::size_t pack) {
    const Step step = loops.step(operand);
    if (!data || pack == 1 || (step != Step::unit && step != Step::back)) return true;
    if (!std::has_single_bit(element_bytes)) return false;
    const std::size_t bytes = std::min<std::size_t>(element_bytes * pack, 16);
    const std::size_t before = step == Step::back ? (pack - 1) * element_bytes : 0;
    if ((std::bit_cast<std::uintptr_t>(data) - before) % bytes != 0) return false;
    for (std::size_t axis = 0; axis + 1 < loops.rank; ++axis) {
        const auto stride = static_cast<std::size_t>(std::abs(loops.strides[operand][axis]));
        if (stride * element_bytes % bytes != 0) return false;
    }
    return true;
}

bool are_aligned(const AnyExpression& expression, const Loops& loops, std::size_t pack) {
    if (loops.columns() < pack) return false;
    const auto arrays = expression.operands.arrays();
    for (std::size_t i = 0; i < arrays.size(); ++i)
        if (!is_aligned(arrays[i].data, arrays[i].type.size_bytes, loops, i, pack)) return false;
    return true;
}

}  // namespace glint::detail
