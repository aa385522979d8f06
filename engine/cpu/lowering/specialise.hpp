// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <glint/cpu/codegen/image.hpp>
#include <glint/cpu/lowering/lanes_passes.hpp>

namespace llvm {
class Module;
}

namespace glint::cpu {

/// What became of a kernel in a module that holds nothing else.
struct SpecialisedKernel {
    Lowering lowering = Lowering::loops;
    std::string entry{};      ///< symbol; empty if the module holds no code for this shape
    std::string reason{};     ///< why nothing better was possible; empty if there is nothing better
    unsigned lane_count = 0;  ///< 0 unless lowered to lanes
};

/// Whether what a kernel is compiled to may depend on the shape of its blocks.
constexpr bool depends_on_block(LoweringPolicy policy) noexcept {
    return policy == LoweringPolicy::best || policy == LoweringPolicy::lanes;
}

/// How to lower the kernels of a source.
struct LoweringOptions {
    LoweringPolicy policy = LoweringPolicy::best;
    bool debug = false;  ///< adds the checks of debug_checks.hpp to all but lanes
    LanesPasses passes{};
};

/// Lowers one kernel of a freshly parsed prepared module, and removes all that it does not use.
///
/// For blocks of shape `block` it tries lanes. If they are impossible the result has no entry, the
/// module is of no more use, and the code without a shape is what such blocks run. Without a
/// shape, loops or fibres.
///
/// Throws Error(unsupported), with the kernel and the reason, if the policy forces a lowering that
/// is impossible.
SpecialisedKernel specialise(llvm::Module& module, const KernelRecord& kernel,
                             const std::optional<driver::Dim3>& block,
                             const LoweringOptions& options);

}  // namespace glint::cpu
