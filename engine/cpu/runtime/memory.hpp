#pragma once

#include <cstddef>

namespace glint::cpu {

/// Memory that kernels and host share; aligned to 256 bytes, not initialised. `size_bytes` may be
/// 0. Throws Error(out_of_memory) with the size.
void* allocate_memory(std::size_t size_bytes);
/// The same with `zone_bytes`, a multiple of 256, before and behind. The address is that of the
/// first zone, errors name `size_bytes` alone.
void* allocate_memory_with_zones(std::size_t size_bytes, std::size_t zone_bytes);
void release_memory(void* address) noexcept;

class Allocations;

}  // namespace glint::cpu
