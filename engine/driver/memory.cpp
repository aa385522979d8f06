// SPDX-License-Identifier: MIT
#include <glint/driver/memory.hpp>

#include <fmt/format.h>

#include <glint/backend/detail/capture_scope.hpp>
#include <glint/base/error.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {
namespace {

std::size_t bytes_of(std::size_t count, std::size_t element_bytes) {
    if (count <= std::numeric_limits<std::size_t>::max() / element_bytes)
        return count * element_bytes;
    throw Error(ErrorCode::invalid_argument, "allocate memory",
                fmt::format("{} elements of {} bytes do not fit in memory", count, element_bytes));
}

/// Calls `allocate`. If that runs out of memory, frees the unused memory of the default pool and
/// calls `allocate` again.
template <class Allocate>
void* allocate_or_trim(driver::Backend& backend, const Allocate& allocate) {
    try {
        return allocate();
    } catch (const Error& error) {
        if (error.code() != ErrorCode::out_of_memory) throw;
    }
    default_pool_of(backend)->source().trim(0);
    return allocate();
}

/// Returns memory to a pool in stream order.
class PoolLease final : public MemorySource {
public:
    PoolLease(const Stream& stream, std::shared_ptr<PoolAccount> pool)
        : backend_(stream.device().backend()), pool_(std::move(pool)), stream_(stream.share()) {}

    // Does not release the memory while the stream is being captured, because queued work would
    // then become part of a graph. In that case, releases it at the end of the capture.
    void release(void* address, std::size_t size_bytes) noexcept override {
        const auto scope = stream_->is_captured() ? stream_->capture_scope() : nullptr;
        if (!scope) return pool_->give_back(address, size_bytes, stream_);
        scope->add_last([=, backend = backend_, pool = pool_, stream = stream_] {
            pool->give_back(address, size_bytes, stream);
        });
    }

private:
    std::shared_ptr<driver::Backend> backend_;  // destroyed last
    std::shared_ptr<PoolAccount> pool_;
    std::shared_ptr<driver::Stream> stream_;
};

class CallToFree final : public MemorySource {
public:
    explicit CallToFree(std::function<void(void*)> free) : free_(std::move(free)) {}
    void release(void* address, std::size_t) noexcept override { free_(address); }

private:
    std::function<void(void*)> free_;
};

}  // namespace

std::shared_ptr<MemorySource> call_to_free(std::function<void(void*)> free) {
    return std::make_shared<CallToFree>(std::move(free));
}

Allocation::Allocation(const Device& device, std::size_t count, std::size_t element_bytes,
                       driver::MemoryKind kind)
    : backend_(device.backend()), size_bytes_(bytes_of(count, element_bytes)), kind_(kind) {
    if (count > 0)
        data_ = allocate_or_trim(*backend_, [&] { return backend_->allocate(size_bytes_, kind); });
}

Allocation::Allocation(const Device& device, std::size_t count, std::size_t element_bytes,
                       const PinnedOptions& options)
    : backend_(device.backend()),
      size_bytes_(bytes_of(count, element_bytes)),
      kind_(driver::MemoryKind::pinned) {
    if (count > 0)
        data_ = allocate_or_trim(
            *backend_, [&] { return backend_->memory().allocate_pinned(size_bytes_, options); });
}

Allocation::Allocation(const Stream& stream, std::size_t count, std::size_t element_bytes)
    : Allocation(stream,
                 stream.pool() ? stream.pool() : default_pool_of(*stream.device().backend()), count,
                 element_bytes) {}

Allocation::Allocation(const Stream& stream, std::size_t count, std::size_t element_bytes,
                       const Pool& pool)
    : Allocation(stream, account_for(stream, pool), count, element_bytes) {}

Allocation::Allocation(const Stream& stream, const std::shared_ptr<PoolAccount>& pool,
                       std::size_t count, std::size_t element_bytes)
    : backend_(stream.device().backend()), size_bytes_(bytes_of(count, element_bytes)) {
    if (count == 0) return;
    source_ = std::make_shared<PoolLease>(stream, pool);
    data_ = allocate_or_trim(*backend_, [&] { return pool->take(size_bytes_, stream.share()); });
}

Allocation::Allocation(const Device& device, void* data, std::size_t size_bytes,
                       driver::MemoryKind kind, std::shared_ptr<MemorySource> source) noexcept
    : backend_(device.backend()),
      source_(std::move(source)),
      data_(data),
      size_bytes_(size_bytes),
      kind_(kind) {}

Allocation::Allocation(Allocation&& other) noexcept
    : backend_(std::move(other.backend_)),
      source_(std::move(other.source_)),
      data_(std::exchange(other.data_, nullptr)),
      size_bytes_(std::exchange(other.size_bytes_, 0)),
      kind_(other.kind_) {}

Allocation& Allocation::operator=(Allocation&& other) noexcept {
    Allocation taken(std::move(other));  // frees the previous memory on return
    std::swap(backend_, taken.backend_);
    std::swap(source_, taken.source_);
    std::swap(data_, taken.data_);
    std::swap(size_bytes_, taken.size_bytes_);
    std::swap(kind_, taken.kind_);
    return *this;
}

Allocation::~Allocation() {
    if (!data_) return;
    if (source_) {
        source_->release(data_, size_bytes_);
    } else {
        backend_->release(data_, kind_);
    }
}

void* Allocation::release() {
    if (source_)
        throw Error(
            ErrorCode::invalid_state, "release memory",
            "the memory belongs to a pool or to another library, which will free the memory");
    return std::exchange(data_, nullptr);
}

}  // namespace glint::detail
