# SPDX-License-Identifier: MIT
# cmake -DSHADERS=LIST -DOUTPUT=FILE -P embed.cmake
#
# Writes a C++ source file that maps the name of each shader file to its text.
set(entries "")
foreach(shader IN LISTS SHADERS)
    get_filename_component(name ${shader} NAME)
    file(READ ${shader} text)
    string(APPEND entries "    {\"${name}\", R\"glsl(${text})glsl\"},\n")
endforeach()

file(WRITE ${OUTPUT} "#include <glint/view/detail/shaders.hpp>

namespace glint::view::detail {

const std::map<std::string, std::string, std::less<>> kEmbeddedShaders = {
${entries}};

}  // namespace glint::view::detail
")
