// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_event.hpp>

#include <utility>

#include <glint/base/error.hpp>
#include <glint/cuda/own.hpp>

namespace glint::driver::cuda {
namespace {

unsigned event_flags(const EventOptions& options) {
    unsigned flags = CU_EVENT_DEFAULT;
    if (!options.timing) flags |= CU_EVENT_DISABLE_TIMING;
    if (options.blocking_wait) flags |= CU_EVENT_BLOCKING_SYNC;
    return flags;
}

}  // namespace

CudaEvent::CudaEvent(std::shared_ptr<CudaBackend> backend, const EventOptions& options)
    : backend_(std::move(backend)), has_timing_(options.timing) {
    const ContextScope scope(backend_->context());
    check(api().cuEventCreate(&event_, event_flags(options)), "create an event");
}

CudaEvent::CudaEvent(std::shared_ptr<CudaBackend> backend, CUevent foreign)
    : backend_(std::move(backend)), event_(foreign), owns_(false), is_recorded_(true) {
    if (!foreign)
        throw Error(ErrorCode::invalid_argument, "use a CUDA event", "the handle is null");
}

std::unique_ptr<CudaEvent> CudaEvent::adopt(std::shared_ptr<CudaBackend> backend, CUevent event) {
    auto adopted = std::make_unique<CudaEvent>(std::move(backend), event);
    adopted->owns_ = true;
    adopted->is_shared_ = true;
    adopted->has_timing_ = false;
    return adopted;
}

CudaEvent::~CudaEvent() {
    if (owns_ && !backend_->is_lost()) api().cuEventDestroy(event_);
}

void CudaEvent::synchronize() {
    refuse_captured();
    const ContextScope scope(backend_->context());
    check(api().cuEventSynchronize(event_), "wait for an event");
}

bool CudaEvent::is_done() {
    refuse_captured();
    const ContextScope scope(backend_->context());
    const CUresult result = api().cuEventQuery(event_);
    if (result != CUDA_ERROR_NOT_READY) check(result, "query an event");
    return result == CUDA_SUCCESS;
}

double CudaEvent::seconds_since(Event& start) {
    const ContextScope scope(backend_->context());
    auto& first = own<CudaEvent>(start, "measure the time between events");
    float milliseconds = 0;
    const CUresult result = api().cuEventElapsedTime(&milliseconds, first.handle(), event_);
    if (result == CUDA_ERROR_INVALID_HANDLE)
        throw Error(ErrorCode::invalid_state, "measure the time between events",
                    owns_ && first.owns_
                        ? "one of the events was never recorded"
                        : "one of the events was never recorded, or has no timing");
    check(result, "measure the time between events");
    return milliseconds * 1e-3;
}

void CudaEvent::set_recorded(const std::shared_ptr<CudaCapture>& capture) {
    const std::lock_guard lock(mutex_);
    is_recorded_ = true;
    captured_.reset();
    if (capture) captured_ = capture;
}

std::optional<std::weak_ptr<CudaCapture>> CudaEvent::captured() const {
    const std::lock_guard lock(mutex_);
    return captured_;
}

void CudaEvent::refuse_captured() const {
    if (captured())
        throw Error(ErrorCode::invalid_state, "use an event",
                    "the last recording of the event was captured into a graph");
}

bool CudaEvent::may_be_recorded() const {
    const std::lock_guard lock(mutex_);
    return is_recorded_;
}

}  // namespace glint::driver::cuda
