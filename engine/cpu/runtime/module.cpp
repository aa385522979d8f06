// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/module.hpp>

#include <glint/base/error.hpp>
#include <glint/cpu/codegen/host_target.hpp>

namespace glint::cpu {
namespace {

Image read_for_this_machine(std::span<const std::byte> bytes) {
    Image image = read_image(bytes);
    if (image.target != host_target().identity())
        throw Error(ErrorCode::bad_input, "load a CPU image",
                    "the image was compiled for " + image.target + ", but this machine is " +
                        host_target().identity());
    return image;
}

// Returns the mangled name of a static variable in the global namespace.
std::string as_static(std::string_view name) {
    return "_ZL" + std::to_string(name.size()) + std::string(name);
}

}  // namespace

Module::Module(std::shared_ptr<driver::Backend> backend, std::span<const std::byte> image)
    : Module(std::move(backend), read_for_this_machine(image)) {}

Module::Module(std::shared_ptr<driver::Backend> backend, Image&& image)
    : backend_(std::move(backend)), code_(std::move(image), memory_) {
    for (const KernelRecord& record : code_.image().kernels)
        kernels_.try_emplace(record.symbol, record, code_,
                             backend_->info().max_shared_bytes_per_block);
    for (const GlobalRecord& record : code_.image().globals)
        globals_.emplace(record.symbol, Global{.address = memory_.address(record.symbol),
                                               .size_bytes = record.size_bytes});
}

driver::Kernel* Module::find_kernel(std::string_view symbol) {
    const auto found = kernels_.find(symbol);
    return found == kernels_.end() ? nullptr : &found->second;
}

std::vector<std::string> Module::kernel_symbols() {
    std::vector<std::string> symbols;
    for (const auto& [symbol, kernel] : kernels_) symbols.push_back(symbol);
    return symbols;
}

driver::Module::Global Module::find_global(std::string_view symbol) {
    auto found = globals_.find(symbol);
    if (found == globals_.end()) found = globals_.find(as_static(symbol));
    return found == globals_.end() ? Global{} : found->second;
}

std::vector<std::string> Module::global_symbols() {
    std::vector<std::string> symbols;
    for (const auto& [symbol, global] : globals_) symbols.push_back(symbol);
    return symbols;
}

}  // namespace glint::cpu
