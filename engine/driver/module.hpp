#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/driver/any_kernel.hpp>
#include <glint/driver/kernel.hpp>

namespace glint {

/// Compiled code loaded on a device.
class Module {
public:
    /// Loads a binary made for this device: a cubin, PTX or fatbin on CUDA, the compiler layer's
    /// own format on the CPU. Throws Error(bad_input) or Error(unsupported).
    Module(const Device& device, std::span<const std::byte> binary);

    /// Throws Error(not_found), naming the nearest symbols, and Error(invalid_argument) if the
    /// signature does not fit.
    template <class Signature>
    Kernel<Signature> kernel(std::string_view symbol) const {
        return Kernel<Signature>(std::make_shared<detail::KernelSlot>(target(symbol)));
    }

    /// The same for a kernel whose signature only the running program knows.
    /// Throws Error(not_found).
    AnyKernel kernel(std::string_view symbol) const {
        return AnyKernel(std::make_shared<detail::KernelSlot>(target(symbol)));
    }

    /// A `__device__` or `__constant__` variable of elements T.
    /// Throws Error(not_found), and Error(invalid_argument) if its size is no multiple of T's.
    template <class T>
    DeviceSpan<T> global(std::string_view symbol) const {
        const driver::Module::Global found = find_global(symbol, sizeof(T));
        return {static_cast<T*>(found.address), found.size_bytes / sizeof(T)};
    }

    std::vector<std::string> kernel_symbols() const { return state_->kernel_symbols(); }
    const std::shared_ptr<driver::Module>& state() const noexcept { return state_; }

private:
    detail::KernelSlot::Target target(std::string_view symbol) const;
    driver::Module::Global find_global(std::string_view symbol, std::size_t element_bytes) const;

    std::shared_ptr<driver::Module> state_;
};

}  // namespace glint
