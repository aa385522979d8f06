// SPDX-License-Identifier: MIT
#pragma once

#include <glint/testing/requirements.hpp>
