// SPDX-License-Identifier: MIT
#include <glint/backend/detail/block_pool.hpp>

#include <algorithm>
#include <bit>
#include <iterator>
#include <limits>
#include <utility>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>

namespace glint::driver {
namespace {

constexpr std::size_t kMinBytes = 256;
constexpr std::size_t kBinsOfAPower = 16;
constexpr std::size_t kMinKeptBytes = std::size_t{64} << 20;

bool same_stream(const std::weak_ptr<Stream>& a, const std::shared_ptr<Stream>& b) noexcept {
    return !a.owner_before(b) && !b.owner_before(a);
}

void raise(std::atomic<std::size_t>& peak, std::size_t value) noexcept {
    std::size_t before = peak;
    while (before < value && !peak.compare_exchange_weak(before, value)) {}
}

}  // namespace

void* CountedPool::allocate(std::size_t size_bytes) {
    void* block = backend_.allocate(size_bytes, kind_);
    raise(peak_bytes_, held_bytes_ += size_bytes);
    return block;
}

void CountedPool::free(void* block, std::size_t size_bytes) noexcept {
    backend_.release(block, kind_);
    held_bytes_ -= size_bytes;
}

void CountedPool::free_unused(void* block, std::size_t size_bytes) noexcept {
    backend_.memory().release_unused(block, kind_);
    held_bytes_ -= size_bytes;
}

void CountedPool::free_in_order(void* block, std::size_t size_bytes, Stream& stream) noexcept {
    stream.release_temporary(block);
    held_bytes_ -= size_bytes;
}

// Throws unless `peer` is the pool's own device. Other devices need enable_peer_access() to access
// plain memory.
void CountedPool::allow_access(const Backend& peer) {
    if (&peer == &backend_) return;
    throw Error(ErrorCode::unsupported, "give another device access to a pool",
                "the pool consists of plain allocations. Use enable_peer_access");
}

BlockPool::BlockPool(Backend& backend, MemoryKind kind, std::size_t keep_bytes)
    : CountedPool(backend, kind),
      keep_bytes_(keep_bytes),
      uses_default_limit_(keep_bytes == std::numeric_limits<std::size_t>::max() &&
                          backend.info().kind == BackendKind::cpu) {}

BlockPool::~BlockPool() {
    for (const auto& [size_bytes, bin] : bins_)
        for (const FreeBlock& block : bin) {
            if (block.given_back->is_passed()) {
                free_unused(block.address, size_bytes);
            } else {
                free(block.address, size_bytes);
            }
        }
}

std::size_t BlockPool::bin_bytes(std::size_t size_bytes) noexcept {
    const std::size_t power = std::bit_floor(std::max<std::size_t>(size_bytes, 1));
    const std::size_t step = std::max(power / kBinsOfAPower, kMinBytes);
    return round_up(size_bytes, step);
}

std::size_t BlockPool::default_idle_bytes(std::size_t peak_in_use) noexcept {
    return std::max(peak_in_use, kMinKeptBytes);
}

void* BlockPool::take(std::size_t size_bytes, const std::shared_ptr<Stream>& stream) {
    const Request request = request_for(size_bytes);
    void* block = reuse(request, stream);
    if (block == nullptr) {
        block = allocate_or_trim(request.bin_bytes);
        if (request.bin_bytes != size_bytes) set_used(block, request.offset, size_bytes, nullptr);
    }
    return static_cast<std::byte*>(block) + request.offset;
}

BlockPool::Request BlockPool::request_for(std::size_t size_bytes) const {
    const std::size_t bytes = bin_bytes(size_bytes);
    return {size_bytes, bytes, offset_of(bytes, size_bytes)};
}

void* BlockPool::allocate_or_trim(std::size_t bin_bytes) {
    try {
        return allocate(bin_bytes);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::out_of_memory) throw;
    }
    trim(0);  // free blocks of other sizes may occupy the memory
    return allocate(bin_bytes);
}

void* BlockPool::reuse(const Request& request, const std::shared_ptr<Stream>& stream) {
    const std::lock_guard lock(mutex_);
    const auto bin = bins_.find(request.bin_bytes);
    if (bin == bins_.end()) return nullptr;
    const auto may_take = [&](const FreeBlock& block) {
        return (kind() == MemoryKind::device && same_stream(block.stream, stream)) ||
               block.given_back->is_passed();
    };
    // Search from the end: the block that was freed last is the likeliest to be in a cache.
    const auto found = std::find_if(bin->second.rbegin(), bin->second.rend(), may_take);
    if (found == bin->second.rend()) return nullptr;
    void* address = found->address;
    if (found->used_bytes != request.size_bytes)
        set_used(address, request.offset, request.size_bytes,
                 found->given_back->is_passed() ? nullptr : stream.get());
    bin->second.erase(std::next(found).base());
    free_bytes_ -= request.bin_bytes;
    return address;
}

void BlockPool::give_back(void* block, std::size_t size_bytes,
                          const std::shared_ptr<Stream>& stream) noexcept {
    const auto [_, bytes, offset] = request_for(size_bytes);
    void* const start = static_cast<std::byte*>(block) - offset;
    std::unique_ptr<Mark> mark;
    try {
        mark = stream->mark();
    } catch (...) {
        return free(start, bytes);  // mark() throws if the device is lost
    }
    if (!keep({start, size_bytes, stream, std::move(mark)}, bytes)) free(start, bytes);
}

bool BlockPool::keep(FreeBlock block, std::size_t bin_bytes) noexcept try {
    const std::lock_guard lock(mutex_);
    peak_in_use_ = std::max(peak_in_use_, held_bytes() - free_bytes_);
    block.number = next_number_++;
    bins_[bin_bytes].push_back(std::move(block));
    free_bytes_ += bin_bytes;
    while (free_bytes_ > max_free_bytes() && free_oldest()) {}
    return true;
} catch (const std::bad_alloc&) {
    return false;
}

std::size_t BlockPool::max_free_bytes() noexcept {
    if (uses_default_limit_) return default_idle_bytes(peak_in_use_);
    const std::size_t in_use = held_bytes() - free_bytes_;
    return keep_bytes_ - std::min(keep_bytes_, in_use);
}

bool BlockPool::may_free(const FreeBlock& block) const noexcept {
    return block.given_back->is_passed() ||
           (kind() == MemoryKind::device && !block.stream.expired());
}

void BlockPool::free_one(const FreeBlock& block, std::size_t bin_bytes) noexcept {
    free_bytes_ -= bin_bytes;
    if (block.given_back->is_passed()) return free_unused(block.address, bin_bytes);
    if (const auto stream = block.stream.lock())
        return free_in_order(block.address, bin_bytes, *stream);
    free(block.address, bin_bytes);
}

// Returns false if no block can be freed. Each bin is ordered by age, with the oldest block first.
bool BlockPool::free_oldest() noexcept {
    auto oldest = bins_.end();
    for (auto bin = bins_.begin(); bin != bins_.end(); ++bin) {
        if (bin->second.empty() || !may_free(bin->second.front())) continue;
        if (oldest == bins_.end() || bin->second.front().number < oldest->second.front().number)
            oldest = bin;
    }
    if (oldest == bins_.end()) return false;
    free_one(oldest->second.front(), oldest->first);
    oldest->second.erase(oldest->second.begin());
    return true;
}

void BlockPool::trim(std::size_t keep_bytes) {
    const std::lock_guard lock(mutex_);
    for (auto& [size_bytes, bin] : bins_)
        std::erase_if(bin, [&, bytes = size_bytes](const FreeBlock& block) {
            if (held_bytes() <= keep_bytes || !block.given_back->is_passed()) return false;
            free_one(block, bytes);
            return true;
        });
}

}  // namespace glint::driver
