#include <glint/driver/cuda/cuda_stream.hpp>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/cuda/cuda_copies.hpp>
#include <glint/driver/cuda/cuda_module.hpp>

namespace glint::driver::cuda {
namespace {

CUdeviceptr device_pointer(const void* address) { return reinterpret_cast<CUdeviceptr>(address); }

// A program may use several backends, and mix their objects up.
template <class Own, class Given>
Own& own(Given& given, std::string_view operation) {
    if (auto* mine = dynamic_cast<Own*>(&given)) return *mine;
    throw Error(ErrorCode::invalid_argument, operation, "it belongs to another device");
}

void CUDA_CB run_host_function(void* data) {
    const std::unique_ptr<std::function<void()>> function(
        static_cast<std::function<void()>*>(data));
    (*function)();
}

}  // namespace

CudaEvent::CudaEvent(std::shared_ptr<CudaBackend> backend) : backend_(std::move(backend)) {
    const ContextScope scope(backend_->context());
    check(api().cuEventCreate(&event_, CU_EVENT_DEFAULT), "create an event");
}

CudaEvent::~CudaEvent() { api().cuEventDestroy(event_); }

void CudaEvent::synchronize() {
    const ContextScope scope(backend_->context());
    check(api().cuEventSynchronize(event_), "wait for an event");
}

bool CudaEvent::is_done() {
    const ContextScope scope(backend_->context());
    const CUresult result = api().cuEventQuery(event_);
    if (result != CUDA_ERROR_NOT_READY) check(result, "ask for an event");
    return result == CUDA_SUCCESS;
}

double CudaEvent::seconds_since(Event& start) {
    const ContextScope scope(backend_->context());
    float milliseconds = 0;
    const CUresult result = api().cuEventElapsedTime(
        &milliseconds, own<CudaEvent>(start, "measure the time between events").handle(), event_);
    if (result == CUDA_ERROR_INVALID_HANDLE)
        throw Error(ErrorCode::invalid_state, "measure the time between events",
                    "one of them was never recorded");
    check(result, "measure the time between events");
    return milliseconds * 1e-3;
}

CudaStream::CudaStream(std::shared_ptr<CudaBackend> backend) : backend_(std::move(backend)) {
    const ContextScope scope(backend_->context());
    check(api().cuStreamCreate(&stream_, CU_STREAM_NON_BLOCKING), "create a stream");
}

CudaStream::~CudaStream() { api().cuStreamDestroy(stream_); }

void CudaStream::synchronize() {
    const ContextScope scope(backend_->context());
    check(api().cuStreamSynchronize(stream_), "wait for a stream");
}

bool CudaStream::is_done() {
    const ContextScope scope(backend_->context());
    const CUresult result = api().cuStreamQuery(stream_);
    if (result != CUDA_ERROR_NOT_READY) check(result, "ask for a stream");
    return result == CUDA_SUCCESS;
}

void CudaStream::copy(void* to, const void* from, std::size_t size_bytes, CopyDirection direction) {
    const ContextScope scope(backend_->context());
    CUresult result = CUDA_SUCCESS;
    switch (direction) {
        case CopyDirection::host_to_device:
            result = api().cuMemcpyHtoDAsync(device_pointer(to), from, size_bytes, stream_);
            break;
        case CopyDirection::device_to_host:
            result = api().cuMemcpyDtoHAsync(to, device_pointer(from), size_bytes, stream_);
            break;
        case CopyDirection::device_to_device:
            result = api().cuMemcpyDtoDAsync(device_pointer(to), device_pointer(from), size_bytes,
                                             stream_);
            break;
    }
    if (result != CUDA_SUCCESS) fail(result, "copy " + text::human_bytes(size_bytes));
}

void CudaStream::fill(void* to, std::uint32_t pattern, std::size_t element_bytes,
                      std::size_t count) {
    const ContextScope scope(backend_->context());
    const CUdeviceptr target = device_pointer(to);
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
    const ContextScope scope(backend_->context());
    CUdeviceptr address = 0;
    const CUresult result = api().cuMemAllocAsync(&address, size_bytes, stream_);
    // Not every device has pools; there, freeing waits.
    if (result == CUDA_ERROR_NOT_SUPPORTED)
        return backend_->allocate(size_bytes, MemoryKind::device);
    if (result != CUDA_SUCCESS)
        fail(result, fmt::format("allocate {} for a copied argument on {}",
                                 text::human_bytes(size_bytes), backend_->info().name));
    return reinterpret_cast<void*>(address);
}

void CudaStream::release_temporary(void* address) noexcept {
    try {
        const ContextScope scope(backend_->context());
        if (api().cuMemFreeAsync(device_pointer(address), stream_) == CUDA_ERROR_NOT_SUPPORTED)
            api().cuMemFree(device_pointer(address));
    } catch (const Error&) {
        // The context is lost, and its memory with it.
    }
}

void CudaStream::record(Event& event) {
    const ContextScope scope(backend_->context());
    const CUevent handle = own<CudaEvent>(event, "record an event").handle();
    check(api().cuEventRecord(handle, stream_), "record an event");
}

void CudaStream::wait(Event& event) {
    const ContextScope scope(backend_->context());
    const CUevent handle = own<CudaEvent>(event, "make a stream wait").handle();
    check(api().cuStreamWaitEvent(stream_, handle, 0), "make a stream wait");
}

void CudaStream::launch(const std::shared_ptr<Module>&, Kernel& kernel, const LaunchShape& shape,
                        std::span<void* const> arguments) {
    const ContextScope scope(backend_->context());
    auto& cuda_kernel = own<CudaKernel>(kernel, "launch a kernel");
    cuda_kernel.allow_shared_bytes(shape.shared_bytes);
    const auto& [grid, block, shared_bytes] = shape;
    // The driver copies the arguments and writes to none of them.
    const CUresult result =
        api().cuLaunchKernel(cuda_kernel.function(), grid.x, grid.y, grid.z, block.x, block.y,
                             block.z, static_cast<unsigned>(shared_bytes), stream_,
                             const_cast<void**>(arguments.data()), nullptr);
    if (result != CUDA_SUCCESS)
        fail(result,
             fmt::format("launch kernel '{}' with {}x{}x{} blocks of {}x{}x{} threads",
                         kernel.info().name, grid.x, grid.y, grid.z, block.x, block.y, block.z));
}

void CudaStream::call(std::function<void()> function) {
    const ContextScope scope(backend_->context());
    auto owned = std::make_unique<std::function<void()>>(std::move(function));
    check(api().cuLaunchHostFunc(stream_, run_host_function, owned.get()), "queue a host call");
    (void)owned.release();  // run_host_function has it now
}

}  // namespace glint::driver::cuda
