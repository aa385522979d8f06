// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// What kernels call in debug mode before each access to memory. `kind` is an AccessKind, `place`
/// the source line, in a text that stays. All leave the kernel if the access is wrong.
namespace glint::cpu {

/// Finds accesses beyond the backend's buffers and, where threads are fibres, beyond the block's
/// shared memory, and races on that.
/// Memory that is not the backend's, nor beside it, is the caller's affair.
void check_access(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t kind,
                  const char* place);

/// Checks a store of `value`, of at most 8 bytes, like check_access(); to write what is there
/// already is no race.
void check_store(std::uintptr_t address, std::uint64_t size_bytes, std::uint64_t value,
                 const char* place);

/// Finds accesses at an address that is not a multiple of `alignment`, which GPUs report as a
/// "misaligned address".
void check_alignment(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t alignment,
                     std::uint32_t kind, const char* place);

/// Finds accesses beyond the variable `name`, of `object_bytes` at `object`.
void check_object(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t kind,
                  std::uintptr_t object, std::uint64_t object_bytes, const char* name,
                  const char* place);

}  // namespace glint::cpu
