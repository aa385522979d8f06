# SPDX-License-Identifier: MIT
# cmake -DBUILD_DIR= -DPREFIX= -DSOURCE_DIR= -DDATA_DIR= -DBUILD_TYPE= -P install.cmake
#
# Installs into a temporary folder and moves it to PREFIX, which is deleted first. Checks that every
# kernel of the tree is installed (a program run in the tree would find a missing one there), and
# that no file of the package refers to the tree.
file(REMOVE_RECURSE ${PREFIX} ${PREFIX}-before)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${PREFIX}-before
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${PREFIX}-before ${PREFIX})

# Debug information names the sources, so only a release build is checked.
if(BUILD_TYPE STREQUAL Release)
    execute_process(COMMAND grep -rlF ${SOURCE_DIR} ${PREFIX} OUTPUT_VARIABLE leading_back)
    if(leading_back)
        message(SEND_ERROR "these name the tree ${SOURCE_DIR}:\n${leading_back}")
    endif()
endif()

file(GLOB_RECURSE resources RELATIVE ${SOURCE_DIR}
    ${SOURCE_DIR}/kernels/*.cu ${SOURCE_DIR}/kernels/*.cuh ${SOURCE_DIR}/apps/*.cu ${SOURCE_DIR}/apps/*.cuh
    ${SOURCE_DIR}/apps/*.toml)
foreach(resource IN LISTS resources)
    if(NOT EXISTS ${PREFIX}/${DATA_DIR}/glint/${resource})
        message(SEND_ERROR "not installed: ${DATA_DIR}/glint/${resource}")
    endif()
endforeach()
