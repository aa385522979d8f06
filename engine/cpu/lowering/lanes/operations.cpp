#include <glint/cpu/lowering/lanes/operations.hpp>

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
        add(names::kIndices[axis], Operation(unsigned(Operation::thread_x) + axis));
        add(names::kIndices[3 + axis], Operation(unsigned(Operation::block_x) + axis));
    }
    add("__glint_barrier", Operation::barrier);
    add("__glint_barrier_count", Operation::barrier_count);
    add(names::kBarrierAny, Operation::barrier_any);
    add("__glint_lane_index", Operation::lane_index);
    add("__glint_warp_sync", Operation::warp_sync);
    add("__glint_warp_shuffle", Operation::warp_shuffle);
    add("__glint_warp_ballot", Operation::warp_ballot);
    add("__glint_warp_match", Operation::warp_match);
    add("__glint_warp_reduce", Operation::warp_reduce);
    add("__glint_active_mask", Operation::active_mask);
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
