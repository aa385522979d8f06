#pragma once

#include <glint/driver/cuda/cuda_backend.hpp>

namespace glint::driver::cuda {

class CudaEvent final : public Event {
public:
    explicit CudaEvent(std::shared_ptr<CudaBackend> backend);
    /// Takes over an event of the driver's.
    CudaEvent(std::shared_ptr<CudaBackend> backend, CUevent event) noexcept
        : backend_(std::move(backend)), event_(event) {}
    ~CudaEvent() override;
    CudaEvent(const CudaEvent&) = delete;
    CudaEvent& operator=(const CudaEvent&) = delete;

    void synchronize() override;
    bool is_done() override;
    double seconds_since(Event& start) override;
    void* native() const noexcept override { return event_; }

    CUevent handle() const noexcept { return event_; }

private:
    std::shared_ptr<CudaBackend> backend_;
    CUevent event_ = nullptr;
};

class CudaStream final : public Stream {
public:
    explicit CudaStream(std::shared_ptr<CudaBackend> backend);
    ~CudaStream() override;
    CudaStream(const CudaStream&) = delete;
    CudaStream& operator=(const CudaStream&) = delete;

    void synchronize() override;
    bool is_done() override;
    void copy(void* to, const void* from, std::size_t size_bytes, CopyDirection) override;
    void fill(void* to, std::uint32_t pattern, std::size_t element_bytes,
              std::size_t count) override;
    void copy_to_host(void* to, std::size_t pitch_bytes, const ImageMemory& from) override;
    void copy_from_host(const ImageMemory& to, const void* from, std::size_t pitch_bytes) override;
    void record(Event& event) override;
    void wait(Event& event) override;
    void launch(const std::shared_ptr<Module>& module, Kernel& kernel, const LaunchShape& shape,
                std::span<void* const> arguments) override;
    void call(std::function<void()> function) override;
    std::unique_ptr<Mark> mark() override;
    void* native() const noexcept override { return stream_; }

private:
    std::shared_ptr<CudaBackend> backend_;
    CUstream stream_ = nullptr;
};

}  // namespace glint::driver::cuda
