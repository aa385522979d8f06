// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

// Parsers of kernel sources, command lines and compiler output; see parsers.hpp.
namespace glint::soak {

void annotations(std::string_view bytes);
void settings(std::string_view bytes);
void flags(std::string_view bytes);
void includes(std::string_view bytes);
void arguments(std::string_view bytes);
void declared_parameters(std::string_view bytes);
void diagnostics(std::string_view bytes);
void nvrtc_log(std::string_view bytes);
void ptx(std::string_view bytes);
void cubin(std::string_view bytes);

}  // namespace glint::soak
