// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// Functions that kernels call before each memory access in debug mode. They end the kernel if the
/// access is invalid. `kind` is an AccessKind. `place` is the source line as a string. The string
/// must stay valid while the module exists.
namespace glint::cpu {

/// Detects accesses outside the backend's buffers. If threads are fibers, also detects accesses
/// outside the block's shared memory, and races on shared memory. Accesses to memory that is not in
/// or near the backend's memory are not checked.
void check_access(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t kind,
                  const char* place);

/// Like `check_access`, but for a store of `value`, which has at most 8 bytes. If the memory
/// already contains `value`, the store does not count as a race.
void check_store(std::uintptr_t address, std::uint64_t size_bytes, std::uint64_t value,
                 const char* place);

/// Detects an access whose address is not a multiple of `alignment`. GPUs report such an access as
/// a "misaligned address".
void check_alignment(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t alignment,
                     std::uint32_t kind, const char* place);

/// Detects an access outside the variable `name`, which has `object_bytes` bytes at the address
/// `object`.
void check_object(std::uintptr_t address, std::uint64_t size_bytes, std::uint32_t kind,
                  std::uintptr_t object, std::uint64_t object_bytes, const char* name,
                  const char* place);

}  // namespace glint::cpu
