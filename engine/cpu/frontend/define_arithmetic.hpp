// SPDX-License-Identifier: MIT
#pragma once

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Gives integer arithmetic the results of a GPU where LLVM leaves them undefined:
///
/// - Converting a floating-point number that does not fit the integer type saturates. NaN becomes
///   0, or 1 << (bits - 1) when converted from double or to 64 bits. A conversion to 8 or 16 bits
///   first converts to 32 bits, then keeps the low bits (PTX ISA, `cvt`).
/// - Shifting by the bit width or more gives 0, or copies of the sign bit. The shift amount is an
///   unsigned 32-bit number (PTX ISA, `shl` and `shr`).
/// - Dividing the most negative number by -1 gives the same number, with remainder 0. Negating it
///   also gives the same number.
///
/// Runs right after the front end, before any pass can exploit undefined results.
void define_arithmetic(llvm::Module& module);

}  // namespace glint::cpu
