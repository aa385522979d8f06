#include <glint/cpu/runtime/kernel.hpp>

#include <glint/cpu/lowering/specialise.hpp>

namespace glint::cpu {
namespace {

// No block has this key, since none is 0 wide.
constexpr std::uint64_t kAnyBlock = 0;

std::uint64_t key_of(const driver::Dim3& block) {
    return block.x | std::uint64_t{block.y} << 21 | std::uint64_t{block.z} << 42;
}

std::string expected_lowering(const KernelRecord& record, LoweringPolicy policy) {
    return std::string(policy == LoweringPolicy::best ? to_string(record.fallback)
                                                      : to_string(policy));
}

driver::KernelInfo info_of(const KernelRecord& record, LoweringPolicy policy) {
    driver::KernelInfo info;
    info.name = record.name;
    info.parameters = record.parameters;
    info.parameters_known = true;
    info.static_shared_bytes = record.static_shared_bytes;
    info.max_threads_per_block = record.max_threads_per_block;
    info.lowering = expected_lowering(record, policy);
    return info;
}

}  // namespace

Kernel::Kernel(const KernelRecord& record, const KernelCode& code)
    : record_(record), info_(info_of(record, code.policy())), code_(code) {}

std::string Kernel::lowering(driver::Dim3 block) {
    return std::string(to_string(code_for(block).lowering));
}

const Code& Kernel::code_for(const driver::Dim3& block) const {
    if (!depends_on_block(code_.policy())) return code_for_any();
    return code_in(slot(key_of(block)), block);
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
