// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

/// Names that the prelude, the lowering and the runtime share.
namespace glint::cpu::names {

/// Prefix of the names of all functions and variables of the runtime that kernels use.
inline constexpr std::string_view kPrefix = "__glint_";
/// Prefix of the names of entries.
inline constexpr std::string_view kEntryPrefix = "__glint_entry.";

/// Names of the placeholder functions for threadIdx, blockIdx, blockDim and gridDim, in this order.
/// Each of these variables has three functions: x, y and z.
inline constexpr std::array<std::string_view, 12> kIndices = {
    "__glint_thread_x",    "__glint_thread_y",   "__glint_thread_z",    "__glint_block_x",
    "__glint_block_y",     "__glint_block_z",    "__glint_block_dim_x", "__glint_block_dim_y",
    "__glint_block_dim_z", "__glint_grid_dim_x", "__glint_grid_dim_y",  "__glint_grid_dim_z"};

// Index in kIndices of the x component of each variable. y and z follow.
inline constexpr std::size_t kThreadIndex = 0;
inline constexpr std::size_t kBlockIndex = 3;
inline constexpr std::size_t kBlockSize = 6;
inline constexpr std::size_t kGridSize = 9;

inline constexpr std::string_view kBarrier = "__glint_barrier";
inline constexpr std::string_view kBarrierCount = "__glint_barrier_count";
inline constexpr std::string_view kWarpSync = "__glint_warp_sync";
inline constexpr std::string_view kWarpShuffle = "__glint_warp_shuffle";
inline constexpr std::string_view kWarpBallot = "__glint_warp_ballot";
inline constexpr std::string_view kWarpMatch = "__glint_warp_match";
inline constexpr std::string_view kWarpReduce = "__glint_warp_reduce";
inline constexpr std::string_view kActiveMask = "__glint_active_mask";

/// Functions in which a thread waits for other threads.
inline constexpr std::array<std::string_view, 8> kWaits = {kBarrier,     kBarrierCount, kWarpSync,
                                                           kWarpShuffle, kWarpBallot,   kWarpMatch,
                                                           kWarpReduce,  kActiveMask};

/// Barrier that the lowering to lanes inserts; see lanes/prepare/grid_loops.hpp.
inline constexpr std::string_view kBarrierAny = "__glint_barrier_any";

/// Placeholder function for the index of a thread in its warp.
inline constexpr std::string_view kLaneIndex = "__glint_lane_index";

/// Functions that return the start of shared memory. Functions that are not inlined into a kernel
/// call them.
inline constexpr std::string_view kShared = "__glint_shared";
inline constexpr std::string_view kDynamicShared = "__glint_dynamic_shared";

inline constexpr std::string_view kAssertFailed = "__glint_assert_failed";
inline constexpr std::string_view kTrap = "__glint_trap";
inline constexpr std::string_view kSurfaceFailed = "__glint_surface_failed";
inline constexpr std::string_view kDivisionByZero = "__glint_division_by_zero";

/// Functions that check memory accesses in debug mode; see runtime/faults/access_check.hpp.
inline constexpr std::string_view kCheckAccess = "__glint_check_access";
inline constexpr std::string_view kCheckStore = "__glint_check_store";
inline constexpr std::string_view kCheckObject = "__glint_check_object";
inline constexpr std::string_view kCheckAlignment = "__glint_check_alignment";

inline constexpr std::string_view kSleep = "__glint_sleep";

/// Function that a fiber calls before each access to volatile memory; see volatile_steps.hpp.
inline constexpr std::string_view kStep = "__glint_step";

/// Annotation that the prelude adds to `__shared__` variables. In a prepared module, static and
/// dynamic shared variables have an attribute with this name instead.
inline constexpr std::string_view kSharedAnnotation = "glint.shared";

/// Metadata of the address of a static `__shared__` variable in a kernel's entry. Contains the name
/// and size of the variable.
inline constexpr std::string_view kSharedVariable = "glint.shared_variable";

/// Annotation that the prelude adds to `__constant__` variables. In a prepared module, these
/// variables have an attribute with this name instead.
inline constexpr std::string_view kConstantAnnotation = "glint.constant";

/// Attribute of functions whose address is taken. A prepared module needs this attribute, because
/// it does not contain the initializers of device variables, which may take such addresses.
inline constexpr std::string_view kAddressTaken = "glint.address_taken";

}  // namespace glint::cpu::names
