// SPDX-License-Identifier: MIT
// Deprecated: include <glint/geometry/voxelize.hpp>.
#pragma once

#include <glint/geometry/voxelize.hpp>
