// SPDX-License-Identifier: MIT
// Deprecated: include <glint/studio/run/field_checksums.hpp>.
#pragma once

#include <glint/studio/run/field_checksums.hpp>
