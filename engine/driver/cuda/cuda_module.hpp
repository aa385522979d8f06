#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>

#include <glint/driver/cuda/cuda_backend.hpp>

namespace glint::driver::cuda {

class CudaKernel final : public Kernel {
public:
    /// `backend` must stay as long as this.
    CudaKernel(CudaBackend& backend, CUfunction function, std::string_view symbol);

    const KernelInfo& info() const noexcept override { return info_; }
    void* native() const noexcept override { return function_; }
    CUfunction function() const noexcept { return function_; }
    const CudaBackend& backend() const noexcept { return backend_; }
    /// The kernel's name, which stays as long as the backend.
    const std::string& kept_name() const noexcept { return kept_name_; }

    /// Opts in to dynamic shared memory beyond the 48 KB that every launch may have.
    void allow_shared_bytes(std::size_t size_bytes);

private:
    CudaBackend& backend_;
    CUfunction function_;
    KernelInfo info_;
    const std::string& kept_name_;
    std::atomic<std::size_t> allowed_shared_bytes_;
};

class CudaModule final : public Module {
public:
    CudaModule(std::shared_ptr<CudaBackend> backend, std::span<const std::byte> image,
               const ModuleOptions& options);
    /// Waits for the device first: its kernels may still run.
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
    std::optional<std::vector<std::string>> global_symbols_;  // of a cubin
    std::mutex mutex_;
    std::map<std::string, std::unique_ptr<CudaKernel>, std::less<>> kernels_;
};

}  // namespace glint::driver::cuda
