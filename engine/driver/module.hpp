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

/// Returns "; did you mean 'factors'?" for a variable name that does not exist in `module`. Returns
/// "" if there is no similar name, or the backend cannot list the variables.
std::string nearest_global(driver::Module& module, std::string_view symbol);

}  // namespace detail

/// Compiled code loaded on a device.
class Module {
public:
    /// Loads a binary for this device: a cubin, PTX or fatbin on CUDA; on the CPU, the compiler
    /// layer's own format. Throws Error(bad_input) for an invalid binary, and Error(unsupported)
    /// for a binary or options that this device does not support.
    Module(const Device& device, std::span<const std::byte> binary,
           const ModuleOptions& options = {});

    /// Loads the binary in a file; throws what the constructor throws, and Error(not_found) if the
    /// file does not exist.
    static Module from_file(const Device& device, const std::filesystem::path& file,
                            const ModuleOptions& options = {});

    /// Throws Error(not_found), naming the nearest symbols, and Error(invalid_argument) if the
    /// signature does not match.
    template <class Signature>
    Kernel<Signature> kernel(std::string_view symbol) const {
        return Kernel<Signature>(std::make_shared<detail::KernelSlot>(target(symbol)));
    }

    /// Returns the kernel `symbol`, whose signature is known only at run time. Throws
    /// Error(not_found).
    AnyKernel kernel(std::string_view symbol) const {
        return AnyKernel(std::make_shared<detail::KernelSlot>(target(symbol)));
    }

    /// Returns a `__device__` or `__constant__` variable as elements of T. Throws Error(not_found),
    /// with the nearest name if the variables are known. Throws Error(invalid_argument) if its size
    /// is not a multiple of T's size; compiled code has no further type information.
    template <class T>
    DeviceSpan<T> global(std::string_view symbol) const {
        const driver::Module::Global found = find_global(symbol, sizeof(T));
        return {static_cast<T*>(found.address), found.size_bytes / sizeof(T)};
    }

    /// Symbols of all kernels (mangled unless extern "C"). Empty for drivers before CUDA 12.4.
    std::vector<std::string> kernel_symbols() const { return state_->kernel_symbols(); }

    /// Symbols of all `__device__` and `__constant__` variables. On CUDA only a cubin lists them;
    /// for PTX and fatbins this throws Error(unsupported).
    std::vector<std::string> global_symbols() const { return state_->global_symbols(); }

    /// Returns the bytes of a variable of any type. Throws Error(not_found).
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
