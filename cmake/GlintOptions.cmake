# SPDX-License-Identifier: MIT
option(GLINT_BUILD_APPS "Build the glint program and its simulations" ${PROJECT_IS_TOP_LEVEL})
option(GLINT_BUILD_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(GLINT_THOROUGH_TESTS "Test with more random draws and all combinations (see ./dev soak tests)" OFF)
option(GLINT_BUILD_BENCH "Build the benchmarks" OFF)
option(GLINT_BUILD_FUZZERS "Build the parser fuzzers (needs Clang's libFuzzer; see the preset soak)" OFF)
option(GLINT_WITH_CPU "Build the CPU backend (needs LLVM and Clang 19)" ON)
option(GLINT_WERROR "Treat warnings in glint's own code as errors" ${PROJECT_IS_TOP_LEVEL})
set(GLINT_SANITIZE "" CACHE STRING "Sanitizers for glint's own code: the argument of -fsanitize")

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
# Programs look for libraries next to their own folder, both in the build tree and once installed.
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR})
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

# With precompiled headers, ccache must be configured to ignore their modification times.
find_program(GLINT_CCACHE ccache)
if(GLINT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
        CCACHE_SLOPPINESS=pch_defines,time_macros ${GLINT_CCACHE})
endif()

# Most compile time goes to headers that sources share, so up to 20 sources are compiled at once, or
# up to 40 on a machine with few cores. The preset `dev` compiles each source separately. File-local
# names must therefore differ: the compiler detects most conflicts, tests/structure/unity_names.py the
# rest.
if(NOT DEFINED CMAKE_UNITY_BUILD)
    set(CMAKE_UNITY_BUILD ON)
endif()
if(NOT DEFINED CMAKE_UNITY_BUILD_BATCH_SIZE)
    cmake_host_system_information(RESULT cores QUERY NUMBER_OF_LOGICAL_CORES)
    set(CMAKE_UNITY_BUILD_BATCH_SIZE 20)
    if(cores LESS_EQUAL 4)
        set(CMAKE_UNITY_BUILD_BATCH_SIZE 40)
    endif()
endif()
