// SPDX-License-Identifier: MIT
#include <glint/driver/memory_pool.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <glint/backend/detail/block_pool.hpp>
#include <glint/backend/detail/capture_scope.hpp>
#include <glint/base/debug_mode.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/stream.hpp>

namespace glint {
namespace detail {
namespace {

std::unique_ptr<driver::PoolSource> make_source(driver::Backend& backend, driver::MemoryKind kind,
                                                const PoolOptions& options) {
    if (options.shareable && (options.debug || kind != driver::MemoryKind::device))
        throw Error(ErrorCode::unsupported, "create a memory pool for several processes",
                    options.debug ? "PoolOptions::debug makes each block a separate allocation"
                                  : "the memory of the pool is host memory");
    if (options.debug) return std::make_unique<driver::PlainBlocks>(backend, kind);
    if (kind == driver::MemoryKind::device)
        if (auto own = backend.memory().create_pool(options.keep_bytes, options.shareable))
            return own;
    return std::make_unique<driver::BlockPool>(backend, kind, options.keep_bytes);
}

}  // namespace

PoolAccount::PoolAccount(driver::Backend& backend, driver::MemoryKind kind, PoolOptions options)
    : options_(std::move(options)),
      device_name_(backend.info().name),
      source_(make_source(backend, kind, options_)) {}

std::size_t PoolAccount::add(std::size_t size_bytes) {
    const std::lock_guard lock(mutex_);
    const std::size_t limit = options_.limit_bytes;
    if (limit != 0 && size_bytes > limit - counted_.active_bytes)
        throw Error(
            ErrorCode::out_of_memory,
            fmt::format("allocate {} from a pool of {}", text::human_bytes(size_bytes),
                        device_name_),
            fmt::format("{} bytes of the pool's limit of {} are in use, and {} were requested",
                        counted_.active_bytes, limit, size_bytes));
    counted_.active_bytes += size_bytes;
    counted_.active_blocks += 1;
    counted_.peak_active_bytes = std::max(counted_.peak_active_bytes, counted_.active_bytes);
    return counted_.active_bytes;
}

std::size_t PoolAccount::remove(std::size_t size_bytes) noexcept {
    const std::lock_guard lock(mutex_);
    counted_.active_blocks -= 1;
    return counted_.active_bytes -= size_bytes;
}

void PoolAccount::notify_observer(bool is_allocation, const void* address, std::size_t size_bytes,
                                  std::size_t active_bytes) const {
    if (options_.observer) options_.observer({is_allocation, address, size_bytes, active_bytes});
}

void* PoolAccount::take(std::size_t size_bytes, const std::shared_ptr<driver::Stream>& stream) {
    if (!stream->is_captured()) return take_in_order(size_bytes, stream);
    const auto scope = stream->capture_scope();
    if (!scope || !scope->is_warm_up())  // launches of the graph would use freed memory
        throw Error(ErrorCode::invalid_state, "allocate pooled memory",
                    "the stream is being captured. Allocate the memory before the capture");
    void* block = take_in_order(size_bytes, scope->memory_stream());
    scope->memory_stream()->drain();  // any stream may use the block from now on
    return block;
}

void* PoolAccount::take_in_order(std::size_t size_bytes,
                                 const std::shared_ptr<driver::Stream>& stream) {
    const std::size_t active = add(size_bytes);
    try {
        void* block = source_->take(size_bytes, stream);
        notify_observer(true, block, size_bytes, active);
        return block;
    } catch (...) {
        remove(size_bytes);
        throw;
    }
}

// Reports the release before it happens: afterwards, another thread may already have the block.
void PoolAccount::give_back(void* block, std::size_t size_bytes,
                            const std::shared_ptr<driver::Stream>& stream) noexcept {
    notify_observer(false, block, size_bytes, remove(size_bytes));
    source_->give_back(block, size_bytes, stream);
}

PoolStatistics PoolAccount::statistics() {
    const std::lock_guard lock(mutex_);
    PoolStatistics now = counted_;
    now.held_bytes = source_->held_bytes();
    now.peak_held_bytes = source_->peak_held_bytes();
    return now;
}

void PoolAccount::reset_peaks() {
    const std::lock_guard lock(mutex_);
    counted_.peak_active_bytes = counted_.active_bytes;
    source_->reset_peak();
}

std::shared_ptr<PoolAccount> default_pool_of(driver::Backend& backend) {
    driver::PoolSlot& slot = backend.default_pool();
    const std::lock_guard lock(slot.mutex);
    if (!slot.account)
        slot.account = std::make_shared<PoolAccount>(backend, driver::MemoryKind::device,
                                                     PoolOptions{.debug = is_debug_mode()});
    return slot.account;
}

const std::shared_ptr<PoolAccount>& account_for(const Stream& stream, const Pool& pool) {
    if (stream.device() == pool.device()) return pool.account();
    throw Error(ErrorCode::invalid_argument, "allocate memory from a pool",
                fmt::format("the pool belongs to {}, but the stream belongs to {}",
                            pool.device().name(), stream.device().name()));
}

}  // namespace detail

MemoryPool MemoryPool::default_of(const Device& device) {
    return {device, detail::default_pool_of(*device.backend())};
}

}  // namespace glint
