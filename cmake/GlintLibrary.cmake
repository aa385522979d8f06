# SPDX-License-Identifier: MIT
# Headers are included as <glint/FOLDER/file.hpp>, both in the tree and once installed. In the tree,
# links in include/ map that name to the source folders; a new folder needs a link.
set(GLINT_INCLUDE_DIR ${PROJECT_SOURCE_DIR}/include)

# <glint/driver.hpp> and the like: all headers of a layer.
set(GLINT_UMBRELLAS driver compiler arrays geometry interop app studio)
foreach(umbrella IN LISTS GLINT_UMBRELLAS)
    install(FILES ${PROJECT_SOURCE_DIR}/engine/${umbrella}.hpp
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/glint)
endforeach()

# Compile options of all glint targets.
add_library(glint_flags INTERFACE)
target_compile_options(glint_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    -Wno-sign-conversion -Wnon-virtual-dtor -Woverloaded-virtual -Wold-style-cast
    $<$<BOOL:${GLINT_WERROR}>:-Werror>
    -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=)  # errors show paths relative to the tree
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # GCC 12 warns about overlapping and overlong copies in the code of std::string (GCC bug 105651);
    # this appears only when it comes from a precompiled header. With -Wshadow, it also warns about
    # enumerators of scoped enums with the name of a type, such as NarrowFloat::half.
    target_compile_options(glint_flags INTERFACE -Wno-restrict -Wno-subobject-linkage
        -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds -Wno-shadow -Wshadow=local)
else()
    # Clang warns when instantiated code of the C++ library uses what that library deprecates, and
    # about braces that initialize a nested array without braces of its own.
    target_compile_options(glint_flags INTERFACE -Wno-deprecated-declarations -Wno-missing-braces)
endif()
if(GLINT_SANITIZE)
    target_compile_options(glint_flags INTERFACE -fsanitize=${GLINT_SANITIZE} -fno-omit-frame-pointer)
    target_link_options(glint_flags INTERFACE -fsanitize=${GLINT_SANITIZE})
endif()

# GCC collects garbage whenever its heap has grown by a third. With a larger heap it takes 10 to 17 %
# less time and some 200 MB more memory for each source.
set(GLINT_LARGE_COMPILER_HEAP)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    set(GLINT_LARGE_COMPILER_HEAP --param=ggc-min-expand=200 --param=ggc-min-heapsize=400000)
    target_compile_options(glint_flags INTERFACE ${GLINT_LARGE_COMPILER_HEAP})
endif()

# For code whose speed does not matter, such as commands and windows: -O1 takes two thirds of the
# compile time of -O3. Clang inlines functions of up to 225 units of cost even at -O1; a lower limit
# saves a fifth of the rest.
add_library(glint_quick_to_compile INTERFACE)
target_compile_options(glint_quick_to_compile INTERFACE $<$<CONFIG:Release>:-O1>
    $<$<AND:$<CONFIG:Release>,$<COMPILE_LANG_AND_ID:CXX,Clang>>:SHELL:-mllvm -inline-threshold=20>)

# Target of `./dev install`: everything that is installed.
add_custom_target(glint_installed)

function(glint_install_targets target export_name)
    add_dependencies(glint_installed ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${export_name})
    install(TARGETS ${target} EXPORT glint-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endfunction()

# glint_library(NAME [QUICK] SOURCES a.cpp b.cpp [PUBLIC glint::base] [PRIVATE lib])
#
# Defines the static library glint_NAME, alias glint::NAME, of the current folder. Its headers are
# included as <glint/NAME/...> and installed. QUICK compiles it with glint_quick_to_compile.
function(glint_library name)
    cmake_parse_arguments(arg "QUICK" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
    add_library(glint_${name} STATIC ${arg_SOURCES})
    add_library(glint::${name} ALIAS glint_${name})
    target_compile_features(glint_${name} PUBLIC cxx_std_20)
    target_include_directories(glint_${name} PUBLIC
        $<BUILD_INTERFACE:${GLINT_INCLUDE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(glint_${name} PUBLIC ${arg_PUBLIC}
        PRIVATE ${arg_PRIVATE} $<BUILD_INTERFACE:glint_flags>)
    if(arg_QUICK)
        target_link_libraries(glint_${name} PRIVATE $<BUILD_INTERFACE:glint_quick_to_compile>)
    endif()
    glint_use_precompiled(glint_${name})
    glint_install_targets(glint_${name} ${name})
    install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/glint/${name}
        FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")
endfunction()
