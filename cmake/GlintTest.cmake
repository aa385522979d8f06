# SPDX-License-Identifier: MIT
find_package(GTest REQUIRED)
include(GoogleTest)

# Compiling tests takes longer than running them, so they are not optimized. The libraries under
# test are compiled the same way as for users.
add_library(glint_test_flags INTERFACE)
target_link_libraries(glint_test_flags INTERFACE glint_flags)
target_compile_options(glint_test_flags INTERFACE $<$<CONFIG:Release>:-O0>)

add_executable(glint_test_precompiled EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/precompiled.cpp)
target_link_libraries(glint_test_precompiled PRIVATE glint_test_flags glint::compute GTest::gtest)
target_precompile_headers(glint_test_precompiled PRIVATE ${GLINT_COMMON_HEADERS} <gtest/gtest.h>)
# Without unity builds, as in the preset `dev`, a change to one of these would recompile every test.
if(CMAKE_UNITY_BUILD)
    target_precompile_headers(glint_test_precompiled PRIVATE
        <glint/array/array.hpp> <glint/array/operators.hpp> <glint/compiler/program.hpp>)
endif()

# Programs with fast cases: `./dev test --fast` runs these and the tree checks. The other labels are
# `slow`, and `soak` for short runs of `./dev soak`.
set(GLINT_FAST_TESTS app array base cpu_runtime driver fake_cuda formats fuzz_language geometry gl
    poisson soak sweeps view)

# glint_test(NAME SOURCES a_test.cpp b_test.cpp [LIBS glint::base ...] [TIMEOUT seconds] [CASES])
#
# Adds the program glint_NAME_test, and one ctest entry, NAME.Suite, for each suite of cases in it.
# Opening a device loads LLVM, which takes 50 ms, so the cases of a suite share a process. With CASES,
# each case has its own entry, NAME.Suite.Case, and its own process: for long cases, so that they run
# in parallel. The cases are listed when ctest starts, not at build time, so building needs neither a
# GPU nor a display. `./dev test` prints the skipped cases of suites that passed.
function(glint_test name)
    cmake_parse_arguments(arg "CASES" "TIMEOUT" "SOURCES;LIBS" ${ARGN})
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 300)
    endif()
    add_executable(glint_${name}_test ${arg_SOURCES})
    target_link_libraries(glint_${name}_test PRIVATE
        glint_test_support glint_test_flags ${arg_LIBS})
    target_precompile_headers(glint_${name}_test REUSE_FROM glint_test_precompiled)
    target_compile_definitions(glint_${name}_test PRIVATE
        GLINT_TEST_DATA_DIR="${CMAKE_CURRENT_SOURCE_DIR}/data")
    set(label slow)
    if(name IN_LIST GLINT_FAST_TESTS)
        set(label fast)
    endif()
    if(arg_CASES)
        gtest_discover_tests(glint_${name}_test
            TEST_PREFIX ${name}.
            NO_PRETTY_VALUES
            DISCOVERY_MODE PRE_TEST
            DISCOVERY_TIMEOUT 60
            PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS ${label})
        return()
    endif()
    set(suites ${CMAKE_CURRENT_BINARY_DIR}/glint_${name}_suites.cmake)
    file(GENERATE OUTPUT ${suites} CONTENT "\
set(GLINT_PROGRAM [[$<TARGET_FILE:glint_${name}_test>]])
set(GLINT_NAME ${name})
set(GLINT_PROPERTIES TIMEOUT ${arg_TIMEOUT} LABELS ${label})
include([[${PROJECT_SOURCE_DIR}/cmake/GlintSuites.cmake]])
")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${suites})
endfunction()

# All that the sources of glint_refused include is compiled once, into one precompiled header.
set(GLINT_REFUSED_HEADERS ${PROJECT_BINARY_DIR}/tests/refused.hpp)
file(GLOB refused_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/*/refused/*.cpp)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${refused_sources})
set(refused_includes)
foreach(source IN LISTS refused_sources)
    file(STRINGS ${source} includes REGEX "^#include ")
    list(APPEND refused_includes ${includes})
endforeach()
list(REMOVE_DUPLICATES refused_includes)
list(JOIN refused_includes "\n" refused_includes)
file(CONFIGURE OUTPUT ${GLINT_REFUSED_HEADERS} CONTENT "${refused_includes}\n" @ONLY)
set(GLINT_REFUSED_COMPILE ${CMAKE_CXX_COMPILER} -std=c++20 ${GLINT_LARGE_COMPILER_HEAP}
    -I ${GLINT_INCLUDE_DIR})
# `-include FILE` uses FILE.gch with GCC and FILE.pch with Clang.
set(refused_precompiled ${GLINT_REFUSED_HEADERS}.gch)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    set(refused_precompiled ${GLINT_REFUSED_HEADERS}.pch)
endif()
add_custom_command(OUTPUT ${refused_precompiled}
    COMMAND ${GLINT_REFUSED_COMPILE} -x c++-header ${GLINT_REFUSED_HEADERS}
        -o ${refused_precompiled} -MD -MF ${GLINT_REFUSED_HEADERS}.d
    DEPENDS ${GLINT_REFUSED_HEADERS} DEPFILE ${GLINT_REFUSED_HEADERS}.d
    COMMENT "Precompiling the headers of the compile-error tests" VERBATIM)
add_custom_target(glint_refused_headers ALL DEPENDS ${refused_precompiled})

# glint_refused(AREA FILE words for CASE 0, for CASE 1, ...)
#
# Checks errors that the compiler must report, by the words that it must print. A case with the word
# `compiles` must compile. tests/structure/refused.py says how FILE.cpp contains the cases.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
function(glint_refused area file)
    add_test(NAME ${area}.refused.${file} COMMAND ${Python3_EXECUTABLE} -B
        ${PROJECT_SOURCE_DIR}/tests/structure/refused.py ${CMAKE_CURRENT_SOURCE_DIR}/${file}.cpp ${ARGN}
        -- ${GLINT_REFUSED_COMPILE} -Winvalid-pch -Werror=invalid-pch -fsyntax-only
        -include ${GLINT_REFUSED_HEADERS})
    set_tests_properties(${area}.refused.${file} PROPERTIES TIMEOUT 300 LABELS slow)
endfunction()
