// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <shared_mutex>

#include <glint/backend/detail/backend.hpp>
#include <glint/cpu/runtime/kernel_code.hpp>

namespace glint::cpu {

/// A kernel, compiled for each shape of block when it is first asked for.
class Kernel final : public driver::Kernel {
public:
    /// `record` and `code` must stay. Blocks can have `most_shared_bytes` of shared memory.
    Kernel(const KernelRecord& record, const KernelCode& code, std::size_t most_shared_bytes);

    const driver::KernelInfo& info() const noexcept override { return info_; }
    void* native() const noexcept override { return nullptr; }
    std::string lowering(driver::Dim3 block) override;
    void prepare(const driver::LaunchShape& shape) override { (void)code_for(shape); }

    /// A worker thread is a multiprocessor that runs one block at a time.
    driver::Occupancy occupancy(unsigned block_threads, std::size_t shared_bytes) override;
    unsigned best_block(const driver::SharedBytesOfBlock& shared_bytes) override;
    unsigned best_block() override;
    std::size_t available_shared_bytes(unsigned blocks, unsigned block_threads) override;
    /// Throws Error(unsupported).
    unsigned max_active_clusters(const driver::LaunchShape& shape) override;

    // There is no choice of caches, and the code tells all parameters' types.
    void prefer(CachePreference) override {}
    void prefer_shared_memory(unsigned) override {}
    bool knows_parameter_types() const override { return true; }
    void set_parameter_types(const std::vector<std::string>&) override {}

    /// What blocks of this shape run. Compiles it at the first call, for which others with the
    /// same shape wait, and nobody else. A call that throws is as none. Code stays until the
    /// module goes: a program has few shapes, each with some kB.
    const Code& code_for(const driver::Dim3& block) const;
    /// What launches of this shape run. Otherwise the same.
    const Code& code_for(const driver::LaunchShape& shape) const;
    /// What runs whatever the shape of blocks and grid. Otherwise the same.
    const Code& code_for_any() const;

    /// Where the code of the kernel's module is.
    const CodeMap& loaded_code() const noexcept { return code_.loaded_code(); }

    bool flushes_subnormals() const noexcept { return record_.flushes_subnormals; }

    std::size_t argument_bytes() const noexcept { return record_.argument_bytes; }

private:
    /// Code that is there, or on its way.
    struct Slot {
        std::atomic<bool> ready = false;
        std::mutex mutex;
        Code code;
    };

    using BlockKey = std::uint64_t;

    Slot& slot(BlockKey key) const;
    const Code& code_in(Slot& slot, const std::optional<driver::Dim3>& block) const;
    Code make(const std::optional<driver::Dim3>& block) const;

    const KernelRecord& record_;
    driver::KernelInfo info_;
    const KernelCode& code_;
    mutable std::shared_mutex mutex_;
    mutable std::map<BlockKey, Slot> slots_;
};

}  // namespace glint::cpu
