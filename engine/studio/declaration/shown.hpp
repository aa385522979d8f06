// SPDX-License-Identifier: MIT
// Deprecated: include <glint/studio/declaration/declared_view.hpp>.
#pragma once

#include <glint/studio/declaration/declared_view.hpp>
