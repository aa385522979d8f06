# SPDX-License-Identifier: MIT
# All dependencies of glint come from the system's package manager; ./dev installs them.
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(spdlog REQUIRED)
find_package(PNG REQUIRED)
find_package(ZLIB REQUIRED)
find_package(EXPAT REQUIRED)
find_package(glfw3 REQUIRED)
find_package(glm REQUIRED)
find_package(CLI11 REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(nlohmann_json REQUIRED)
find_path(XXHASH_INCLUDE_DIR xxhash.h REQUIRED)
# Debian's libzip-config.cmake requires programs that libzip-dev does not install.
find_path(LIBZIP_INCLUDE_DIR zip.h REQUIRED)
find_library(LIBZIP_LIBRARY zip REQUIRED)

find_path(IMGUI_INCLUDE_DIR imgui.h PATH_SUFFIXES imgui REQUIRED)
find_library(IMGUI_LIBRARY imgui REQUIRED)
add_library(glint_imgui INTERFACE)
target_include_directories(glint_imgui SYSTEM INTERFACE ${IMGUI_INCLUDE_DIR} ${IMGUI_INCLUDE_DIR}/backends)
target_link_libraries(glint_imgui INTERFACE ${IMGUI_LIBRARY} glfw stb)

# CUDA: only the headers are needed to build; the driver and NVRTC are loaded at run time.
find_path(GLINT_CUDA_INCLUDE_DIR cuda.h
    HINTS ENV CUDA_PATH ENV CUDA_HOME PATHS /usr/local/cuda /opt/cuda PATH_SUFFIXES include)
find_path(GLINT_NVRTC_INCLUDE_DIR nvrtc.h
    HINTS ENV CUDA_PATH ENV CUDA_HOME PATHS /usr/local/cuda /opt/cuda PATH_SUFFIXES include)
add_library(glint_cuda_headers INTERFACE)
if(GLINT_CUDA_INCLUDE_DIR AND GLINT_NVRTC_INCLUDE_DIR)
    set(GLINT_WITH_CUDA ON)
    target_include_directories(glint_cuda_headers SYSTEM INTERFACE
        ${GLINT_CUDA_INCLUDE_DIR} ${GLINT_NVRTC_INCLUDE_DIR})
    target_compile_definitions(glint_cuda_headers INTERFACE GLINT_WITH_CUDA)
else()
    set(GLINT_WITH_CUDA OFF)
    message(STATUS "No CUDA toolkit found: building for the CPU only")
endif()

# The toolkit's math libraries: headers to build with; the libraries are loaded at run time.
find_path(GLINT_CUDA_MATHS_INCLUDE_DIR NAMES cusolverDn.h
    HINTS ${GLINT_CUDA_INCLUDE_DIR} ENV CUDA_PATH ENV CUDA_HOME
    PATHS /usr/local/cuda /opt/cuda PATH_SUFFIXES include)
if(GLINT_WITH_CUDA AND GLINT_CUDA_MATHS_INCLUDE_DIR
        AND EXISTS ${GLINT_CUDA_MATHS_INCLUDE_DIR}/cufftXt.h
        AND EXISTS ${GLINT_CUDA_MATHS_INCLUDE_DIR}/cublas_v2.h)
    set(GLINT_WITH_CUDA_MATHS ON)
else()
    set(GLINT_WITH_CUDA_MATHS OFF)
endif()
