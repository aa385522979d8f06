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
    /// Takes ownership of an event without timing that other processes may also record.
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
    /// True if only glint records it. Only the driver knows the state of foreign events.
    bool is_own() const noexcept { return owns_ && !is_shared_; }

    /// Marks the event as recorded, in this capture if it is not null.
    void set_recorded(const std::shared_ptr<CudaCapture>& capture);
    /// Returns the capture that the last recording was part of, or nullopt if it was not captured.
    /// The pointer is expired if the capture has ended.
    std::optional<std::weak_ptr<CudaCapture>> captured() const;
    /// Throws Error(invalid_state) if the last recording was captured.
    void refuse_captured() const;
    /// True if it may have been recorded; always true for foreign events, whose state is unknown.
    bool may_be_recorded() const;

private:
    std::shared_ptr<CudaBackend> backend_;
    CUevent event_ = nullptr;
    bool owns_ = true;
    bool is_shared_ = false;  // true if shared with other processes
    bool has_timing_ = true;
    mutable std::mutex mutex_;
    bool is_recorded_ = false;
    std::optional<std::weak_ptr<CudaCapture>> captured_;
};

}  // namespace glint::driver::cuda
