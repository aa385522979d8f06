// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <stdexcept>
#include <vector>

#include "ast.hpp"
#include "storage.hpp"

namespace glint::fuzz {

/// The kernel runs longer than a test should.
class TooLong : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The bytes of each variable that the host sees, by the variable's number.
using Memory = std::map<int, std::vector<std::byte>>;

/// Runs the kernel as CUDA defines it, and gives what its buffers and `__device__` variables hold
/// afterwards. All threads of a block take each statement together, under a mask that says who
/// takes part; blocks run one after the other.
///
/// Throws Illegal if the kernel does what CUDA leaves undefined: a race, a barrier that not every
/// living thread reaches, a warp operation whose mask names other lanes than those that are there,
/// an index out of bounds, signed overflow; and TooLong.
Memory interpret(const Kernel& kernel);

}  // namespace glint::fuzz
