// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include <apps/validation/report.hpp>

namespace glint::apps {

/// What is known of a simulation's results, from exact solutions or from others' publications.
struct Validation {
    std::string_view name;  ///< of the simulation
    std::string_view what;  ///< in a few words
    void (*run)(Report& report);
};

/// All of them.
std::span<const Validation> validations();

/// Throws WrongOption with the nearest name if there is none.
const Validation& find_validation(std::string_view name);

}  // namespace glint::apps
