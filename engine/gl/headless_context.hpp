// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/context.hpp>

namespace glint::gl {

/// Options for a headless context.
struct HeadlessOptions {
    int cuda_ordinal = -1;  ///< draw on this CUDA device; -1: on any NVIDIA device
    bool debug = true;      ///< collect the driver's messages; see Context::check
};

/// An OpenGL 4.5 core context without a display or default framebuffer, created with EGL.
///
/// It uses the first of these that works: the requested NVIDIA device, Mesa without a display,
/// EGL's default display. `renderer()` and `device_uuid()` report the choice.
class HeadlessContext : public Context {
public:
    /// Leaves the context current on the calling thread. Throws Error(unsupported) if no context
    /// can be created, with the reason for each attempt, or if the driver does not draw correctly;
    /// see drawing_check.hpp.
    explicit HeadlessContext(const HeadlessOptions& options = {});
    HeadlessContext(HeadlessContext&&) noexcept = default;
    HeadlessContext& operator=(HeadlessContext&& other) noexcept;
    HeadlessContext(const HeadlessContext&) = delete;
    HeadlessContext& operator=(const HeadlessContext&) = delete;
    ~HeadlessContext() { end(); }
};

}  // namespace glint::gl
