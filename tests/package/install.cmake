# cmake -DBUILD_DIR= -DPREFIX= -DSOURCE_DIR= -DDATA_DIR= -P install.cmake
#
# Installs into PREFIX, which is emptied before, and holds that every kernel of the tree arrived:
# a program that is run in the tree would find a forgotten one there.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${PREFIX}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

file(GLOB_RECURSE kernels RELATIVE ${SOURCE_DIR}
    ${SOURCE_DIR}/kernels/*.cu ${SOURCE_DIR}/kernels/*.cuh ${SOURCE_DIR}/apps/*.cu ${SOURCE_DIR}/apps/*.cuh)
foreach(kernel IN LISTS kernels)
    if(NOT EXISTS ${PREFIX}/${DATA_DIR}/glint/${kernel})
        message(SEND_ERROR "not installed: ${DATA_DIR}/glint/${kernel}")
    endif()
endforeach()
