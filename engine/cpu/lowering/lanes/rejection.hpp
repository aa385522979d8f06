// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

namespace glint::cpu {

/// Reason why a kernel cannot run as lanes. Never leaves the lowering, which then uses another way.
class Rejection : public std::runtime_error {
public:
    explicit Rejection(const std::string& reason) : std::runtime_error(reason) {}
};

}  // namespace glint::cpu
