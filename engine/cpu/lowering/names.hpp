#pragma once

#include <array>
#include <string_view>

/// Names that the prelude, the lowering and the runtime have in common.
namespace glint::cpu::names {

/// What threadIdx, blockIdx, blockDim and gridDim read, in this order, x y z each.
inline constexpr std::array<std::string_view, 12> kIndices = {
    "__glint_thread_x",    "__glint_thread_y",   "__glint_thread_z",    "__glint_block_x",
    "__glint_block_y",     "__glint_block_z",    "__glint_block_dim_x", "__glint_block_dim_y",
    "__glint_block_dim_z", "__glint_grid_dim_x", "__glint_grid_dim_y",  "__glint_grid_dim_z"};

/// Operations in which a thread waits for others.
inline constexpr std::array<std::string_view, 8> kWaits = {
    "__glint_barrier",     "__glint_barrier_count", "__glint_warp_sync",   "__glint_warp_shuffle",
    "__glint_warp_ballot", "__glint_warp_match",    "__glint_warp_reduce", "__glint_active_mask"};

/// A barrier that the lowering to lanes puts in; see lanes/grid_loops.hpp.
inline constexpr std::string_view kBarrierAny = "__glint_barrier_any";

/// The place of a thread in its warp.
inline constexpr std::string_view kLaneIndex = "__glint_lane_index";

/// Where shared memory starts, for functions that are not merged into a kernel.
inline constexpr std::string_view kShared = "__glint_shared";
inline constexpr std::string_view kDynamicShared = "__glint_dynamic_shared";

inline constexpr std::string_view kAssertFailed = "__glint_assert_failed";
inline constexpr std::string_view kTrap = "__glint_trap";
inline constexpr std::string_view kDivisionByZero = "__glint_division_by_zero";

/// What debug mode calls before each access; see runtime/access_check.hpp.
inline constexpr std::string_view kCheckAccess = "__glint_check_access";
inline constexpr std::string_view kCheckStore = "__glint_check_store";
inline constexpr std::string_view kCheckObject = "__glint_check_object";

inline constexpr std::string_view kSleep = "__glint_sleep";

/// The annotation that the prelude puts on `__shared__` variables. In a prepared module an
/// attribute of that name stands on them, and on dynamic shared memory, instead.
inline constexpr std::string_view kSharedAnnotation = "glint.shared";

/// The attribute of functions whose address is taken somewhere, perhaps in the initialiser of a
/// device variable, which a prepared module does not show.
inline constexpr std::string_view kAddressTaken = "glint.address_taken";

}  // namespace glint::cpu::names
