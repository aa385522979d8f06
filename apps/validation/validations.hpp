// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include <apps/validation/report.hpp>

namespace glint::apps {

/// Comparison of a simulation with exact solutions or with published results.
struct Validation {
    std::string_view name;  ///< name of the simulation
    std::string_view what;  ///< short description
    void (*run)(Report& report);
};

/// Returns all validations.
std::span<const Validation> validations();

/// Returns the validation of this name. Throws WrongOption, with the nearest name, if not found.
const Validation& find_validation(std::string_view name);

}  // namespace glint::apps
