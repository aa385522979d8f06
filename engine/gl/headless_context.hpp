// SPDX-License-Identifier: MIT
#pragma once

#include <glint/gl/context.hpp>

namespace glint::gl {

/// Options for the constructor of HeadlessContext.
struct HeadlessOptions {
    int cuda_ordinal = -1;  ///< draw on this CUDA device; -1: on any NVIDIA device
    bool debug = true;      ///< collect the driver's messages for Context::check
};

/// An OpenGL 4.5 core context without a display and without a default framebuffer. It is created
/// with EGL.
///
/// The constructor tries these drivers in order: the requested NVIDIA device, Mesa without a
/// display, and EGL's default display. `renderer()` and `device_uuid()` report which of them is in
/// use.
class HeadlessContext : public Context {
public:
    /// Leaves the context current on the calling thread. Throws Error(unsupported) with the reason
    /// for each attempt if no context can be created. Also throws Error(unsupported) if the driver
    /// draws incorrectly; see drawing_check.hpp.
    explicit HeadlessContext(const HeadlessOptions& options = {});
    HeadlessContext(HeadlessContext&&) noexcept = default;
    HeadlessContext& operator=(HeadlessContext&& other) noexcept;
    HeadlessContext(const HeadlessContext&) = delete;
    HeadlessContext& operator=(const HeadlessContext&) = delete;
    ~HeadlessContext() { end(); }
};

}  // namespace glint::gl
