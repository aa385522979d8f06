// SPDX-License-Identifier: MIT
#include "warp_ops.hpp"

#include "arithmetic.hpp"

namespace glint::fuzz {
namespace {

std::uint32_t lanes_where(std::uint32_t group, auto&& condition) {
    std::uint32_t lanes = 0;
    for (unsigned lane = 0; lane < 32; ++lane)
        if ((group >> lane & 1u) && condition(lane)) lanes |= 1u << lane;
    return lanes;
}

unsigned source_lane(Warp operation, unsigned lane, unsigned operand, unsigned width) {
    const unsigned first = lane & ~(width - 1);
    const unsigned place = lane & (width - 1);
    switch (operation) {
        case Warp::shuffle: return first + (operand & (width - 1));
        case Warp::shuffle_up: return place >= operand ? lane - operand : lane;
        case Warp::shuffle_down: return place + operand < width ? lane + operand : lane;
        default: return (lane ^ operand) < first + width ? lane ^ operand : lane;
    }
}

Binary reduction(Warp operation) {
    switch (operation) {
        case Warp::reduce_add: return Binary::add;
        case Warp::reduce_min: return Binary::minimum;
        case Warp::reduce_max: return Binary::maximum;
        case Warp::reduce_and: return Binary::bit_and;
        case Warp::reduce_or: return Binary::bit_or;
        default: return Binary::bit_xor;
    }
}

std::uint64_t reduced(Warp operation, const WarpInput& input) {
    std::uint64_t total = 0;
    bool first = true;
    for (unsigned lane = 0; lane < 32; ++lane) {
        if (!(input.group >> lane & 1u)) continue;
        total = first ? input.values[lane]
                      : apply(reduction(operation), input.type, true, total, input.values[lane]);
        first = false;
    }
    return total;
}

}  // namespace

std::uint64_t warp_result(Warp operation, const WarpInput& input, unsigned lane) {
    const auto is_set = [&](unsigned other) { return input.values[other] != 0; };
    const auto is_same = [&](unsigned other) { return input.values[other] == input.values[lane]; };
    if (is_reduction(operation)) return reduced(operation, input);
    switch (operation) {
        case Warp::ballot: return lanes_where(input.group, is_set);
        case Warp::any: return lanes_where(input.group, is_set) != 0;
        case Warp::all: return lanes_where(input.group, is_set) == input.group;
        case Warp::match_any: return lanes_where(input.group, is_same);
        case Warp::match_all:
            return lanes_where(input.group, is_same) == input.group ? input.group : 0;
        default: break;
    }
    const unsigned source =
        source_lane(operation, lane, static_cast<unsigned>(input.operands[lane]), input.width);
    return (input.group >> source & 1u) ? input.values[source] : input.values[lane];
}

bool is_shuffle(Warp operation) { return operation <= Warp::shuffle_xor; }
bool is_reduction(Warp operation) { return operation >= Warp::reduce_add; }

Type warp_result_type(Warp operation, Type value) {
    if (is_shuffle(operation) || is_reduction(operation)) return value;
    return operation == Warp::any || operation == Warp::all ? Type::i32 : Type::u32;
}

}  // namespace glint::fuzz
