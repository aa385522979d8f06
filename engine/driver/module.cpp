// SPDX-License-Identifier: MIT
#include <glint/driver/module.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>

namespace glint {

Module::Module(const Device& device, std::span<const std::byte> binary,
               const ModuleOptions& options)
    : state_(device.backend()->load_module(binary, options)) {}

Module Module::from_file(const Device& device, const std::filesystem::path& file,
                         const ModuleOptions& options) {
    return {device, read_bytes(file), options};
}

detail::KernelSlot::Target Module::target(std::string_view symbol) const {
    if (driver::Kernel* kernel = state_->find_kernel(symbol)) return {state_, kernel};
    throw Error(
        ErrorCode::not_found, fmt::format("find kernel '{}'", symbol),
        "kernel not found in the module" + text::did_you_mean(symbol, state_->kernel_symbols()));
}

std::string detail::nearest_global(driver::Module& module, std::string_view symbol) try {
    return text::did_you_mean(symbol, module.global_symbols());
} catch (const Error&) {
    return "";  // the backend cannot list variables
}

driver::Module::Global Module::find_global(std::string_view symbol,
                                           std::size_t element_bytes) const {
    const driver::Module::Global found = state_->find_global(symbol);
    const std::string operation = fmt::format("find device variable '{}'", symbol);
    if (!found.address)
        throw Error(ErrorCode::not_found, operation,
                    "symbol not found in the module" + detail::nearest_global(*state_, symbol));
    if (found.size_bytes % element_bytes != 0)
        throw Error(ErrorCode::invalid_argument, operation,
                    fmt::format("the variable has {}, which is not a multiple of {}",
                                text::counted(found.size_bytes, "byte"), element_bytes));
    return found;
}

}  // namespace glint
