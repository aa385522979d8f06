// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/faults/access_check.hpp>

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/cpu/runtime/faults/fault_guard.hpp>
#include <glint/cpu/runtime/faults/race_detector.hpp>
#include <glint/cpu/runtime/memory/allocations.hpp>
#include <glint/cpu/runtime/memory/free_ranges.hpp>
#include <glint/cpu/runtime/scheduling/active_block.hpp>
#include <glint/cpu/runtime/scheduling/thread_block.hpp>

namespace glint::cpu {
namespace {

// Number of unused bytes before and after shared memory.
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
        case AccessKind::atomic: return "atomically updates";
    }
    return "";
}

const char* past(AccessKind kind) {
    switch (kind) {
        case AccessKind::read: return "read";
        case AccessKind::write: return "wrote";
        case AccessKind::atomic: return "atomically updated";
    }
    return "";
}

std::string thread_text(unsigned thread) {
    const auto& index = ActiveBlock::current()->place(thread).thread;
    return fmt::format("thread ({}, {}, {})", index[0], index[1], index[2]);
}

// Records why an access is invalid, but does not leave the kernel. Leaving the kernel skips
// destructors, so only a function without string variables may leave it.
void note(std::string reason) { FaultGuard::current()->note({.reason = std::move(reason)}); }

void note(const Access& access, const std::string& where) {
    note(fmt::format("{} {} at {:#x}, {}: {}", verb(access.kind),
                     text::counted(access.size_bytes, "byte"), access.address, where,
                     access.place));
}

bool is_right_in_buffers(const Access& access) {
    const Allocations& allocations = FaultGuard::current()->allocations();
    const auto where = allocations.fault_of(access.address, access.size_bytes);
    if (where) note(access, *where);
    return !where;
}

/// Either the static or the dynamic variables of a block's shared memory.
struct SharedPart {
    AddressRange range;
    const char* name = "shared memory";
};

SharedPart nearest_part(const BlockMemory& shared, std::uintptr_t address) {
    const auto begin = reinterpret_cast<std::uintptr_t>(shared.data);
    const auto middle = reinterpret_cast<std::uintptr_t>(shared.dynamic_data());
    const AddressRange fixed{begin, begin + shared.static_bytes};
    const AddressRange dynamic{middle, middle + shared.dynamic_bytes};
    if (shared.dynamic_bytes == 0) return {fixed};
    if (shared.static_bytes == 0) return {dynamic};
    const bool is_fixed =
        address < fixed.end || (address < middle && address - fixed.end < middle - address);
    if (is_fixed) return {fixed, "static shared memory"};
    return {dynamic, "dynamic shared memory"};
}

void note_at_shared(const Access& access, const SharedPart& part) {
    const bool is_before = access.address < part.range.begin;
    const std::uintptr_t distance = is_before ? part.range.begin - access.address
                                              : access.address + access.size_bytes - part.range.end;
    note(access, fmt::format("{} {} the block's {} of {}", text::counted(distance, "byte"),
                             is_before ? "before" : "past the end of",
                             text::human_bytes(part.range.size_bytes()), part.name));
}

void note_race(const Access& access, const SharedAccess& other) {
    note(fmt::format(
        "a race on shared memory: {} {} at {} data that {} {} at {}, without a barrier in between",
        thread_text(ActiveBlock::current()->thread()), verb(access.kind), access.place,
        thread_text(other.thread), past(other.kind), other.place));
}

void note_at_object(const Access& access, std::uintptr_t object, std::uint64_t object_bytes,
                    const char* name) {
    const bool is_before = access.address < object;
    const std::uintptr_t distance =
        is_before ? object - access.address
                  : access.address + access.size_bytes - object - object_bytes;
    note(access, fmt::format("{} {} the {} of {}", text::counted(distance, "byte"),
                             is_before ? "before" : "past the end of",
                             text::human_bytes(object_bytes), name));
}

bool is_free_of_races(ThreadBlock& block, const Access& access, std::uintptr_t start) {
    const auto other = block.races().note(access.address - start, access.size_bytes,
                                          {.place = access.place,
                                           .barrier_epoch = block.barrier_epoch(),
                                           .warp_epoch = block.warp_epoch(),
                                           .thread = block.thread(),
                                           .kind = access.kind});
    if (other) note_race(access, *other);
    return !other;
}

/// Returns true if the access is in the block's shared memory or in the unused bytes around it.
bool is_shared(const ThreadBlock& block, const Access& access) {
    const auto start = reinterpret_cast<std::uintptr_t>(block.shared().data);
    return access.address >= start - kSharedZone &&
           access.address < start + block.shared().size_bytes() + kSharedZone;
}

/// Returns true if the access is valid. Otherwise, records the reason and returns false.
bool is_right(const Access& access, bool may_race) {
    ThreadBlock* block = ActiveBlock::current();
    if (access.size_bytes == 0) return true;
    if (block == nullptr || !is_shared(*block, access)) return is_right_in_buffers(access);
    const auto start = reinterpret_cast<std::uintptr_t>(block->shared().data);
    const SharedPart part = nearest_part(block->shared(), access.address);
    const bool is_inside =
        access.address >= part.range.begin && access.address + access.size_bytes <= part.range.end;
    if (!is_inside) note_at_shared(access, part);
    return is_inside && (!may_race || is_free_of_races(*block, access, start));
}

void require_right(const Access& access, bool may_race) {
    if (!is_right(access, may_race)) leave_kernel();
}

bool holds(const Access& access, std::uint64_t value) {
    return std::memcmp(reinterpret_cast<const void*>(access.address), &value, access.size_bytes) ==
           0;
}

}  // namespace

void check_access(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t kind,
                  const char* place) {
    require_right(
        {.address = address, .size_bytes = size_bytes, .kind = AccessKind{kind}, .place = place},
        true);
}

void check_store(std::uintptr_t address, std::uint64_t size_bytes, std::uint64_t value,
                 const char* place) {
    const Access access{
        .address = address, .size_bytes = size_bytes, .kind = AccessKind::write, .place = place};
    require_right(access, false);
    const ThreadBlock* block = ActiveBlock::current();
    if (block != nullptr && is_shared(*block, access) && !holds(access, value))
        require_right(access, true);
}

void check_alignment(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t alignment,
                     std::uint32_t kind, const char* place) {
    if (address % alignment == 0) return;
    note({.address = address, .size_bytes = size_bytes, .kind = AccessKind{kind}, .place = place},
         fmt::format("a misaligned address (not a multiple of {})", alignment));
    leave_kernel();
}

void check_object(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t kind,
                  std::uintptr_t object, std::uint64_t object_bytes, const char* name,
                  const char* place) {
    if (address >= object && address + size_bytes <= object + object_bytes) return;
    note_at_object(
        {.address = address, .size_bytes = size_bytes, .kind = AccessKind{kind}, .place = place},
        object, object_bytes, name);
    leave_kernel();
}

}  // namespace glint::cpu
