// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include <glint/backend/detail/partition_backend.hpp>
#include <glint/cuda/cuda_backend.hpp>
#include <glint/cuda/graph_resources.hpp>

namespace glint::driver::cuda {

class CudaStream final : public Stream {
public:
    CudaStream(std::shared_ptr<CudaBackend> backend, const StreamOptions& options);
    /// Borrows a stream of other code. Throws Error(invalid_argument) if it is null or belongs to
    /// another context.
    CudaStream(std::shared_ptr<CudaBackend> backend, CUstream foreign);
    /// Takes ownership of a stream that belongs to `group`, and keeps the group alive.
    CudaStream(std::shared_ptr<CudaBackend> backend, CUstream made,
               std::shared_ptr<const MultiprocessorGroup> group);
    ~CudaStream() override;
    CudaStream(const CudaStream&) = delete;
    CudaStream& operator=(const CudaStream&) = delete;

    void synchronize() override;
    void drain() noexcept override;
    bool is_done() override;
    void copy(void* to, const void* from, std::size_t size_bytes, CopyDirection) override;
    void fill(void* to, std::uint32_t pattern, std::size_t element_bytes,
              std::size_t count) override;
    void copy_block(const BlockCopy& copy) override;
    void fill_block(const BlockFill& fill) override;
    void* allocate_temporary(std::size_t size_bytes) override;
    void release_temporary(void* address) noexcept override;
    /// Frees a pool's memory after the work that is queued so far. Must not be called in a capture.
    /// If freeing fails, logs an error, unless the memory was lost with the context.
    void free_in_order(CUdeviceptr address) noexcept;
    void record(Event& event) override;
    void wait(Event& event) override;
    void launch(const std::shared_ptr<Module>& module, Kernel& kernel, const LaunchShape& shape,
                std::span<void* const> arguments) override;
    void call(std::function<void()> function) override;
    int priority() const override;
    unsigned multiprocessors() const noexcept override {
        return group_ ? group_->multiprocessors() : 0;
    }
    bool is_captured() const override { return !capture_.expired(); }
    std::shared_ptr<CaptureScope> capture_scope() const override;
    std::unique_ptr<Mark> mark() override;
    void* native() const noexcept override { return stream_; }

    CUstream handle() const noexcept { return stream_; }
    const CudaBackend& backend() const noexcept { return *backend_; }

    /// Returns the capture that the stream takes part in, or null. Not synchronized, because only
    /// one thread captures a stream.
    std::shared_ptr<CudaCapture> capture() const noexcept { return capture_.lock(); }
    /// Starts a capture: work that is queued from now on becomes nodes of `graph` that depend on
    /// `after`. Throws Error(invalid_state) if the stream already takes part in a capture.
    void begin_capture(const std::shared_ptr<CudaCapture>& capture, CUgraph graph,
                       const std::vector<CUgraphNode>& after);
    /// Ends the capture. Returns the nodes that the next node must depend on.
    std::vector<CUgraphNode> end_capture();

    /// Makes `synchronize` rethrow the exceptions of host functions in a graph that was launched on
    /// this stream.
    void watch(const std::shared_ptr<HostFailures>& failures);

private:
    void refuse_capture(const char* operation) const;
    void refuse_foreign_capture() const;
    void rethrow_host_failure();

    std::shared_ptr<CudaBackend> backend_;
    std::shared_ptr<const MultiprocessorGroup> group_;
    std::shared_ptr<LaunchLog> launches_;
    CUstream stream_ = nullptr;
    bool owns_ = true;
    std::weak_ptr<CudaCapture> capture_;
    std::shared_ptr<HostFailures> failures_;
    std::mutex mutex_;
    std::vector<std::shared_ptr<HostFailures>> graph_failures_;
};

}  // namespace glint::driver::cuda
