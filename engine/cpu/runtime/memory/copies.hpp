// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/backend/detail/backend.hpp>
#include <glint/cpu/runtime/kernel_run.hpp>

/// What streams do with memory, shared by the pool where there is much of it. All throw
/// Error(invalid_argument) for memory that cannot be read or written, of which a part may be done.
namespace glint::cpu {

void copy_bytes(const RunContext& context, void* to, const void* from, std::size_t size_bytes);

/// `count` elements of 1, 2 or 4 bytes, each set to the low bytes of `pattern`.
void fill_elements(const RunContext& context, void* to, std::uint32_t pattern,
                   std::size_t element_bytes, std::size_t count);

void copy_block(const RunContext& context, const driver::BlockCopy& copy);
void fill_block(const RunContext& context, const driver::BlockFill& fill);

/// Throws Error(invalid_argument) if the pitch of one end is less than a row.
void check_copy(const driver::BlockCopy& copy);

}  // namespace glint::cpu
