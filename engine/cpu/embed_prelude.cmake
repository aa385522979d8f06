# SPDX-License-Identifier: MIT
# cmake -DOUTPUT=out.cpp -DFILES="a.cuh;b.cuh" -P embed_prelude.cmake
#
# Writes a C++ source that holds the files' texts and defines glint::cpu::prelude_files().
set(table "")
foreach(file ${FILES})
    get_filename_component(name ${file} NAME)
    file(READ ${file} text)
    string(APPEND table "    {\"${name}\", R\"GLINT_TEXT(${text})GLINT_TEXT\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include <glint/cpu/frontend/prelude_files.hpp>

namespace glint::cpu {
namespace {
constexpr PreludeFile kFiles[] = {
${table}};
}  // namespace

std::span<const PreludeFile> prelude_files() noexcept { return kFiles; }

}  // namespace glint::cpu
")
