// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

// Parsers of sweeps; see parsers.hpp.
namespace glint::soak {

void sweep_file(std::string_view bytes);
void axis(std::string_view bytes);
void case_result(std::string_view bytes);

}  // namespace glint::soak
