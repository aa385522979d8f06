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

/// Returns a hint such as "; did you mean 'factors'?" for a variable that is not in `module`.
/// Returns "" if no variable has a similar name or if the backend cannot list the variables.
std::string nearest_global(driver::Module& module, std::string_view symbol);

}  // namespace detail

/// Compiled code loaded on a device.
class Module {
public:
    /// Loads a binary for this device. On CUDA, the binary is a cubin, PTX or a fatbin. On the CPU,
    /// it has the compiler layer's own format. Throws Error(bad_input) for an invalid binary, and
    /// Error(unsupported) for a binary or options that this device does not support.
    Module(const Device& device, std::span<const std::byte> binary,
           const ModuleOptions& options = {});

    /// Loads the binary in a file. Throws what the constructor throws, and Error(not_found) if the
    /// file does not exist.
    static Module from_file(const Device& device, const std::filesystem::path& file,
                            const ModuleOptions& options = {});

    /// Returns the kernel `symbol`. Throws Error(not_found), naming the nearest symbols. Throws
    /// Error(invalid_argument) if the signature does not match.
    template <class Signature>
    Kernel<Signature> kernel(std::string_view symbol) const {
        return Kernel<Signature>(std::make_shared<detail::KernelSlot>(target(symbol)));
    }

    /// Returns the kernel `symbol` with a signature that is known only at run time. Throws
    /// Error(not_found).
    AnyKernel kernel(std::string_view symbol) const {
        return AnyKernel(std::make_shared<detail::KernelSlot>(target(symbol)));
    }

    /// Returns a `__device__` or `__constant__` variable as elements of T. Throws Error(not_found),
    /// with the nearest name if the variables are known. Throws Error(invalid_argument) if the
    /// variable's size is not a multiple of T's size. Does not check the variable's type, because
    /// compiled code does not contain it.
    template <class T>
    DeviceSpan<T> global(std::string_view symbol) const {
        const driver::Module::Global found = find_global(symbol, sizeof(T));
        return {static_cast<T*>(found.address), found.size_bytes / sizeof(T)};
    }

    /// Returns the symbols of all kernels (mangled, except for extern "C"). On CUDA, requires
    /// driver 12.4. With older drivers, returns an empty list.
    std::vector<std::string> kernel_symbols() const { return state_->kernel_symbols(); }

    /// Returns the symbols of all `__device__` and `__constant__` variables. On CUDA, throws
    /// Error(unsupported) for PTX and fatbins, because only a cubin lists its variables.
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
