#pragma once

#include <glint/testing/requirements.hpp>
