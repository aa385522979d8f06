// SPDX-License-Identifier: MIT
#include <memory>
#include <string>

#include <glint/backend/detail/cpu_entry.hpp>
#include <glint/base/log.hpp>
#include <glint/cpu/runtime/backend.hpp>
#include <glint/cpu/source_compiler.hpp>

#define GLINT_EXPORT __attribute__((visibility("default")))

extern "C" GLINT_EXPORT void glint_cpu_open_backend(std::shared_ptr<glint::driver::Backend>* out) {
    *out = std::make_shared<glint::cpu::Backend>();
}

extern "C" GLINT_EXPORT void glint_cpu_forward_log(glint::log::Writer* writer) {
    glint::log::forward_to(writer);
}

extern "C" GLINT_EXPORT const char* glint_cpu_version() {
    static const std::string version = glint::driver::interface_version();
    return version.c_str();
}

extern "C" GLINT_EXPORT glint::compiler::SourceCompiler* glint_cpu_source_compiler() {
    static glint::cpu::SourceCompiler compiler;
    return &compiler;
}
