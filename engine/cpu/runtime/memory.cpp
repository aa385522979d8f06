#include <glint/cpu/runtime/memory.hpp>

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cpu/runtime/allocations.hpp>
#include <glint/cpu/runtime/host_info.hpp>

namespace glint::cpu {
namespace {

constexpr std::size_t kAlignment = 256;

std::size_t round_up(std::size_t value, std::size_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

[[noreturn]] void throw_out_of_memory(std::size_t size_bytes) {
    throw Error(ErrorCode::out_of_memory,
                fmt::format("allocate {} for the CPU", text::human_bytes(size_bytes)),
                fmt::format("this machine has {} of memory, {} of it free",
                            text::human_bytes(total_memory_bytes()),
                            text::human_bytes(available_memory_bytes())));
}

}  // namespace

void* allocate_memory(std::size_t size_bytes) { return allocate_memory_with_zones(size_bytes, 0); }

void* allocate_memory_with_zones(std::size_t size_bytes, std::size_t zone_bytes) {
    // Linux would promise more than there is, and kill the process when it is touched.
    if (size_bytes > total_memory_bytes()) throw_out_of_memory(size_bytes);
    const std::size_t rounded = round_up(std::max<std::size_t>(size_bytes, 1), kAlignment);
    void* address = std::aligned_alloc(kAlignment, rounded + 2 * zone_bytes);
    if (address == nullptr) throw_out_of_memory(size_bytes);
    return address;
}

void release_memory(void* address) noexcept { std::free(address); }

}  // namespace glint::cpu
