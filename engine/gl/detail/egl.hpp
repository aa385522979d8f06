// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glad/egl.h>

namespace glint::gl::detail {

/// The EGL functions, looked up in libEGL.so.1 at run time. Those after `get_error` belong to
/// extensions and are null where the library has none of them.
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

    /// The process's EGL. Throws Error(unsupported) if there is none.
    static const Egl& load();

    /// The calling thread's last EGL error by name, as in "EGL_BAD_ALLOC".
    std::string last_error() const;
};

}  // namespace glint::gl::detail
