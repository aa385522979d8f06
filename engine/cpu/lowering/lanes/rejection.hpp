// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

namespace glint::cpu {

/// Thrown if a kernel cannot run as lanes; what() is the reason. The caller then uses loops or
/// fibers.
class Rejection : public std::runtime_error {
public:
    explicit Rejection(const std::string& reason) : std::runtime_error(reason) {}
};

}  // namespace glint::cpu
