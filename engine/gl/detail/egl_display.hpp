// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <glint/gl/detail/egl.hpp>

namespace glint::gl::detail {

/// A display that EGL may open without a window system.
struct DisplayCandidate {
    enum class Kind { device, surfaceless, standard };
    Kind kind;
    EGLDeviceEXT device;  ///< for Kind::device
    std::string name;     ///< for messages, as in "NVIDIA EGL device 0 (CUDA device 0)"
};

/// The displays worth trying, best first. Adds to `failures` why there is no NVIDIA device, where
/// there is none of that `cuda_ordinal` (-1: of any).
std::vector<DisplayCandidate> display_candidates(const Egl& egl, int cuda_ordinal,
                                                 std::vector<std::string>& failures);

/// Opens and initialises it. EGL shares a display between all its users in the process, so it
/// stays initialised. Throws Error(unsupported).
EGLDisplay open_display(const Egl& egl, const DisplayCandidate& candidate);

/// An OpenGL 4.5 core context that needs no surface. Throws Error(unsupported).
EGLContext create_core_context(const Egl& egl, EGLDisplay display, bool debug);

}  // namespace glint::gl::detail
