// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/backend/detail/backend.hpp>
#include <glint/cpu/codegen/image.hpp>
#include <glint/cpu/runtime/kernel.hpp>
#include <glint/cpu/runtime/kernel_code.hpp>
#include <glint/cpu/runtime/loaded_object.hpp>

namespace glint::cpu {

/// The kernels and variables of an image that was loaded.
class Module final : public driver::Module {
public:
    /// Throws Error(bad_input) if `image` is damaged or was compiled for another processor.
    Module(std::shared_ptr<driver::Backend> backend, std::span<const std::byte> image);

    driver::Kernel* find_kernel(std::string_view symbol) override;
    std::vector<std::string> kernel_symbols() override;
    /// Finds a variable by its symbol, or a static variable in the global namespace by its name.
    Global find_global(std::string_view symbol) override;
    std::vector<std::string> global_symbols() override;

private:
    Module(std::shared_ptr<driver::Backend> backend, Image&& image);

    std::shared_ptr<driver::Backend> backend_;
    LoadedObject memory_;
    KernelCode code_;
    std::map<std::string, Kernel, std::less<>> kernels_;
    std::map<std::string, Global, std::less<>> globals_;
};

}  // namespace glint::cpu
