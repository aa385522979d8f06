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

/// A kernel. The first launch with a block shape compiles the kernel for this shape.
class Kernel final : public driver::Kernel {
public:
    /// `record` and `code` must outlive the kernel. `max_shared_bytes` is the maximum size of a
    /// block's shared memory.
    Kernel(const KernelRecord& record, const KernelCode& code, std::size_t max_shared_bytes);

    const driver::KernelInfo& info() const noexcept override { return info_; }
    void* native() const noexcept override { return nullptr; }
    std::string lowering(driver::Dim3 block) override;
    void prepare(const driver::LaunchShape& shape) override { (void)code_for(shape); }

    /// Counts each worker thread as a multiprocessor that runs one block at a time.
    driver::Occupancy occupancy(unsigned block_threads, std::size_t shared_bytes) override;
    unsigned best_block(const driver::SharedBytesOfBlock& shared_bytes) override;
    unsigned best_block() override;
    std::size_t available_shared_bytes(unsigned blocks, unsigned block_threads) override;
    /// Throws Error(unsupported), because the CPU does not support clusters.
    unsigned max_active_clusters(const driver::LaunchShape& shape) override;

    // These functions do nothing. A CPU cannot trade cache for shared memory, and the compiled code
    // already contains all parameter types.
    void prefer(CachePreference) override {}
    void prefer_shared_memory(unsigned) override {}
    bool knows_parameter_types() const override { return true; }
    void set_parameter_types(const std::vector<std::string>&) override {}

    /// Returns the code for blocks of this shape. The first call compiles it. Calls with other
    /// shapes do not wait for this compilation. If the compilation throws, the next call tries
    /// again. The code exists until the module is destroyed, because a program uses few shapes, and
    /// the code for each shape takes only a few kB.
    const Code& code_for(const driver::Dim3& block) const;
    /// Returns the code for launches of this shape. Compiles and caches the code like the function
    /// above.
    const Code& code_for(const driver::LaunchShape& shape) const;
    /// Returns code that works for blocks and grids of any shape. The first call compiles it.
    const Code& code_for_any() const;

    /// Returns the map from addresses to the code of the kernel's module.
    const CodeMap& loaded_code() const noexcept { return code_.loaded_code(); }

    bool flushes_subnormals() const noexcept { return record_.flushes_subnormals; }

    std::size_t argument_bytes() const noexcept { return record_.argument_bytes; }

private:
    /// Code that is ready or is being compiled.
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
