// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Checks that kernels call in debug mode before each memory access. `kind` is an AccessKind.
/// `place` is the source line, a string that must stay valid. Each check ends the kernel if the
/// access is invalid.
namespace glint::cpu {

/// Detects accesses outside the backend's buffers. Where threads are fibers, also detects accesses
/// outside the block's shared memory, and races on it. Does not check memory that is neither the
/// backend's nor next to it.
void check_access(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t kind,
                  const char* place);

/// Checks a store of `value`, of at most 8 bytes, like check_access(). Writing the value that is
/// already there is not a race.
void check_store(std::uintptr_t address, std::uint64_t size_bytes, std::uint64_t value,
                 const char* place);

/// Detects accesses at an address that is not a multiple of `alignment`, which GPUs report as a
/// "misaligned address".
void check_alignment(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t alignment,
                     std::uint32_t kind, const char* place);

/// Detects accesses outside the variable `name`, of `object_bytes` at `object`.
void check_object(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t kind,
                  std::uintptr_t object, std::uint64_t object_bytes, const char* name,
                  const char* place);

}  // namespace glint::cpu
