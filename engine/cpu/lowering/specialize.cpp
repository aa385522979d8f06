// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/specialize.hpp>

#include <glint/base/error.hpp>
#include <glint/cpu/lowering/calls.hpp>
#include <glint/cpu/lowering/debug_checks.hpp>
#include <glint/cpu/lowering/entries.hpp>
#include <glint/cpu/lowering/lanes_entry.hpp>
#include <glint/cpu/lowering/module_passes.hpp>
#include <glint/cpu/lowering/parallel_loop.hpp>
#include <glint/cpu/lowering/shared_memory.hpp>
#include <glint/cpu/lowering/volatile_steps.hpp>

namespace glint::cpu {
namespace {

[[noreturn]] void refuse_lowering(const KernelRecord& kernel, Lowering wanted,
                                  const std::string& reason) {
    throw Error(ErrorCode::unsupported,
                "run kernel '" + kernel.name + "' as " + std::string(to_string(wanted)), reason);
}

/// Lowers one kernel of a module, together with the functions and shared variables that it uses.
class Specializer {
public:
    Specializer(llvm::Module& module, const KernelRecord& kernel)
        : module_(module),
          kernel_(kernel),
          function_(*module.getFunction(kernel.symbol)),
          calls_(module),
          shared_(module, calls_),
          layout_(shared_.layout(calls_.reachable(function_))) {}

    SpecializedKernel lower_to_lanes(const driver::Dim3& block, const LanesPasses& passes) {
        const LanesEntry lanes = add_lanes_entry(module_, kernel_, block, shared_, layout_, passes);
        if (lanes.entry.function == nullptr)
            return {.lowering = kernel_.fallback, .reason = lanes.obstacle};
        lanes.entry.function->setName(entry_symbol(kernel_.symbol, block));
        keep_only(*lanes.entry.function);
        return {.lowering = Lowering::lanes,
                .entry = lanes.entry.function->getName().str(),
                .lane_count = lanes.lane_count};
    }

    SpecializedKernel lower_to(Lowering lowering) {
        const Entry entry = lowering == Lowering::loops ? add_loops_entry(module_, kernel_)
                                                        : add_fiber_entry(module_, kernel_);
        merge_kernel();
        replace_placeholders(entry);
        shared_.rewrite(*entry.function, *entry.shared, layout_);
        if (lowering == Lowering::loops) {
            promote_locals(*entry.function, false);
            split_vectors(*entry.function);
            mark_parallel(entry);
        } else {
            add_volatile_steps(*entry.function);
        }
        keep_only(*entry.function);
        return {.lowering = lowering,
                .entry = entry.function->getName().str(),
                .reason = lowering == kernel_.fallback ? kernel_.obstacle : std::string()};
    }

private:
    void merge_kernel() {
        hide(function_);
        merge_into_callers(module_, calls_);
    }

    void keep_only(llvm::Function& entry) {
        shared_.rewrite_rest(module_);
        for (llvm::Function& function : module_)
            if (&function != &entry && !function.isDeclaration() &&
                !function.hasAvailableExternallyLinkage())
                hide(function);
        drop_convergence(module_);
        remove_unused(module_);
    }

    llvm::Module& module_;
    const KernelRecord& kernel_;
    llvm::Function& function_;
    CallAnalysis calls_;
    SharedMemory shared_;
    SharedMemory::Layout layout_;
};

Lowering lowering_for_any_block(const KernelRecord& kernel, LoweringPolicy policy) {
    if (policy == LoweringPolicy::fibers) return Lowering::fibers;
    if (policy == LoweringPolicy::loops && kernel.fallback != Lowering::loops)
        refuse_lowering(kernel, Lowering::loops, kernel.obstacle);
    return kernel.fallback;
}

bool has_one_thread(const driver::Dim3& block) {
    return block.x == 1 && block.y == 1 && block.z == 1;
}

}  // namespace

SpecializedKernel specialize(llvm::Module& module, const KernelRecord& kernel,
                             const std::optional<driver::Dim3>& block,
                             const LoweringOptions& options) {
    if (module.getFunction(kernel.symbol) == nullptr)
        throw Error(ErrorCode::bad_input, "read the kernels of a CPU image",
                    "kernel '" + kernel.name + "' not found");
    Specializer specializer(module, kernel);
    if (!block) {
        SpecializedKernel any =
            specializer.lower_to(lowering_for_any_block(kernel, options.policy));
        if (options.debug) add_debug_checks(module);
        return any;
    }
    if (options.policy == LoweringPolicy::best && has_one_thread(*block) &&
        kernel.fallback == Lowering::loops)
        return {.lowering = Lowering::loops, .reason = "the blocks have only one thread"};
    SpecializedKernel lanes = specializer.lower_to_lanes(*block, options.passes);
    if (lanes.entry.empty() && options.policy == LoweringPolicy::lanes)
        refuse_lowering(kernel, Lowering::lanes, lanes.reason);
    return lanes;
}

}  // namespace glint::cpu
