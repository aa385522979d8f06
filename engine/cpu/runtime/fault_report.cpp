#include <glint/cpu/runtime/fault_report.hpp>

#include <fmt/format.h>

namespace glint::cpu {
namespace {

constexpr std::uintptr_t kNullPage = 4096;

std::string describe_access(const Fault& fault, const Allocations& allocations) {
    const std::string what = fault.is_write ? "write" : "read";
    if (!fault.address) return what + " at an address that cannot exist";
    const std::string text = fmt::format("{} at {:#x}", what, *fault.address);
    if (*fault.address < kNullPage) return text + ", through a null pointer";
    const std::string where = allocations.describe(*fault.address);
    return where.empty() ? text : text + ", " + where;
}

}  // namespace

std::string describe(const Fault& fault, const Allocations& allocations) {
    switch (fault.kind) {
        case Fault::Kind::noted: return fault.reason;
        case Fault::Kind::bad_access: return describe_access(fault, allocations);
        case Fault::Kind::bad_instruction: return "an instruction that cannot run, as of a trap";
        case Fault::Kind::arithmetic:
            return "integer division by zero, or of the lowest number by -1";
        case Fault::Kind::stack_overflow: return "stack overflow";
        case Fault::Kind::time_limit: return "stopped at its time limit ($GLINT_CPU_TIME_LIMIT)";
    }
    return {};
}

std::string describe(const Fault& fault, const CodeMap& code, const Allocations& allocations) {
    const std::string reason = describe(fault, allocations);
    const std::string place = fault.code == 0 ? std::string() : code.place_of(fault.code);
    return place.empty() ? reason : reason + ": " + place;
}

}  // namespace glint::cpu
