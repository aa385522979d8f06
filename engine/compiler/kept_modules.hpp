// SPDX-License-Identifier: MIT
// Deprecated: include <glint/compiler/loaded_modules.hpp>.
#pragma once

#include <glint/compiler/loaded_modules.hpp>
