// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/driver/any_kernel.hpp>
#include <glint/driver/copies.hpp>
#include <glint/driver/kernel.hpp>

namespace glint {

using driver::ModuleOptions;

namespace detail {

/// "; did you mean 'factors'?" for the name of a variable that `module` has not; "" where none is
/// near, or the backend cannot tell which there are.
std::string nearest_global(driver::Module& module, std::string_view symbol);

}  // namespace detail

/// Compiled code loaded on a device.
class Module {
public:
    /// Loads a binary made for this device: a cubin, PTX or fatbin on CUDA, the compiler layer's
    /// own format on the CPU. Throws Error(bad_input) or Error(unsupported), which is also what
    /// options get that this device cannot follow.
    Module(const Device& device, std::span<const std::byte> binary,
           const ModuleOptions& options = {});

    /// Loads the binary in a file; throws what the constructor does, and Error(not_found) if it is
    /// not there.
    static Module from_file(const Device& device, const std::filesystem::path& file,
                            const ModuleOptions& options = {});

    /// Throws Error(not_found), naming the nearest symbols, and Error(invalid_argument) if the
    /// signature does not fit.
    template <class Signature>
    Kernel<Signature> kernel(std::string_view symbol) const {
        return Kernel<Signature>(std::make_shared<detail::KernelSlot>(target(symbol)));
    }

    /// The kernel called `symbol`, whose signature only the running program knows. Throws
    /// Error(not_found).
    AnyKernel kernel(std::string_view symbol) const {
        return AnyKernel(std::make_shared<detail::KernelSlot>(target(symbol)));
    }

    /// A `__device__` or `__constant__` variable of elements T.
    /// Throws Error(not_found), with the nearest name where the variables are known, and
    /// Error(invalid_argument) if its size is no multiple of T's, which is all that compiled code
    /// tells of its type.
    template <class T>
    DeviceSpan<T> global(std::string_view symbol) const {
        const driver::Module::Global found = find_global(symbol, sizeof(T));
        return {static_cast<T*>(found.address), found.size_bytes / sizeof(T)};
    }

    /// Symbols of all kernels (mangled unless extern "C"). Drivers before CUDA 12.4 tell none.
    std::vector<std::string> kernel_symbols() const { return state_->kernel_symbols(); }

    /// Symbols of all `__device__` and `__constant__` variables. On CUDA a cubin has such a list;
    /// for PTX and fatbins it throws Error(unsupported).
    std::vector<std::string> global_symbols() const { return state_->global_symbols(); }

    /// The bytes of a variable, whatever its type. Throws Error(not_found).
    DeviceSpan<std::byte> global_bytes(std::string_view symbol) const {
        return global<std::byte>(symbol);
    }

    const std::shared_ptr<driver::Module>& state() const noexcept { return state_; }

private:
    detail::KernelSlot::Target target(std::string_view symbol) const;
    driver::Module::Global find_global(std::string_view symbol, std::size_t element_bytes) const;

    std::shared_ptr<driver::Module> state_;
};

}  // namespace glint
