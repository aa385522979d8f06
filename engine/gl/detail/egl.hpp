// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glad/egl.h>

namespace glint::gl::detail {

/// EGL functions, loaded from libEGL.so.1 at run time. The functions declared after `get_error`
/// belong to extensions and are null if the library does not support the extension.
struct Egl {
    PFNEGLGETPROCADDRESSPROC get_proc_address;
    PFNEGLGETDISPLAYPROC get_display;
    PFNEGLINITIALIZEPROC initialize;
    PFNEGLBINDAPIPROC bind_api;
    PFNEGLQUERYSTRINGPROC query_string;
    PFNEGLCREATECONTEXTPROC create_context;
    PFNEGLDESTROYCONTEXTPROC destroy_context;
    PFNEGLMAKECURRENTPROC make_current;
    PFNEGLGETERRORPROC get_error;
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_platform_display;
    PFNEGLQUERYDEVICESEXTPROC query_devices;
    PFNEGLQUERYDEVICESTRINGEXTPROC query_device_string;
    PFNEGLQUERYDEVICEATTRIBEXTPROC query_device_attribute;

    /// Returns the table of EGL functions, which is loaded once per process. Throws
    /// Error(unsupported) if EGL is not found.
    static const Egl& load();

    /// Returns the name of the calling thread's last EGL error, for example "EGL_BAD_ALLOC".
    std::string last_error() const;
};

}  // namespace glint::gl::detail
