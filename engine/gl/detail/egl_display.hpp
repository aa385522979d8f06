// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <glint/gl/detail/egl.hpp>

namespace glint::gl::detail {

/// A display that EGL may be able to open without a window system.
struct DisplayCandidate {
    enum class Kind { device, surfaceless, standard };
    Kind kind;
    EGLDeviceEXT device;  ///< for Kind::device
    std::string name;     ///< for messages, for example "NVIDIA EGL device 0 (CUDA device 0)"
};

/// Returns the displays to try, best first. If no NVIDIA device has this `cuda_ordinal` (-1: any),
/// adds the reason to `failures`.
std::vector<DisplayCandidate> display_candidates(const Egl& egl, int cuda_ordinal,
                                                 std::vector<std::string>& failures);

/// Opens and initializes it. EGL shares a display between all its users in the process, so it stays
/// initialized. Throws Error(unsupported).
EGLDisplay open_display(const Egl& egl, const DisplayCandidate& candidate);

/// Creates an OpenGL 4.5 core context that needs no surface. Throws Error(unsupported).
EGLContext create_core_context(const Egl& egl, EGLDisplay display, bool debug);

}  // namespace glint::gl::detail
