// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/faults/fault_report.hpp>

#include <cstdint>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint::cpu {
namespace {

constexpr std::uintptr_t kNullPage = 4096;

// Maximum distance from shared memory at which a fault is attributed to shared memory.
constexpr std::uintptr_t kReportedZone = 64 * 1024;

std::string describe_at_shared(std::uintptr_t address, std::span<const std::byte> shared) {
    const auto begin = reinterpret_cast<std::uintptr_t>(shared.data()), end = begin + shared.size();
    if (shared.empty() || address + kReportedZone < begin || address >= end + kReportedZone)
        return {};
    const bool is_before = address < begin;
    return fmt::format("{} {} the block's {} of shared memory",
                       text::counted(is_before ? begin - address : address - end + 1, "byte"),
                       is_before ? "before" : "past the end of", text::human_bytes(shared.size()));
}

std::string describe_access(const Fault& fault, const Allocations& allocations,
                            std::span<const std::byte> shared) {
    const std::string what = fault.is_write ? "write" : "read";
    if (!fault.address) return what + " at an invalid address";
    const std::string text = fmt::format("{} at {:#x}", what, *fault.address);
    if (*fault.address < kNullPage) return text + ", through a null pointer";
    std::string where = describe_at_shared(*fault.address, shared);
    if (where.empty()) where = allocations.describe(*fault.address);
    return where.empty() ? text : text + ", " + where;
}

}  // namespace

std::string describe(const Fault& fault, const Allocations& allocations,
                     std::span<const std::byte> shared) {
    switch (fault.kind) {
        case Fault::Kind::noted: return fault.reason;
        case Fault::Kind::bad_access: return describe_access(fault, allocations, shared);
        case Fault::Kind::bad_instruction: return "illegal instruction or trap";
        case Fault::Kind::arithmetic:
            return "integer division by zero, or division of the minimum value by -1";
        case Fault::Kind::stack_overflow: return "stack overflow";
        case Fault::Kind::time_limit:
            return "the kernel was stopped at the time limit ($GLINT_CPU_TIME_LIMIT)";
    }
    return {};
}

std::string describe(const Fault& fault, const CodeMap& code, const Allocations& allocations,
                     std::span<const std::byte> shared) {
    const std::string reason = describe(fault, allocations, shared);
    const std::string place = fault.code == 0 ? std::string() : code.place_of(fault.code);
    return place.empty() ? reason : reason + ": " + place;
}

}  // namespace glint::cpu
