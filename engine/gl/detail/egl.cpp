// SPDX-License-Identifier: MIT
#include <glint/gl/detail/egl.hpp>

#include <array>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/shared_library.hpp>

namespace glint::gl::detail {
namespace {

constexpr const char* kLoadEgl = "load EGL";

SharedLibrary open_library() {
    const std::array<std::string, 2> names = {"libEGL.so.1", "libEGL.so"};
    if (const auto library = SharedLibrary::open(names)) return *library;
    throw Error(ErrorCode::unsupported, kLoadEgl, SharedLibrary::last_failure());
}

template <class Function>
void require(Function& function, const SharedLibrary& library, const char* name) {
    function = reinterpret_cast<Function>(library.find(name));
    if (function) return;
    throw Error(ErrorCode::unsupported, kLoadEgl,
                fmt::format("{} has no function {}", library.path().string(), name));
}

template <class Function>
void find_extension(Function& function, const Egl& egl, const char* name) {
    function = reinterpret_cast<Function>(egl.get_proc_address(name));
}

Egl load_functions() {
    const SharedLibrary library = open_library();
    Egl egl{};
    require(egl.get_proc_address, library, "eglGetProcAddress");
    require(egl.get_display, library, "eglGetDisplay");
    require(egl.initialize, library, "eglInitialize");
    require(egl.bind_api, library, "eglBindAPI");
    require(egl.query_string, library, "eglQueryString");
    require(egl.create_context, library, "eglCreateContext");
    require(egl.destroy_context, library, "eglDestroyContext");
    require(egl.make_current, library, "eglMakeCurrent");
    require(egl.get_error, library, "eglGetError");
    find_extension(egl.get_platform_display, egl, "eglGetPlatformDisplayEXT");
    find_extension(egl.query_devices, egl, "eglQueryDevicesEXT");
    find_extension(egl.query_device_string, egl, "eglQueryDeviceStringEXT");
    find_extension(egl.query_device_attribute, egl, "eglQueryDeviceAttribEXT");
    return egl;
}

}  // namespace

const Egl& Egl::load() {
    static const Egl egl = load_functions();
    return egl;
}

std::string Egl::last_error() const {
    switch (const EGLint code = get_error(); code) {
        case EGL_SUCCESS: return "EGL reported no reason";
        case EGL_NOT_INITIALIZED: return "EGL_NOT_INITIALIZED";
        case EGL_BAD_ACCESS: return "EGL_BAD_ACCESS (another thread may use the context)";
        case EGL_BAD_ALLOC: return "EGL_BAD_ALLOC";
        case EGL_BAD_ATTRIBUTE: return "EGL_BAD_ATTRIBUTE";
        case EGL_BAD_CONFIG: return "EGL_BAD_CONFIG";
        case EGL_BAD_CONTEXT: return "EGL_BAD_CONTEXT";
        case EGL_BAD_DISPLAY: return "EGL_BAD_DISPLAY";
        case EGL_BAD_MATCH: return "EGL_BAD_MATCH";
        case EGL_BAD_PARAMETER: return "EGL_BAD_PARAMETER";
        case EGL_CONTEXT_LOST: return "EGL_CONTEXT_LOST";
        default: return fmt::format("EGL error {:#x}", code);
    }
}

}  // namespace glint::gl::detail
