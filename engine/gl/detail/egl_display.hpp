// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <glint/gl/detail/egl.hpp>

namespace glint::gl::detail {

/// A display to try for rendering without a window system. It may not work; `open_display` then
/// throws.
struct DisplayCandidate {
    enum class Kind { device, surfaceless, standard };
    Kind kind;
    EGLDeviceEXT device;  ///< used only for Kind::device
    std::string name;     ///< used in messages, for example "NVIDIA EGL device 0 (CUDA device 0)"
};

/// Returns the displays to try, best first. The first displays are NVIDIA devices: only the CUDA
/// device `cuda_ordinal`, or all NVIDIA devices if `cuda_ordinal` is -1. If no such device is
/// found, adds a message to `failures`.
std::vector<DisplayCandidate> display_candidates(const Egl& egl, int cuda_ordinal,
                                                 std::vector<std::string>& failures);

/// Opens and initializes the display. Nothing closes the display, because EGL shares it with all
/// other code in the process. Throws Error(unsupported) if EGL fails.
EGLDisplay open_display(const Egl& egl, const DisplayCandidate& candidate);

/// Creates an OpenGL 4.5 core context that needs no surface. Throws Error(unsupported) if EGL
/// cannot do this.
EGLContext create_core_context(const Egl& egl, EGLDisplay display, bool debug);

}  // namespace glint::gl::detail
