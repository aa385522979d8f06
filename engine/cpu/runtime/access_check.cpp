#include <glint/cpu/runtime/access_check.hpp>

#include <cstring>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/cpu/runtime/active_block.hpp>
#include <glint/cpu/runtime/allocations.hpp>
#include <glint/cpu/runtime/fault_guard.hpp>
#include <glint/cpu/runtime/race_detector.hpp>
#include <glint/cpu/runtime/thread_block.hpp>

namespace glint::cpu {
namespace {

// Shared memory has this much around it that belongs to nobody.
constexpr std::uintptr_t kSharedZone = 4096;

struct Access {
    std::uintptr_t address;
    std::uint64_t size_bytes;
    AccessKind kind;
    const char* place;
};

const char* verb(AccessKind kind) {
    switch (kind) {
        case AccessKind::read: return "reads";
        case AccessKind::write: return "writes";
        case AccessKind::atomic: return "atomically changes";
    }
    return "";
}

const char* past(AccessKind kind) {
    switch (kind) {
        case AccessKind::read: return "read";
        case AccessKind::write: return "wrote";
        case AccessKind::atomic: return "atomically changed";
    }
    return "";
}

std::string thread_text(unsigned thread) {
    const auto& index = ActiveBlock::current()->place(thread).thread;
    return fmt::format("thread ({}, {}, {})", index[0], index[1], index[2]);
}

[[noreturn]] void fail(const Access& access, const std::string& where) {
    fail_kernel(fmt::format("{} {} byte{} at {:#x}, {}: {}", verb(access.kind), access.size_bytes,
                            access.size_bytes == 1 ? "" : "s", access.address, where, access.place),
                0);
}

// Apart from the check, so that no text lives in the frame that is left.
void fail_at_buffer(const Access& access) {
    const Allocations& allocations = FaultGuard::current()->allocations();
    if (const auto where = allocations.fault_of(access.address, access.size_bytes))
        fail(access, *where);
}

[[noreturn]] void fail_at_shared(const Access& access, std::uintptr_t start, std::uintptr_t end) {
    const bool is_before = access.address < start;
    const std::uintptr_t distance =
        is_before ? start - access.address : access.address + access.size_bytes - end;
    fail(access, fmt::format("{} bytes {} the block's {} of shared memory", distance,
                             is_before ? "before" : "beyond", text::human_bytes(end - start)));
}

[[noreturn]] void fail_for_race(const Access& access, const SharedAccess& other) {
    fail_kernel(fmt::format("a race on shared memory: {} {} at {} what {} {} at {}, with no "
                            "barrier between",
                            thread_text(ActiveBlock::current()->thread()), verb(access.kind),
                            access.place, thread_text(other.thread), past(other.kind), other.place),
                0);
}

void check_race(ThreadBlock& block, const Access& access, std::uintptr_t start) {
    const auto other = block.races().note(access.address - start, access.size_bytes,
                                          {.place = access.place,
                                           .barrier_epoch = block.barrier_epoch(),
                                           .warp_epoch = block.warp_epoch(),
                                           .thread = block.thread(),
                                           .kind = access.kind});
    if (other) fail_for_race(access, *other);
}

/// Whether the access is to the block's shared memory, or beside it.
bool is_shared(const ThreadBlock& block, const Access& access) {
    const auto start = reinterpret_cast<std::uintptr_t>(block.shared());
    return access.address >= start - kSharedZone &&
           access.address < start + block.shared_bytes() + kSharedZone;
}

void check(const Access& access, bool may_race) {
    ThreadBlock* block = ActiveBlock::current();
    if (access.size_bytes == 0) return;
    if (block == nullptr || !is_shared(*block, access)) return fail_at_buffer(access);
    const auto start = reinterpret_cast<std::uintptr_t>(block->shared());
    const std::uintptr_t end = start + block->shared_bytes();
    if (access.address < start || access.address + access.size_bytes > end)
        fail_at_shared(access, start, end);
    if (may_race) check_race(*block, access, start);
}

bool holds(const Access& access, std::uint64_t value) {
    return std::memcmp(reinterpret_cast<const void*>(access.address), &value, access.size_bytes) ==
           0;
}

}  // namespace

void check_access(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t kind,
                  const char* place) {
    check({.address = address, .size_bytes = size_bytes, .kind = AccessKind{kind}, .place = place},
          true);
}

void check_store(std::uintptr_t address, std::uint64_t size_bytes, std::uint64_t value,
                 const char* place) {
    const Access access{
        .address = address, .size_bytes = size_bytes, .kind = AccessKind::write, .place = place};
    check(access, false);
    const ThreadBlock* block = ActiveBlock::current();
    if (block != nullptr && is_shared(*block, access) && !holds(access, value)) check(access, true);
}

void check_object(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t kind,
                  std::uintptr_t object, std::uint64_t object_bytes, const char* name,
                  const char* place) {
    const std::uintptr_t end = object + object_bytes;
    if (address >= object && address + size_bytes <= end) return;
    const bool is_before = address < object;
    fail({.address = address, .size_bytes = size_bytes, .kind = AccessKind{kind}, .place = place},
         fmt::format(
             "{} bytes {} the {} of {}", is_before ? object - address : address + size_bytes - end,
             is_before ? "before" : "beyond the end of", text::human_bytes(object_bytes), name));
}

}  // namespace glint::cpu
