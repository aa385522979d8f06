// SPDX-License-Identifier: MIT
#pragma once

namespace llvm {
class Module;
}

namespace glint::cpu {

/// Some results of integer arithmetic are undefined in LLVM. This pass rewrites such operations so
/// that they have the same results as on a GPU:
///
/// - A conversion of a floating-point number to an integer saturates if the number does not fit.
///   NaN becomes 0, or 1 << (bits - 1) if the source is a double or the target has 64 bits.
///   A conversion to 8 or 16 bits converts to 32 bits and keeps the low bits (PTX ISA, `cvt`).
/// - A shift by at least the bit width gives 0, or copies of the sign bit for a signed right shift.
///   The shift amount is an unsigned 32-bit number (PTX ISA, `shl` and `shr`).
/// - The most negative number divided by -1 is the most negative number again, with remainder 0.
///   The negation of the most negative number is also this number.
///
/// This pass runs directly after the front end, because other passes take advantage of undefined
/// results.
void define_arithmetic(llvm::Module& module);

}  // namespace glint::cpu
