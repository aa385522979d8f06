// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <mutex>

#include <glint/cuda/cuda_backend.hpp>

namespace glint::driver::cuda {

class CudaKernel final : public Kernel {
public:
    /// `backend` must outlive the kernel; the kernel's module ensures that. `cooperative` is the
    /// value of info().cooperative.
    CudaKernel(CudaBackend& backend, CUfunction function, std::string_view symbol,
               bool cooperative);

    const KernelInfo& info() const noexcept override { return info_; }
    void* native() const noexcept override { return function_; }
    std::string lowering(Dim3) override { return info_.lowering; }
    CUfunction function() const noexcept { return function_; }
    const CudaBackend& backend() const noexcept { return backend_; }

    void prepare(const LaunchShape& shape) override;
    Occupancy occupancy(unsigned block_threads, std::size_t shared_bytes) override;
    unsigned best_block(const SharedBytesOfBlock& shared_bytes) override;
    unsigned best_block() override;
    std::size_t available_shared_bytes(unsigned blocks, unsigned block_threads) override;
    unsigned max_active_clusters(const LaunchShape& shape) override;
    void prefer(CachePreference preference) override;
    void prefer_shared_memory(unsigned percent) override;
    bool knows_parameter_types() const override { return types_known_; }
    void set_parameter_types(const std::vector<std::string>& types) override;

    /// Queues a launch whose arguments were checked, and records it in `log`. Throws
    /// Error(invalid_argument) if a cooperative launch has more blocks than the device can run at
    /// the same time. Throws other Errors if the driver refuses the launch.
    void launch(CUstream stream, const LaunchShape& shape, std::span<void* const> arguments,
                LaunchLog& log);

    /// Opts in to the dynamic shared memory and the cluster size of launches with this shape. The
    /// shared memory must not exceed the maximum in info().
    void allow(const LaunchShape& shape);
    /// Throws Error(invalid_argument) if a cooperative launch has more blocks than the device can
    /// run at the same time.
    void check_together(const LaunchShape& shape) const;

private:
    CUresult launch_extended(CUstream stream, const LaunchShape& shape, void** arguments);
    void allow_shared_bytes(std::size_t dynamic_bytes);
    void allow_large_clusters(const Dim3& cluster);
    unsigned resident_blocks(unsigned block_threads, std::size_t shared_bytes) const;
    [[noreturn]] void refuse(CUresult result, const LaunchShape& shape);

    CudaBackend& backend_;
    CUfunction function_;
    const std::string& fault_name_;  // valid as long as the backend
    KernelInfo info_;
    bool types_known_;
    std::size_t shared_bytes_without_opt_in_ = 0;
    std::once_flag opted_in_;
    std::atomic<unsigned> best_block_ = 0;  // 0 until it is computed
};

}  // namespace glint::driver::cuda
