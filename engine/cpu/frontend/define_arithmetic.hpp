// SPDX-License-Identifier: MIT
#pragma once

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Gives integer arithmetic the results of a GPU where LLVM leaves them undefined:
///
/// - A floating-point number that does not fit its integer type saturates. NaN becomes 0, or 1 <<
///   (bits - 1) when converted from double or to 64 bits. For 8 or 16 bits, the number is converted
///   to 32 bits first, and then keeps its low bits (PTX ISA, `cvt`).
/// - Shifts by the width or more give 0, or the sign; the amount is an unsigned 32-bit number (PTX
///   ISA, `shl` and `shr`).
/// - The least number divided by -1 is itself, with remainder 0. Its negation is itself, too.
///
/// Runs right after the front end, before any pass can make use of undefined results.
void define_arithmetic(llvm::Module& module);

}  // namespace glint::cpu
