// SPDX-License-Identifier: MIT
#pragma once

// glint's own tests use the same helpers that it gives to other projects.
#include <glint/testing/backends.hpp>
