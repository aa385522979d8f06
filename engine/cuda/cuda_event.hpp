// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include <glint/cuda/cuda_backend.hpp>
#include <glint/cuda/graph_resources.hpp>

namespace glint::driver::cuda {

class CudaEvent final : public Event {
public:
    CudaEvent(std::shared_ptr<CudaBackend> backend, const EventOptions& options);
    /// Takes over an event without timing that other processes may record, too.
    static std::unique_ptr<CudaEvent> adopt(std::shared_ptr<CudaBackend> backend, CUevent event);
    /// Borrows an event. Throws Error(invalid_argument) if it is null.
    CudaEvent(std::shared_ptr<CudaBackend> backend, CUevent foreign);
    ~CudaEvent() override;
    CudaEvent(const CudaEvent&) = delete;
    CudaEvent& operator=(const CudaEvent&) = delete;

    void synchronize() override;
    bool is_done() override;
    bool has_timing() const noexcept override { return has_timing_; }
    double seconds_since(Event& start) override;
    void* native() const noexcept override { return event_; }

    CUevent handle() const noexcept { return event_; }
    const CudaBackend& backend() const noexcept { return *backend_; }
    /// Whether only glint records it; of foreign events the driver alone knows what they mean.
    bool is_own() const noexcept { return owns_ && !is_shared_; }

    /// Notes that the event was recorded, in this capture if there is one.
    void set_recorded(const std::shared_ptr<CudaCapture>& capture);
    /// The capture that the last recording was part of; nothing if it was part of none. Expired if
    /// the capture has ended.
    std::optional<std::weak_ptr<CudaCapture>> captured() const;
    /// Throws Error(invalid_state) if the last recording was captured.
    void refuse_captured() const;
    /// Whether it may have been recorded; nobody knows of foreign events.
    bool may_be_recorded() const;

private:
    std::shared_ptr<CudaBackend> backend_;
    CUevent event_ = nullptr;
    bool owns_ = true;
    bool is_shared_ = false;  // with other processes
    bool has_timing_ = true;
    mutable std::mutex mutex_;
    bool is_recorded_ = false;
    std::optional<std::weak_ptr<CudaCapture>> captured_;
};

}  // namespace glint::driver::cuda
