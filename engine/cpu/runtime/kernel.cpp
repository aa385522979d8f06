// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/kernel.hpp>

#include <algorithm>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/lowering/specialize.hpp>

namespace glint::cpu {
namespace {

// Key for code that runs blocks of any shape. No block shape has this key, because no width is 0.
constexpr std::uint64_t kAnyBlock = 0;

std::uint64_t key_of(const driver::Dim3& block) {
    return block.x | std::uint64_t{block.y} << 21 | std::uint64_t{block.z} << 42;
}

std::string expected_lowering(const KernelRecord& record, LoweringPolicy policy) {
    return std::string(policy == LoweringPolicy::best ? to_string(record.fallback)
                                                      : to_string(policy));
}

// Recommended block size, which is also the default of glint::threads(). It is a multiple of the
// number of lanes on every processor. It is small enough to give more blocks than cores. Other
// sizes were not measured.
constexpr unsigned kBestBlock = 256;
constexpr unsigned kWarp = 32;

// Returns true if the launch does not exceed the limit for lanes. Only the x axis of a grid can
// exceed this limit.
bool suits_lanes(const driver::LaunchShape& shape) {
    return std::uint64_t{shape.grid.x} * shape.block.x <= kMaxLaneThreads;
}

driver::KernelInfo info_of(const KernelRecord& record, LoweringPolicy policy,
                           std::size_t max_shared_bytes) {
    driver::KernelInfo info;
    info.name = record.name;
    info.parameters = record.parameters;
    info.parameters_known = true;
    info.static_shared_bytes = record.static_shared_bytes;
    info.max_dynamic_shared_bytes =
        max_shared_bytes - std::min<std::size_t>(max_shared_bytes, record.static_shared_bytes);
    info.max_threads_per_block = record.max_threads_per_block;
    info.lowering = expected_lowering(record, policy);
    return info;
}

}  // namespace

Kernel::Kernel(const KernelRecord& record, const KernelCode& code, std::size_t max_shared_bytes)
    : record_(record), info_(info_of(record, code.policy(), max_shared_bytes)), code_(code) {}

std::string Kernel::lowering(driver::Dim3 block) {
    return std::string(to_string(code_for(block).lowering));
}

driver::Occupancy Kernel::occupancy(unsigned block_threads, std::size_t shared_bytes) {
    if (shared_bytes > info_.max_dynamic_shared_bytes) return {};
    return {.blocks = 1, .warps = ceil_div(block_threads, kWarp), .fraction = 1.0};
}

unsigned Kernel::best_block() { return std::min(kBestBlock, info_.max_threads_per_block); }

unsigned Kernel::best_block(const driver::SharedBytesOfBlock& shared_bytes) {
    const unsigned least = std::min(kWarp, best_block());
    for (unsigned block = best_block(); block >= least; block -= std::min(block, kWarp))
        if (shared_bytes(block) <= info_.max_dynamic_shared_bytes) return block;
    return 0;
}

std::size_t Kernel::available_shared_bytes(unsigned blocks, unsigned) {
    return blocks == 1 ? info_.max_dynamic_shared_bytes : 0;
}

unsigned Kernel::max_active_clusters(const driver::LaunchShape&) {
    throw Error(ErrorCode::unsupported, "count the clusters of kernel '" + info_.name + "'",
                "the CPU does not support clusters of blocks");
}

const Code& Kernel::code_for(const driver::Dim3& block) const {
    if (!depends_on_block(code_.policy())) return code_for_any();
    return code_in(slot(key_of(block)), block);
}

const Code& Kernel::code_for(const driver::LaunchShape& shape) const {
    return suits_lanes(shape) ? code_for(shape.block) : code_for_any();
}

const Code& Kernel::code_for_any() const { return code_in(slot(kAnyBlock), std::nullopt); }

Kernel::Slot& Kernel::slot(BlockKey key) const {
    {
        const std::shared_lock lock(mutex_);
        if (const auto found = slots_.find(key); found != slots_.end()) return found->second;
    }
    const std::unique_lock lock(mutex_);
    return slots_[key];
}

const Code& Kernel::code_in(Slot& slot, const std::optional<driver::Dim3>& block) const {
    if (slot.ready.load(std::memory_order_acquire)) return slot.code;
    const std::lock_guard lock(slot.mutex);
    if (slot.ready.load(std::memory_order_relaxed)) return slot.code;
    slot.code = make(block);
    slot.ready.store(true, std::memory_order_release);
    return slot.code;
}

Code Kernel::make(const std::optional<driver::Dim3>& block) const {
    const std::optional<Code> own = code_.load(record_, block);
    return own ? *own : code_for_any();
}

}  // namespace glint::cpu
