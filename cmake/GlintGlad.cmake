# SPDX-License-Identifier: MIT
# glint_glad: OpenGL 4.5 core and a few extensions, with one function table per context. The
# system's glad generates it at build time without network access. Nothing links to libGL or libEGL:
# the functions come from the window system that created the context. <glad/egl.h> is used only for
# its types.
find_program(GLINT_GLAD glad REQUIRED)

set(GLINT_GLAD_DIR ${PROJECT_BINARY_DIR}/glad)
set(GLINT_GLAD_EXTENSIONS
    GL_EXT_memory_object GL_EXT_memory_object_fd
    GL_EXT_semaphore GL_EXT_semaphore_fd
    EGL_EXT_platform_base EGL_EXT_platform_device
    EGL_EXT_device_base EGL_EXT_device_enumeration EGL_EXT_device_query EGL_EXT_device_drm
    EGL_NV_device_cuda EGL_MESA_platform_surfaceless
    EGL_KHR_no_config_context EGL_KHR_surfaceless_context)
list(JOIN GLINT_GLAD_EXTENSIONS "," GLINT_GLAD_EXTENSION_LIST)

add_custom_command(
    OUTPUT ${GLINT_GLAD_DIR}/src/gl.c
    COMMAND ${GLINT_GLAD} --quiet --reproducible --api gl:core=4.5,egl=1.5
        --extensions ${GLINT_GLAD_EXTENSION_LIST} --out-path ${GLINT_GLAD_DIR} c --mx
    DEPENDS ${CMAKE_CURRENT_LIST_FILE}
    COMMENT "Generating the OpenGL loader"
    VERBATIM)

add_library(glint_glad STATIC ${GLINT_GLAD_DIR}/src/gl.c)
add_library(glint::glad ALIAS glint_glad)
target_include_directories(glint_glad SYSTEM PUBLIC $<BUILD_INTERFACE:${GLINT_GLAD_DIR}/include>)
glint_install_targets(glint_glad glad)
