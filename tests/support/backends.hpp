// SPDX-License-Identifier: MIT
#pragma once

// The tests of glint use the helpers that glint provides to other projects.
#include <glint/testing/backends.hpp>
