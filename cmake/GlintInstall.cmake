# SPDX-License-Identifier: MIT
# Installation rules for `cmake --install`. Each glint_library() already installs its headers and
# archive. This file adds the rest, and the files for find_package(glint). The component `runtime`
# is the program with its kernels; everything else is `development`.
include(CMakePackageConfigHelpers)

# Helpers that glint's libraries link to privately; users of a static library link to them too.
glint_install_targets(glint_imgui imgui)
glint_install_targets(glint_cuda_headers cuda_headers)

if(TARGET glint)
    add_dependencies(glint_installed glint)
    install(TARGETS glint RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/apps/glint/completion/glint.bash
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME glint COMPONENT runtime)
# Debian's zsh looks for completions from packages only in vendor-completions.
foreach(folder site-functions vendor-completions)
    install(FILES ${PROJECT_SOURCE_DIR}/apps/glint/completion/_glint
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${folder} COMPONENT runtime)
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright
    COMPONENT runtime)

# Kernels have the same layout under share/glint as in the tree, so one relative path works in both.
foreach(folder kernels apps)
    install(DIRECTORY ${PROJECT_SOURCE_DIR}/${folder} DESTINATION ${CMAKE_INSTALL_DATADIR}/glint
        COMPONENT runtime FILES_MATCHING PATTERN "*.cu" PATTERN "*.cuh" PATTERN "*.toml")
endforeach()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/apps/thumbnails DESTINATION ${CMAKE_INSTALL_DATADIR}/glint/apps
    COMPONENT runtime FILES_MATCHING PATTERN "*.png")

# Host headers include the headers shared with kernels as <glint/kernels/...>.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/kernels DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/glint
    FILES_MATCHING PATTERN "*.cuh")

set(GLINT_CONFIG_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/glint)
configure_package_config_file(cmake/glint-config.cmake.in ${PROJECT_BINARY_DIR}/glint-config.cmake
    INSTALL_DESTINATION ${GLINT_CONFIG_DIR} 
    PATH_VARS CMAKE_INSTALL_DATADIR CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/glint-config-version.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES
    ${PROJECT_BINARY_DIR}/glint-config.cmake
    ${PROJECT_BINARY_DIR}/glint-config-version.cmake
    DESTINATION ${GLINT_CONFIG_DIR})
install(EXPORT glint-targets NAMESPACE glint:: DESTINATION ${GLINT_CONFIG_DIR})
