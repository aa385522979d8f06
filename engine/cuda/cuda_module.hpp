// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <mutex>
#include <optional>

#include <glint/cuda/cuda_backend.hpp>
#include <glint/cuda/cuda_kernel.hpp>

namespace glint::driver::cuda {

class CudaModule final : public Module {
public:
    CudaModule(std::shared_ptr<CudaBackend> backend, std::span<const std::byte> image,
               const ModuleOptions& options);
    /// Waits for the device, because the module's kernels may still run, and unloads the module.
    ~CudaModule() override;
    CudaModule(const CudaModule&) = delete;
    CudaModule& operator=(const CudaModule&) = delete;

    Kernel* find_kernel(std::string_view symbol) override;
    std::vector<std::string> kernel_symbols() override;
    Global find_global(std::string_view symbol) override;
    std::vector<std::string> global_symbols() override;

private:
    std::shared_ptr<CudaBackend> backend_;
    CUmodule module_ = nullptr;
    std::optional<std::vector<std::string>> global_symbols_;  // known only if the image is a cubin
    std::vector<std::string> cooperative_kernels_;
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<CudaKernel>, std::less<>> kernels_;
};

}  // namespace glint::driver::cuda
