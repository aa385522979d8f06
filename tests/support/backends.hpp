// SPDX-License-Identifier: MIT
#pragma once

// glint's own tests use the helpers that it provides to other projects.
#include <glint/testing/backends.hpp>
