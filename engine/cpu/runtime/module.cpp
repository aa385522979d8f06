#include <glint/cpu/runtime/module.hpp>

#include <glint/base/error.hpp>
#include <glint/cpu/codegen/host_target.hpp>

namespace glint::cpu {
namespace {

driver::KernelInfo info_of(const KernelRecord& record) {
    driver::KernelInfo info;
    info.name = record.name;
    info.parameters = record.parameters;
    info.parameters_known = true;
    info.static_shared_bytes = record.static_shared_bytes;
    info.max_threads_per_block = record.max_threads_per_block;
    info.lowering = to_string(record.lowering);
    return info;
}

Image read_for_this_machine(std::span<const std::byte> bytes) {
    Image image = read_image(bytes);
    if (image.target != host_target().identity())
        throw Error(
            ErrorCode::bad_input, "load a CPU image",
            "it was made for " + image.target + ", and this is " + host_target().identity());
    return image;
}

// How a static variable outside all namespaces is mangled.
std::string as_static(std::string_view name) {
    return "_ZL" + std::to_string(name.size()) + std::string(name);
}

}  // namespace

Kernel::Kernel(const KernelRecord& record, void* entry)
    : info_(info_of(record)),
      lowering_(record.lowering),
      argument_bytes_(record.argument_bytes),
      entry_(entry) {}

Module::Module(std::shared_ptr<driver::Backend> backend, std::span<const std::byte> image)
    : Module(std::move(backend), read_for_this_machine(image)) {}

Module::Module(std::shared_ptr<driver::Backend> backend, const Image& image)
    : backend_(std::move(backend)), object_(image.object) {
    for (const KernelRecord& record : image.kernels)
        kernels_.emplace(record.symbol,
                         Kernel(record, object_.address(entry_symbol(record.symbol))));
    for (const GlobalRecord& record : image.globals)
        globals_.emplace(record.symbol, Global{.address = object_.address(record.symbol),
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

}  // namespace glint::cpu
