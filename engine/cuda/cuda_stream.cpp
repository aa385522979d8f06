// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_stream.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/cuda/cuda_copies.hpp>
#include <glint/cuda/cuda_event.hpp>
#include <glint/cuda/cuda_module.hpp>
#include <glint/cuda/error_code.hpp>
#include <glint/cuda/own.hpp>

namespace glint::driver::cuda {
namespace {

// Returns true if the context is lost or destroyed, or if the process is ending.
bool lost_memory(CUresult result) {
    return is_fatal(result) || result == CUDA_ERROR_DEINITIALIZED ||
           result == CUDA_ERROR_CONTEXT_IS_DESTROYED;
}

}  // namespace

CudaStream::CudaStream(std::shared_ptr<CudaBackend> backend, const StreamOptions& options)
    : backend_(std::move(backend)),
      launches_(backend_->faults().add_log()),
      failures_(backend_->create_failures()) {
    const ContextScope scope(backend_->context());
    const unsigned flags = options.waits_for_default ? CU_STREAM_DEFAULT : CU_STREAM_NON_BLOCKING;
    check(api().cuStreamCreateWithPriority(&stream_, flags, options.priority), "create a stream");
}

CudaStream::CudaStream(std::shared_ptr<CudaBackend> backend, CUstream foreign)
    : backend_(std::move(backend)),
      launches_(backend_->faults().add_log()),
      stream_(foreign),
      owns_(false),
      failures_(backend_->create_failures()) {
    constexpr const char* operation = "use a CUDA stream";
    if (!foreign)
        throw Error(ErrorCode::invalid_argument, operation,
                    "the handle is null. Use Stream::legacy_default for the default stream");
    const ContextScope scope(backend_->context());
    CUcontext context = nullptr;
    check(api().cuStreamGetCtx(stream_, &context), operation);
    if (context != backend_->context())
        throw Error(ErrorCode::invalid_argument, operation, "the stream belongs to another device");
}

CudaStream::CudaStream(std::shared_ptr<CudaBackend> backend, CUstream made,
                       std::shared_ptr<const MultiprocessorGroup> group)
    : backend_(std::move(backend)),
      group_(std::move(group)),
      launches_(backend_->faults().add_log()),
      stream_(made),
      failures_(backend_->create_failures()) {}

CudaStream::~CudaStream() {
    if (owns_ && !backend_->is_lost()) api().cuStreamDestroy(stream_);
}

void CudaStream::refuse_capture(const char* operation) const {
    if (const auto scope = capture_scope())
        throw Error(ErrorCode::invalid_state, operation, scope->refusal());
}

void CudaStream::synchronize() {
    refuse_capture("wait for a stream");
    const ContextScope scope(backend_->context());
    check(api().cuStreamSynchronize(stream_), "wait for a stream");
    launches_->clear();
    rethrow_host_failure();
}

// Ignores a failure of the context, because the next call reports it again.
void CudaStream::drain() noexcept {
    if (!capture_.expired()) return;
    try {
        const ContextScope scope(backend_->context());
        api().cuStreamSynchronize(stream_);
    } catch (const Error&) {
        // Nothing to wait for: the context is lost, and its work has ended.
    }
}

void CudaStream::rethrow_host_failure() {
    failures_->rethrow_first();
    const std::lock_guard lock(mutex_);
    for (const auto& failures : graph_failures_) failures->rethrow_first();
    // Remove the records of destroyed graphs: only this list still refers to them.
    std::erase_if(graph_failures_, [](const auto& failures) { return failures.use_count() == 1; });
}

void CudaStream::watch(const std::shared_ptr<HostFailures>& failures) {
    const std::lock_guard lock(mutex_);
    if (std::ranges::find(graph_failures_, failures) == graph_failures_.end())
        graph_failures_.push_back(failures);
}

bool CudaStream::is_done() {
    refuse_capture("query a stream");
    const ContextScope scope(backend_->context());
    const CUresult result = api().cuStreamQuery(stream_);
    if (result == CUDA_ERROR_NOT_READY) return false;
    check(result, "query a stream");
    launches_->clear();
    return true;
}

int CudaStream::priority() const {
    const ContextScope scope(backend_->context());
    int priority = 0;
    check(api().cuStreamGetPriority(stream_, &priority), "read a stream's priority");
    return priority;
}

void CudaStream::copy(void* to, const void* from, std::size_t size_bytes, CopyDirection direction) {
    const ContextScope scope(backend_->context());
    CUresult result = CUDA_SUCCESS;
    switch (direction) {
        case CopyDirection::host_to_device:
            result = api().cuMemcpyHtoDAsync(pointer_to(to), from, size_bytes, stream_);
            break;
        case CopyDirection::device_to_host:
            result = api().cuMemcpyDtoHAsync(to, pointer_to(from), size_bytes, stream_);
            break;
        case CopyDirection::device_to_device:
            result = api().cuMemcpyDtoDAsync(pointer_to(to), pointer_to(from), size_bytes, stream_);
            break;
    }
    if (result != CUDA_SUCCESS) fail(result, "copy " + text::human_bytes(size_bytes));
}

void CudaStream::fill(void* to, std::uint32_t pattern, std::size_t element_bytes,
                      std::size_t count) {
    const ContextScope scope(backend_->context());
    const CUdeviceptr target = pointer_to(to);
    CUresult result = CUDA_ERROR_INVALID_VALUE;
    switch (element_bytes) {
        case 1:
            result =
                api().cuMemsetD8Async(target, static_cast<unsigned char>(pattern), count, stream_);
            break;
        case 2:
            result = api().cuMemsetD16Async(target, static_cast<unsigned short>(pattern), count,
                                            stream_);
            break;
        case 4: result = api().cuMemsetD32Async(target, pattern, count, stream_); break;
        default: break;
    }
    if (result != CUDA_SUCCESS) fail(result, "fill " + text::human_bytes(count * element_bytes));
}

void CudaStream::copy_block(const BlockCopy& copy) {
    const ContextScope scope(backend_->context());
    queue_copy(stream_, copy);
}

void CudaStream::fill_block(const BlockFill& fill) {
    const ContextScope scope(backend_->context());
    queue_fill(stream_, fill);
}

void* CudaStream::allocate_temporary(std::size_t size_bytes) {
    if (!gives_memory(*this)) refuse_capture("copy an argument of a launch");
    if (is_captured()) return backend_->allocate(size_bytes, MemoryKind::device);
    const ContextScope scope(backend_->context());
    CUdeviceptr address = 0;
    const CUresult result = api().cuMemAllocAsync(&address, size_bytes, stream_);
    // Devices without pools use plain memory, although freeing it waits for the device.
    if (result == CUDA_ERROR_NOT_SUPPORTED)
        return backend_->allocate(size_bytes, MemoryKind::device);
    if (result != CUDA_SUCCESS)
        fail(result, fmt::format("allocate {} for a copied argument on {}",
                                 text::human_bytes(size_bytes), backend_->info().name));
    return reinterpret_cast<void*>(address);
}

std::shared_ptr<CaptureScope> CudaStream::capture_scope() const {
    const auto current = capture();
    return current ? current->scope() : nullptr;
}

void CudaStream::release_temporary(void* address) noexcept {
    const auto scope = capture_scope();
    if (!scope) return free_in_order(pointer_to(address));
    scope->add_last(
        [address, backend = backend_] { backend->release(address, MemoryKind::device); });
}

void CudaStream::free_in_order(CUdeviceptr address) noexcept {
    try {
        const ContextScope scope(backend_->context());
        backend_->known_memory().forget(address);
        CUresult result = api().cuMemFreeAsync(address, stream_);
        if (result == CUDA_ERROR_NOT_SUPPORTED) result = api().cuMemFree(address);
        if (result != CUDA_SUCCESS && !lost_memory(result))
            log::error(fmt::format("cannot free memory on {}: {}", backend_->info().name,
                                   to_string(result)));
    } catch (const Error&) {
        // Nothing to free: the memory was lost with the context.
    }
}

void CudaStream::record(Event& event) {
    const ContextScope scope(backend_->context());
    auto& cuda_event = own<CudaEvent>(event, "record an event");
    check(api().cuEventRecord(cuda_event.handle(), stream_), "record an event");
    cuda_event.set_recorded(capture());
}

void CudaStream::wait(Event& event) {
    const char* operation = "make a stream wait for an event";
    auto& cuda_event = own<CudaEvent>(event, operation);
    const auto captured = cuda_event.captured();
    const std::shared_ptr<CudaCapture> joined = captured ? captured->lock() : nullptr;
    const std::shared_ptr<CudaCapture> current = capture();
    if (captured && !joined) cuda_event.refuse_captured();
    if (current && !joined && !cuda_event.may_be_recorded()) return;
    if (current && !joined && current->scope()->is_warm_up()) return;
    if (current && current != joined && cuda_event.is_own())
        throw Error(
            ErrorCode::invalid_state, operation,
            joined
                ? "the event and the stream are being captured into different graphs"
                : "the stream is being captured, but the event was recorded outside the capture");
    const ContextScope scope(backend_->context());
    check(api().cuStreamWaitEvent(stream_, cuda_event.handle(), 0), operation);
    if (joined) capture_ = joined;
}

void CudaStream::launch(const std::shared_ptr<Module>& module, Kernel& kernel,
                        const LaunchShape& shape, std::span<void* const> arguments) {
    const ContextScope scope(backend_->context());
    auto& cuda_kernel = own<CudaKernel>(kernel, "launch a kernel");
    if (const auto current = capture()) {
        cuda_kernel.check_together(shape);
        current->resources().keep_handle(module);
        if (shape.priority) current->resources().note_priority();
    }
    cuda_kernel.launch(stream_, shape, arguments, *launches_);
}

void CudaStream::call(std::function<void()> function) {
    const ContextScope scope(backend_->context());
    if (const auto current = capture()) {
        if (current->is_body())  // clearer than the driver's message
            throw Error(ErrorCode::invalid_argument, "add a conditional node to a graph",
                        "the body has a node of kind 'call', which the body of a conditional node "
                        "cannot have");
        HostCall& kept = current->resources().add_call(std::move(function));
        check(api().cuLaunchHostFunc(stream_, run_again, &kept), "queue a host call");
        return;
    }
    refuse_foreign_capture();  // the graph of a foreign capture would not keep the function alive
    auto owned = std::make_unique<HostCall>(std::move(function), failures_);
    check(api().cuLaunchHostFunc(stream_, run_once, owned.get()), "queue a host call");
    (void)owned.release();  // run_once now owns the call
}

void CudaStream::refuse_foreign_capture() const {
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    check(api().cuStreamIsCapturing(stream_, &status), "queue a host call");
    if (status != CU_STREAM_CAPTURE_STATUS_NONE)
        throw Error(ErrorCode::unsupported, "queue a host call",
                    "the stream is being captured by code outside glint, and the graph of that "
                    "code cannot store the function");
}

void CudaStream::begin_capture(const std::shared_ptr<CudaCapture>& capture, CUgraph graph,
                               const std::vector<CUgraphNode>& after) {
    refuse_capture("capture a stream");
    if (!api().stream_begin_capture_to_graph || !api().stream_get_capture_info)
        throw Error(ErrorCode::unsupported, "capture a stream",
                    "the NVIDIA driver is older than CUDA 12.3");
    const ContextScope scope(backend_->context());
    // The relaxed mode: calls by other libraries or threads do not invalidate the capture.
    check(api().stream_begin_capture_to_graph(stream_, graph, after.data(), nullptr, after.size(),
                                              CU_STREAM_CAPTURE_MODE_RELAXED),
          "capture a stream");
    capture_ = capture;
}

std::vector<CUgraphNode> CudaStream::end_capture() {
    const ContextScope scope(backend_->context());
    capture_.reset();
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    const CUgraphNode* nodes = nullptr;
    std::size_t count = 0;
    const CUresult queried =
        api().stream_get_capture_info(stream_, &status, nullptr, nullptr, &nodes, &count);
    std::vector<CUgraphNode> ends;
    if (queried == CUDA_SUCCESS && status == CU_STREAM_CAPTURE_STATUS_ACTIVE)
        ends.assign(nodes, nodes + count);
    CUgraph graph = nullptr;
    const CUresult ended = api().cuStreamEndCapture(stream_, &graph);
    if (ended == CUDA_ERROR_STREAM_CAPTURE_UNJOINED)
        throw Error(ErrorCode::invalid_state, "capture a stream",
                    "another stream joined the capture, but the captured stream does not wait for "
                    "the work of that stream");
    check(ended, "capture a stream");
    check(queried, "capture a stream");
    return ends;
}

}  // namespace glint::driver::cuda
