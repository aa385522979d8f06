// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <stdexcept>
#include <vector>

#include "ast.hpp"
#include "storage.hpp"

namespace glint::fuzz {

/// Thrown if the kernel runs longer than a test should.
class TooLong : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The bytes of each variable that the host can read, by variable number.
using Memory = std::map<int, std::vector<std::byte>>;

/// Runs the kernel as CUDA defines it, and returns the final contents of its buffers and
/// `__device__` variables. All threads of a block execute each statement together under a mask of
/// active threads; blocks run one after the other.
///
/// Throws Illegal if CUDA leaves the kernel's behavior undefined: a race, a barrier that not every
/// living thread reaches, a warp operation whose mask differs from the active lanes, an index out
/// of bounds, or signed overflow. Throws TooLong if the kernel runs too long.
Memory interpret(const Kernel& kernel);

}  // namespace glint::fuzz
