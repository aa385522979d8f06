// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes_entry.hpp>

#include <algorithm>

#include <llvm/IR/InstIterator.h>
#include <llvm/Target/TargetMachine.h>

#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/lowering/calls.hpp>
#include <glint/cpu/lowering/lanes/analyze/floats_alive.hpp>
#include <glint/cpu/lowering/lanes/analyze/operations.hpp>
#include <glint/cpu/lowering/lanes/lane_layout.hpp>
#include <glint/cpu/lowering/lanes/prepare/prepare_body.hpp>
#include <glint/cpu/lowering/lanes/rejection.hpp>
#include <glint/cpu/lowering/lanes/vectorize.hpp>
#include <glint/cpu/lowering/volatile_steps.hpp>

namespace glint::cpu {
namespace {

// Throws Rejection if a function that is not inlined into the kernel reads its thread index, waits
// for other threads, or uses shared memory. Such a function is called for one lane after another,
// so it cannot do any of these.
void check_calls(llvm::Module& module, llvm::Function& kernel, const SharedMemory& shared) {
    const CallAnalysis calls(module);
    if (calls.hides_indices(kernel))
        throw Rejection("a function that is recursive or called by pointer reads the thread index");
    for (llvm::Function* function : calls.reachable(kernel)) {
        if (!calls.exists_separately(*function)) continue;
        if (calls.waits_for_threads(*function))
            throw Rejection(
                "a function that is recursive or called by pointer waits for other threads");
        if (shared.is_used_by(calls.reachable(*function)))
            throw Rejection("a function that is recursive or called by pointer uses shared memory");
    }
}

bool uses_warps(llvm::Function& body) {
    if (exchanges_through_volatile(body)) return true;
    const auto all = llvm::instructions(body);
    return std::any_of(all.begin(), all.end(), [](const llvm::Instruction& instruction) {
        return operation_of(instruction) == Operation::lane_index || is_warp_operation(instruction);
    });
}

bool computes_in_double(llvm::Function& body) {
    const auto all = llvm::instructions(body);
    return std::any_of(all.begin(), all.end(), [](const llvm::Instruction& instruction) {
        return instruction.isBinaryOp() && instruction.getType()->isDoubleTy();
    });
}

// Returns the number of lanes that fill two vector registers with values of the type that the
// kernel mostly uses. If the live floats of these lanes would need more than 5/4 of the processor's
// vector registers, returns the number of lanes that fill one register.
unsigned preferred_width(llvm::Function& body, const LanesPasses& passes) {
    const unsigned floats = vector_register_bytes() / sizeof(float);
    if (computes_in_double(body)) return floats;
    const bool is_crowded = passes.contains(LanesPass::narrow_groups) &&
                            8 * max_live_floats(body) > 5 * vector_register_count();
    return is_crowded ? floats : 2 * floats;
}

LanesEntry build(llvm::Module& module, const KernelRecord& kernel, const driver::Dim3& block,
                 const SharedMemory& shared, const SharedMemory::Layout& shared_layout,
                 const LanesPasses& passes) {
    check_calls(module, *module.getFunction(kernel.symbol), shared);
    const Entry body = add_body(module, kernel, block);
    replace_placeholders(body);
    shared.rewrite(*body.function, *body.shared, shared_layout);
    const std::unique_ptr<llvm::TargetMachine> machine = make_target_machine(false);
    prepare_body(*body.function, block, *machine, passes);
    LaneLayout layout =
        choose_layout(block, preferred_width(*body.function, passes), uses_warps(*body.function));
    llvm::Function* lanes = vectorize(*body.function, layout, passes);
    body.function->eraseFromParent();
    return {.entry = {.function = lanes, .shared = lanes->getArg(3)}, .lane_count = layout.width};
}

}  // namespace

LanesEntry add_lanes_entry(llvm::Module& module, const KernelRecord& kernel,
                           const driver::Dim3& block, const SharedMemory& shared,
                           const SharedMemory::Layout& layout, const LanesPasses& passes) {
    try {
        return build(module, kernel, block, shared, layout, passes);
    } catch (const Rejection& rejection) {
        return {.obstacle = rejection.what()};
    }
}

}  // namespace glint::cpu
