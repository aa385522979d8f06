// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/cpu/codegen/image.hpp>
#include <glint/cpu/lowering/entries.hpp>
#include <glint/cpu/lowering/lanes_passes.hpp>
#include <glint/cpu/lowering/shared_memory.hpp>

namespace glint::cpu {

/// Result of lowering a kernel to lanes.
struct LanesEntry {
    Entry entry{};  ///< `function` is nullptr if the kernel cannot run as lanes
    unsigned lane_count = 0;
    std::string obstacle{};  ///< why the kernel cannot run as lanes; empty if it can
};

/// Adds a LoopsEntry that runs a kernel of a prepared module as lanes, for blocks of shape `block`.
/// Replaces placeholders and shared variables. If the kernel cannot run as lanes, the module is in
/// an undefined state afterwards and must be discarded.
LanesEntry add_lanes_entry(llvm::Module& module, const KernelRecord& kernel,
                           const driver::Dim3& block, const SharedMemory& shared,
                           const SharedMemory::Layout& layout, const LanesPasses& passes);

}  // namespace glint::cpu
