// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

// Parsers of mesh files; see parsers.hpp.
namespace glint::soak {

void mesh_stl(std::string_view bytes);
void mesh_obj(std::string_view bytes);
void mesh_ply(std::string_view bytes);

}  // namespace glint::soak
