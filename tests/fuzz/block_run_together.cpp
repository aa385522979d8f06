// SPDX-License-Identifier: MIT
#include <algorithm>

#include "arithmetic.hpp"
#include "block_run.hpp"
#include "warp_ops.hpp"

/// Operations that synchronize threads: barriers, votes, warp operations, and atomics.
namespace glint::fuzz {

void BlockRun::barrier(const Mask& active) {
    if (active != living_) throw Illegal("not every living thread reaches a barrier");
    ++block_barriers_;
}

void BlockRun::vote(const Statement& statement, const Mask& active) {
    const Mask yes = where(statement.value, active);
    barrier(active);
    const auto count = std::count(yes.begin(), yes.end(), 1);
    const auto present = std::count(active.begin(), active.end(), 1);
    const long answer = statement.vote == Vote::count ? count
                        : statement.vote == Vote::all ? count == present
                                                      : count > 0;
    store(statement.place, Values(threads(), static_cast<std::uint64_t>(answer)), active);
}

std::uint32_t BlockRun::group_of(unsigned first, std::uint32_t mask, const Mask& active) const {
    std::uint32_t named = 0, present = 0;
    for (unsigned lane = 0; lane < 32 && first + lane < living_.size(); ++lane) {
        if (living_[first + lane]) named |= 1u << lane;
        if (active[first + lane]) present |= 1u << lane;
    }
    named &= mask;
    if (present != 0 && present != named)
        throw Illegal("a warp operation names other lanes than those that are there");
    return present;
}

void BlockRun::warp(const Statement& statement, const Mask& active) {
    const Values value = evaluate(statement.value, active);
    const Values operand =
        statement.condition ? evaluate(statement.condition, active) : Values(threads());
    Values results(threads());
    for (unsigned first = 0; first < living_.size(); first += 32) {
        WarpInput input{.group = group_of(first, statement.mask, active),
                        .width = statement.width,
                        .type = statement.value->type};
        for (unsigned lane = 0; lane < 32 && first + lane < living_.size(); ++lane) {
            input.values[lane] = value[first + lane];
            input.operands[lane] = operand[first + lane];
        }
        for (unsigned lane = 0; lane < 32 && first + lane < living_.size(); ++lane)
            if (active[first + lane])
                results[first + lane] = warp_result(statement.warp, input, lane);
    }
    store(statement.place, results, active);
}

// Only full masks establish an order, because the threads of a partial mask are not tracked.
void BlockRun::warp_sync(const Statement& statement, const Mask& active) {
    for (unsigned first = 0; first < living_.size(); first += 32)
        if (group_of(first, statement.mask, active) != 0 && statement.mask == 0xffffffffu)
            ++warp_barriers_[first / 32];
}

// Threads run one after the other; legal kernels do not depend on their order.
void BlockRun::atomic(const Statement& statement, const Mask& active) {
    const std::shared_ptr<Storage> storage = find(statement.place.variable);
    const Type type = kernel_.type_of(statement.place);
    const Values index = indices(statement.place, active);
    const Values value = evaluate(statement.value, active);
    Values old(threads());
    for (int thread = 0; thread < threads(); ++thread) {
        if (!active[thread]) continue;
        const std::size_t cell = storage->cell(thread, index[thread], statement.place.field);
        const std::uint64_t fresh =
            apply(statement.atomic, type, storage->peek(cell), value[thread]);
        old[thread] = storage->exchange(cell, fresh, now(thread));
    }
    if (statement.result.variable >= 0) store(statement.result, old, active);
}

}  // namespace glint::fuzz
