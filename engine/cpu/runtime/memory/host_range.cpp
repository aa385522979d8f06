// SPDX-License-Identifier: MIT
#include <sys/mman.h>
#include <unistd.h>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cpu/runtime/memory/host_memory.hpp>
#include <glint/cpu/runtime/memory/memory_limits.hpp>

namespace glint::cpu {
namespace {

[[noreturn]] void fail(std::string_view operation, std::size_t size_bytes) {
    const MemoryLimits limits = memory_limits();
    throw Error(ErrorCode::out_of_memory,
                fmt::format("{} {} on the CPU", operation, text::human_bytes(size_bytes)),
                fmt::format("this machine has only {} of memory, of which {} are free",
                            text::human_bytes(limits.total_bytes),
                            text::human_bytes(limits.available_bytes)));
}

/// A reserved range of addresses. Its first pages have memory, and its other pages are
/// inaccessible.
class HostRange final : public driver::AddressRange {
public:
    HostRange(HostMemory& memory, std::size_t size_bytes);
    ~HostRange() override;
    HostRange(const HostRange&) = delete;
    HostRange& operator=(const HostRange&) = delete;

    void* begin() const noexcept override { return begin_; }
    std::size_t reserved_bytes() const noexcept override { return reserved_bytes_; }
    std::size_t committed_bytes() const noexcept override { return committed_bytes_; }
    void commit(std::size_t size_bytes) override;

private:
    static std::size_t whole_pages(std::size_t size_bytes) {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
        return round_up(size_bytes, page);
    }

    HostMemory& memory_;
    std::byte* begin_ = nullptr;
    std::size_t reserved_bytes_ = 0;
    std::size_t committed_bytes_ = 0;
};

HostRange::HostRange(HostMemory& memory, std::size_t size_bytes)
    : memory_(memory), reserved_bytes_(whole_pages(size_bytes)) {
    void* begin = mmap(nullptr, reserved_bytes_, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (begin == MAP_FAILED) fail("reserve addresses for", reserved_bytes_);
    begin_ = static_cast<std::byte*>(begin);
}

HostRange::~HostRange() {
    memory_.drain();
    memory_.drop_range(begin_);
    munmap(begin_, reserved_bytes_);
}

void HostRange::commit(std::size_t size_bytes) {
    const std::size_t wanted = whole_pages(size_bytes);
    if (wanted > committed_bytes_) {
        if (!fits(wanted - committed_bytes_, memory_limits(), 0, 0) ||
            mprotect(begin_, wanted, PROT_READ | PROT_WRITE) != 0)
            fail("grow memory to", wanted);
    } else if (wanted < committed_bytes_) {
        std::byte* end = begin_ + wanted;
        madvise(end, committed_bytes_ - wanted, MADV_DONTNEED);
        mprotect(end, committed_bytes_ - wanted, PROT_NONE);
    }
    committed_bytes_ = wanted;
    memory_.set_range(begin_, committed_bytes_);
}

}  // namespace

std::unique_ptr<driver::AddressRange> reserve_addresses(HostMemory& memory,
                                                        std::size_t size_bytes) {
    return std::make_unique<HostRange>(memory, size_bytes);
}

}  // namespace glint::cpu
