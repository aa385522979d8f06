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
    /// Takes ownership of an event without timing. Other processes may record this event, too.
    static std::unique_ptr<CudaEvent> adopt(std::shared_ptr<CudaBackend> backend, CUevent event);
    /// Borrows an event of other code. Throws Error(invalid_argument) if it is null.
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
    /// Returns true if only glint records the event. If false, only the driver knows whether the
    /// event was recorded.
    bool is_own() const noexcept { return owns_ && !is_shared_; }

    /// Notes that the event was recorded: in `capture`, or outside of a capture if `capture` is
    /// null.
    void set_recorded(const std::shared_ptr<CudaCapture>& capture);
    /// Returns the capture in which the event was last recorded, or nullopt if that was outside of
    /// a capture. If the capture has ended, the pointer is expired.
    std::optional<std::weak_ptr<CudaCapture>> captured() const;
    /// Throws Error(invalid_state) if the event was last recorded in a capture.
    void refuse_captured() const;
    /// Returns true if the event may have been recorded. Always true if the event's state is
    /// unknown.
    bool may_be_recorded() const;

private:
    std::shared_ptr<CudaBackend> backend_;
    CUevent event_ = nullptr;
    bool owns_ = true;
    bool is_shared_ = false;  // true if other processes can record it
    bool has_timing_ = true;
    mutable std::mutex mutex_;
    bool is_recorded_ = false;
    std::optional<std::weak_ptr<CudaCapture>> captured_;
};

}  // namespace glint::driver::cuda
