// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

namespace glint::cpu {

/// Thrown with the reason if a kernel cannot run as lanes. The lowering catches it and uses loops
/// or fibers instead.
class Rejection : public std::runtime_error {
public:
    explicit Rejection(const std::string& reason) : std::runtime_error(reason) {}
};

}  // namespace glint::cpu
