// SPDX-License-Identifier: MIT
#pragma once

// Sharing of memory between kernels and OpenGL.
#include <glint/interop/device_match.hpp>
#include <glint/interop/mapped_texture.hpp>
#include <glint/interop/self_test.hpp>
#include <glint/interop/shared_buffer.hpp>
#include <glint/interop/shared_image.hpp>
#include <glint/interop/shared_resource.hpp>
#include <glint/interop/shared_texture.hpp>
#include <glint/interop/sharing.hpp>
#include <glint/interop/texels.hpp>
