// SPDX-License-Identifier: MIT
// Memory that GPUs share, and memory that processes share.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cuda/cuda_event.hpp>
#include <glint/cuda/cuda_stream.hpp>

namespace glint::driver::cuda {
namespace {

const CudaBackend& as_gpu(const Backend& backend, std::string_view operation) {
    if (const auto* gpu = dynamic_cast<const CudaBackend*>(&backend)) return *gpu;
    throw Error(ErrorCode::unsupported, operation,
                fmt::format("{} is not a GPU", backend.info().name));
}

std::string between(const CudaBackend& user, const Backend& owner) {
    return fmt::format("give kernels on {} (GPU {}) access to memory of {} (GPU {})",
                       user.info().name, user.info().ordinal, owner.info().name,
                       owner.info().ordinal);
}

static_assert(sizeof(CUipcMemHandle) == sizeof(IpcBytes));
static_assert(sizeof(CUipcEventHandle) == sizeof(IpcBytes));

}  // namespace

bool CudaMemory::can_access(const Backend& peer) {
    if (peer.info().kind != BackendKind::cuda) return false;
    const CUdevice other = as_gpu(peer, "query peer access").device();
    if (other == backend_.device()) return true;
    int can = 0;
    check(api().cuDeviceCanAccessPeer(&can, backend_.device(), other), "query peer access");
    return can != 0;
}

void CudaMemory::enable_access(const Backend& peer) {
    const CudaBackend& gpu = as_gpu(peer, between(backend_, peer));
    if (gpu.device() == backend_.device()) return;
    const ContextScope scope(backend_.context());
    const CUresult result = api().cuCtxEnablePeerAccess(gpu.context(), 0);
    if (result == CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) return;
    if (result == CUDA_ERROR_PEER_ACCESS_UNSUPPORTED)
        throw Error(ErrorCode::unsupported, between(backend_, peer),
                    "the GPUs are not connected, so only copies between the GPUs are possible");
    check(result, between(backend_, peer));
}

void CudaMemory::disable_access(const Backend& peer) {
    const CudaBackend& gpu = as_gpu(peer, "disable peer access");
    if (gpu.device() == backend_.device()) return;
    const ContextScope scope(backend_.context());
    const CUresult result = api().cuCtxDisablePeerAccess(gpu.context());
    if (result != CUDA_ERROR_PEER_ACCESS_NOT_ENABLED) check(result, "disable peer access");
}

void CudaMemory::copy_between(Stream& stream, void* to, const Backend& to_device, const void* from,
                              const Backend& from_device, std::size_t size_bytes) {
    const std::string operation =
        fmt::format("copy {} between GPUs", text::human_bytes(size_bytes));
    const ContextScope scope(backend_.context());
    check(api().cuMemcpyPeerAsync(pointer_to(to), as_gpu(to_device, operation).context(),
                                  pointer_to(from), as_gpu(from_device, operation).context(),
                                  size_bytes, static_cast<CUstream>(stream.native())),
          operation);
}

IpcBytes CudaMemory::export_memory(void* address) {
    const ContextScope scope(backend_.context());
    CUipcMemHandle handle{};
    check(api().cuIpcGetMemHandle(&handle, pointer_to(address)),
          fmt::format("export memory of {} to other processes", backend_.info().name));
    return std::bit_cast<IpcBytes>(handle);
}

void* CudaMemory::import_memory(const IpcBytes& handle) {
    const ContextScope scope(backend_.context());
    CUdeviceptr address = 0;
    check(api().cuIpcOpenMemHandle(&address, std::bit_cast<CUipcMemHandle>(handle),
                                   CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS),
          "open another process's memory");
    return reinterpret_cast<void*>(address);
}

void CudaMemory::close_imported(void* address) noexcept {
    try {
        const ContextScope scope(backend_.context());
        api().cuCtxSynchronize();  // wait for work with the memory
        backend_.known_memory().forget();
        api().cuIpcCloseMemHandle(pointer_to(address));
    } catch (const Error&) {
        // Nothing to free: the memory was lost with the context.
    }
}

std::unique_ptr<Event> CudaMemory::create_ipc_event() {
    const ContextScope scope(backend_.context());
    CUevent event = nullptr;
    check(api().cuEventCreate(&event, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING),
          "create an event for several processes");
    return CudaEvent::adopt(backend_.self(), event);
}

IpcBytes CudaMemory::export_event(Event& event) {
    const ContextScope scope(backend_.context());
    CUipcEventHandle handle{};
    check(api().cuIpcGetEventHandle(&handle, static_cast<CUevent>(event.native())),
          "export an event to other processes");
    return std::bit_cast<IpcBytes>(handle);
}

std::unique_ptr<Event> CudaMemory::import_event(const IpcBytes& handle) {
    const ContextScope scope(backend_.context());
    CUevent event = nullptr;
    check(api().cuIpcOpenEventHandle(&event, std::bit_cast<CUipcEventHandle>(handle)),
          "open another process's event");
    return CudaEvent::adopt(backend_.self(), event);
}

}  // namespace glint::driver::cuda
