// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/analyze/operations.hpp>

#include <llvm/ADT/StringMap.h>

#include <glint/cpu/lowering/names.hpp>

namespace glint::cpu {
namespace {

llvm::StringMap<Operation> make_table() {
    llvm::StringMap<Operation> table;
    const auto add = [&](std::string_view name, Operation operation) {
        table[llvm::StringRef(name)] = operation;
    };
    for (unsigned axis = 0; axis < 3; ++axis) {
        add(names::kIndices[names::kThreadIndex + axis],
            Operation(unsigned(Operation::thread_x) + axis));
        add(names::kIndices[names::kBlockIndex + axis],
            Operation(unsigned(Operation::block_x) + axis));
    }
    add(names::kBarrier, Operation::barrier);
    add(names::kBarrierCount, Operation::barrier_count);
    add(names::kBarrierAny, Operation::barrier_any);
    add(names::kLaneIndex, Operation::lane_index);
    add(names::kWarpSync, Operation::warp_sync);
    add(names::kWarpShuffle, Operation::warp_shuffle);
    add(names::kWarpBallot, Operation::warp_ballot);
    add(names::kWarpMatch, Operation::warp_match);
    add(names::kWarpReduce, Operation::warp_reduce);
    add(names::kActiveMask, Operation::active_mask);
    return table;
}

}  // namespace

Operation operation_of(const llvm::Value& value) {
    static const llvm::StringMap<Operation> table = make_table();
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&value);
    if (call == nullptr || call->getCalledFunction() == nullptr) return Operation::none;
    const auto found = table.find(call->getCalledFunction()->getName());
    return found == table.end() ? Operation::none : found->second;
}

}  // namespace glint::cpu
