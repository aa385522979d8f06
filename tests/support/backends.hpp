// SPDX-License-Identifier: MIT
#pragma once

// What glint gives to every project's tests serves its own.
#include <glint/testing/backends.hpp>
