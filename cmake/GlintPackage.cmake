# SPDX-License-Identifier: MIT
# Packages for `./dev package`: glint and glint-dev for Debian, and an archive of both that can be
# unpacked anywhere.
set(CPACK_PACKAGE_VENDOR "the glint authors")
set(CPACK_PACKAGE_CONTACT "the glint authors <glint@example.org>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 0)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_GENERATOR DEB TXZ)

# The archive has both components.
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME glint)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME glint-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
    "GPU simulations to watch, tune and run by the thousand\nThe program glint, its simulations and its kernels.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
    "Libraries and headers of glint\nFor C++ programs that compile and launch kernels.")

# Dependencies of linked libraries follow from the files; these are loaded at run time.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS
    "libegl1, libgl1, libegl-mesa0, libgl1-mesa-dri, libfftw3-double3, libfftw3-single3, libopenblas0")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS ffmpeg)
string(CONCAT CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "glint (= ${PROJECT_VERSION}), libfmt-dev, libspdlog-dev, libpng-dev, zlib1g-dev, libzip-dev, "
    "libexpat1-dev, libglfw3-dev, libglm-dev, libcli11-dev, libtomlplusplus-dev, nlohmann-json3-dev, libimgui-dev, libstb-dev")
include(CPack)
