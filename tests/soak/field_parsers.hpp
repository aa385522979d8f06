// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

/// Parsers of fields, volumes, images and points that read a file from disk.
namespace glint::soak {

void volume_data(std::string_view bytes);
void image_stack(std::string_view bytes);
void columns(std::string_view bytes);
void points_csv(std::string_view bytes);
void points_xyz(std::string_view bytes);
void points_ply(std::string_view bytes);
void points_npy(std::string_view bytes);
void pvd(std::string_view bytes);

/// Returns the PNG with corrected chunk checksums. With wrong checksums, most mutations would be
/// rejected too early.
std::string with_checksums(std::string_view png);

}  // namespace glint::soak
