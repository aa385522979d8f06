// SPDX-License-Identifier: MIT
#pragma once

#include <stdexcept>
#include <string>

namespace glint::cpu {

/// Why a kernel cannot run as lanes. Never leaves the lowering: the kernel then runs otherwise.
class Rejection : public std::runtime_error {
public:
    explicit Rejection(const std::string& reason) : std::runtime_error(reason) {}
};

}  // namespace glint::cpu
