# SPDX-License-Identifier: MIT
# cmake -DOUTPUT=out.cpp -DFILES="a.cuh;b.cuh" -P embed_headers.cmake
#
# Writes a C++ source that holds the files' texts and defines glint::compiler::nvrtc::standard_files().
set(table "")
foreach(file ${FILES})
    get_filename_component(name ${file} NAME)
    file(READ ${file} text)
    string(APPEND table "    {\"__glint/${name}\", R\"GLINT_TEXT(${text})GLINT_TEXT\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include <glint/compiler/nvrtc/standard_headers.hpp>

namespace glint::compiler::nvrtc {
namespace {
constexpr StandardHeader kFiles[] = {
${table}};
}  // namespace

std::span<const StandardHeader> standard_files() noexcept { return kFiles; }

}  // namespace glint::compiler::nvrtc
")
