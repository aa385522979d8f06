// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_module.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/cuda/cubin.hpp>
#include <glint/cuda/cuda_loading.hpp>
#include <glint/cuda/ptx.hpp>

namespace glint::driver::cuda {
namespace {

// Returns the variables of a cubin, or nullopt for other images. Ignores an invalid cubin here,
// because the driver decides whether the image can be loaded.
std::optional<std::vector<std::string>> variables_in(std::span<const std::byte> image) {
    if (detect_input(image) != LinkInput::cubin) return std::nullopt;
    try {
        return variables_in_cubin(image);
    } catch (const Error&) {
        return std::nullopt;
    }
}

}  // namespace

CudaModule::CudaModule(std::shared_ptr<CudaBackend> backend, std::span<const std::byte> image,
                       const ModuleOptions& options)
    : backend_(std::move(backend)), cooperative_kernels_(options.cooperative_kernels) {
    if (detect_input(image) == LinkInput::ptx)
        for (std::string& symbol : cooperative_kernels_in_ptx(
                 {reinterpret_cast<const char*>(image.data()), image.size()}))
            cooperative_kernels_.push_back(std::move(symbol));
    global_symbols_ = variables_in(image);
    const ContextScope scope(backend_->context());
    module_ = load_image(image, options);
}

CudaModule::~CudaModule() {
    try {
        const ContextScope scope(backend_->context());
        api().cuCtxSynchronize();
        api().cuModuleUnload(module_);
    } catch (const Error&) {
        // Nothing to unload: the modules were lost with the context.
    }
}

Kernel* CudaModule::find_kernel(std::string_view symbol) {
    const std::lock_guard lock(mutex_);
    if (const auto found = kernels_.find(symbol); found != kernels_.end())
        return found->second.get();
    const ContextScope scope(backend_->context());
    const std::string name(symbol);
    CUfunction function = nullptr;
    const CUresult result = api().cuModuleGetFunction(&function, module_, name.c_str());
    if (result == CUDA_ERROR_NOT_FOUND) return nullptr;
    check(result, fmt::format("find kernel '{}'", name));
    const bool cooperative =
        std::ranges::find(cooperative_kernels_, name) != cooperative_kernels_.end();
    return (kernels_[name] = std::make_unique<CudaKernel>(*backend_, function, symbol, cooperative))
        .get();
}

std::vector<std::string> CudaModule::kernel_symbols() {
    if (!api().module_function_count || !api().module_enumerate_functions || !api().function_name)
        return {};
    const ContextScope scope(backend_->context());
    unsigned count = 0;
    check(api().module_function_count(&count, module_), "count the kernels of a module");
    if (count == 0) return {};  // the next call refuses an empty list
    std::vector<CUfunction> functions(count);
    check(api().module_enumerate_functions(functions.data(), count, module_),
          "list the kernels of a module");
    std::vector<std::string> symbols;
    for (CUfunction function : functions) {
        const char* name = nullptr;
        check(api().function_name(&name, function), "read a kernel's name");
        symbols.emplace_back(name);
    }
    return symbols;
}

std::vector<std::string> CudaModule::global_symbols() {
    if (global_symbols_) return *global_symbols_;
    throw Error(ErrorCode::unsupported, "list the variables of a module",
                "the CUDA driver does not list variables, and the module is not a cubin with a "
                "symbol table. Find each variable by its symbol");
}

Module::Global CudaModule::find_global(std::string_view symbol) {
    const ContextScope scope(backend_->context());
    const std::string name(symbol);
    CUdeviceptr address = 0;
    std::size_t size_bytes = 0;
    const CUresult result = api().cuModuleGetGlobal(&address, &size_bytes, module_, name.c_str());
    if (result == CUDA_ERROR_NOT_FOUND) return {};
    check(result, fmt::format("find device variable '{}'", name));
    return {reinterpret_cast<void*>(address), size_bytes};
}

}  // namespace glint::driver::cuda
