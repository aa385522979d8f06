// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/backend/detail/backend.hpp>
#include <glint/cpu/runtime/kernel_run.hpp>

/// The copies and fills of streams. Large operations are divided among the threads of the pool. All
/// functions throw Error(invalid_argument) if memory cannot be read or written. A part of the
/// memory may already be written when this error is thrown.
namespace glint::cpu {

void copy_bytes(const RunContext& context, void* to, const void* from, std::size_t size_bytes);

/// Sets `count` elements to the low `element_bytes` bytes of `pattern`. `element_bytes` is 1, 2 or
/// 4.
void fill_elements(const RunContext& context, void* to, std::uint32_t pattern,
                   std::size_t element_bytes, std::size_t count);

void copy_block(const RunContext& context, const driver::BlockCopy& copy);
void fill_block(const RunContext& context, const driver::BlockFill& fill);

/// Throws Error(invalid_argument) if the pitch of the source or the target is less than the size of
/// a row.
void check_copy(const driver::BlockCopy& copy);

}  // namespace glint::cpu
