// SPDX-License-Identifier: MIT
// A library that replaces libEGL. It forwards all calls to the real library, whose path is in
// $GLINT_TEST_EGL, except glGetGraphicsResetStatus: from call number $GLINT_TEST_RESET_AT on, that
// function reports a reset caused by the context.
#include <EGL/egl.h>
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>

namespace {

void* real(const char* name) {
    static void* const library = dlopen(std::getenv("GLINT_TEST_EGL"), RTLD_NOW | RTLD_LOCAL);
    return dlsym(library, name);
}

constexpr unsigned kNoError = 0, kGuilty = 0x8253;

unsigned reset_status() {
    static int calls = 0;
    return ++calls >= std::atoi(std::getenv("GLINT_TEST_RESET_AT")) ? kGuilty : kNoError;
}

}  // namespace

#define GLINT_FORWARD(result, name, parameters, arguments)                     \
    extern "C" __attribute__((visibility("default"))) result name parameters { \
        return reinterpret_cast<result(*) parameters>(real(#name)) arguments;  \
    }

GLINT_FORWARD(EGLDisplay, eglGetDisplay, (EGLNativeDisplayType a), (a))
GLINT_FORWARD(EGLBoolean, eglInitialize, (EGLDisplay a, EGLint* b, EGLint* c), (a, b, c))
GLINT_FORWARD(EGLBoolean, eglBindAPI, (EGLenum a), (a))
GLINT_FORWARD(const char*, eglQueryString, (EGLDisplay a, EGLint b), (a, b))
GLINT_FORWARD(EGLContext, eglCreateContext,
              (EGLDisplay a, EGLConfig b, EGLContext c, const EGLint* d), (a, b, c, d))
GLINT_FORWARD(EGLBoolean, eglDestroyContext, (EGLDisplay a, EGLContext b), (a, b))
GLINT_FORWARD(EGLBoolean, eglMakeCurrent, (EGLDisplay a, EGLSurface b, EGLSurface c, EGLContext d),
              (a, b, c, d))
GLINT_FORWARD(EGLint, eglGetError, (), ())

extern "C" __attribute__((visibility("default"))) void (*eglGetProcAddress(const char* name))() {
    using Function = void (*)();
    if (std::strcmp(name, "glGetGraphicsResetStatus") == 0)
        return reinterpret_cast<Function>(&reset_status);
    return reinterpret_cast<Function (*)(const char*)>(real("eglGetProcAddress"))(name);
}
