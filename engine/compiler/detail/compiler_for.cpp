// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/compiler_for.hpp>

#include <glint/backend/detail/cpu_entry.hpp>
#include <glint/driver/detail/cpu_library.hpp>

namespace glint::compiler {
namespace {

// Returns a pointer that does not own the compiler. The library owns it until the process ends.
std::shared_ptr<const SourceCompiler> cpu_compiler() {
    using Entry = SourceCompiler*();
    auto* entry =
        reinterpret_cast<Entry*>(driver::cpu_library().find(driver::cpu_entry::kSourceCompiler));
    return {entry(), [](const SourceCompiler*) {}};
}

}  // namespace

std::shared_ptr<const SourceCompiler> compiler_for(const Device& device) {
    return compiler_for(target_of(device));
}

std::shared_ptr<const SourceCompiler> compiler_for(std::string_view target) {
    return target == "cpu" ? cpu_compiler() : nvrtc_compiler(std::string(target));
}

std::string target_of(const Device& device) {
    return device.kind() == BackendKind::cpu ? "cpu" : device.info().architecture;
}

}  // namespace glint::compiler
