#include <glint/driver/block_pool.hpp>

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include <glint/base/error.hpp>

namespace glint::driver {
namespace {

constexpr std::size_t kLeastBytes = 256;
constexpr std::size_t kBinsOfAPower = 16;

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

// Plain memory is open to the peers of its device.
void CountedPool::allow_access(const Backend& peer) {
    if (&peer == &backend_) return;
    throw Error(ErrorCode::unsupported, "open a pool to another device",
                "this one is made of plain allocations; enable_peer_access opens them");
}

BlockPool::BlockPool(Backend& backend, MemoryKind kind, std::size_t keep_bytes)
    : CountedPool(backend, kind), keep_bytes_(keep_bytes) {}

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
    const std::size_t step = std::max(power / kBinsOfAPower, kLeastBytes);
    return (size_bytes + step - 1) / step * step;
}

void* BlockPool::take(std::size_t size_bytes, const std::shared_ptr<Stream>& stream) {
    const std::size_t bytes = bin_bytes(size_bytes);
    if (void* block = reuse(bytes, stream)) return block;
    try {
        return allocate(bytes);
    } catch (const Error& error) {
        if (error.code() != ErrorCode::out_of_memory) throw;
    }
    trim(0);  // blocks of other sizes may be in the way
    return allocate(bytes);
}

void* BlockPool::reuse(std::size_t bin_bytes, const std::shared_ptr<Stream>& stream) {
    const std::lock_guard lock(mutex_);
    const auto bin = bins_.find(bin_bytes);
    if (bin == bins_.end()) return nullptr;
    const auto may_take = [&](const FreeBlock& block) {
        return (kind() == MemoryKind::device && same_stream(block.stream, stream)) ||
               block.given_back->is_passed();
    };
    // The latest first: it is likely to be in a cache still.
    const auto found = std::find_if(bin->second.rbegin(), bin->second.rend(), may_take);
    if (found == bin->second.rend()) return nullptr;
    void* address = found->address;
    bin->second.erase(std::next(found).base());
    return address;
}

void BlockPool::give_back(void* block, std::size_t size_bytes,
                          const std::shared_ptr<Stream>& stream) noexcept {
    const std::size_t bytes = bin_bytes(size_bytes);
    std::unique_ptr<Mark> mark;
    try {
        mark = stream->mark();
    } catch (...) {
        return free(block, bytes);  // the device is lost
    }
    if (!keep({block, stream, std::move(mark)}, bytes)) free(block, bytes);
}

bool BlockPool::keep(FreeBlock block, std::size_t bin_bytes) noexcept try {
    const std::lock_guard lock(mutex_);
    Bin& bin = bins_[bin_bytes];
    bin.push_back(std::move(block));
    if (held_bytes() > keep_bytes_) free_passed(bin, bin_bytes, keep_bytes_);
    return true;
} catch (const std::bad_alloc&) {
    return false;
}

void BlockPool::free_passed(Bin& bin, std::size_t bin_bytes, std::size_t keep_bytes) noexcept {
    std::erase_if(bin, [&](const FreeBlock& block) {
        if (held_bytes() <= keep_bytes || !block.given_back->is_passed()) return false;
        free_unused(block.address, bin_bytes);
        return true;
    });
}

void BlockPool::trim(std::size_t keep_bytes) {
    const std::lock_guard lock(mutex_);
    for (auto& [size_bytes, bin] : bins_) free_passed(bin, size_bytes, keep_bytes);
}

}  // namespace glint::driver
