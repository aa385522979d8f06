// SPDX-License-Identifier: MIT
#include <fake_cuda/fake_cuda.hpp>
#include <fake_cuda/fake_graphs.hpp>
#include <fake_cuda/fake_objects.hpp>

#include <bit>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

struct CUctx_st {
    CUresult fault = CUDA_SUCCESS;
    std::map<const void*, std::size_t> objects;  // address to size in bytes
    std::map<CUlimit, std::size_t> limits{{CU_LIMIT_STACK_SIZE, 1024}};
};

namespace glint::fake_cuda {
namespace {

constexpr std::size_t kMemoryBytes = std::size_t{1} << 34;

std::recursive_mutex driver_mutex;
CUctx_st primary;
Account counts;
bool recovers = true;
int refused_allocations = 0;
std::set<const void*> host_memory;  // from cuMemHostAlloc
std::set<const void*> graveyard;    // destroyed by a reset; never reused
CUdeviceptr peers_memory = 0;
bool peers_are_open = false;
thread_local std::vector<CUcontext> stack;
thread_local bool is_in_host_call = false;

CUcontext current() { return stack.empty() ? nullptr : stack.back(); }

CUresult state() {
    if (is_in_host_call) {
        ++counts.calls_in_host_calls;
        return CUDA_ERROR_NOT_PERMITTED;
    }
    if (!current()) return CUDA_ERROR_INVALID_CONTEXT;
    if (current() == &primary && counts.primary_retains == 0)
        return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return current()->fault;
}

template <class Handle>
CUresult make(Handle* handle, std::size_t size_bytes = 16) {
    const std::lock_guard lock(driver_mutex);
    if (const CUresult result = state(); result != CUDA_SUCCESS) return result;
    void* object = std::calloc(1, size_bytes);
    current()->objects.emplace(object, size_bytes);
    ++counts.objects;
    std::memcpy(handle, &object, sizeof object);
    return CUDA_SUCCESS;
}

/// Returns success if the object of `handle` exists and the context works.
template <class Handle>
CUresult look(Handle handle) {
    const std::lock_guard lock(driver_mutex);
    void* object = nullptr;
    std::memcpy(&object, &handle, sizeof object);
    bool known = primary.objects.contains(object);
    if (current()) known = known || current()->objects.contains(object);
    if (!known) {
        ++counts.stale_uses;
        return CUDA_ERROR_INVALID_HANDLE;
    }
    return current() ? state() : CUDA_SUCCESS;
}

template <class Handle>
CUresult allocate(Handle* address, std::size_t size_bytes) {
    const std::lock_guard lock(driver_mutex);
    if (refused_allocations > 0 || size_bytes > kMemoryBytes) {
        refused_allocations -= refused_allocations > 0 ? 1 : 0;
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    return make(address, size_bytes);
}

template <class Handle>
CUresult destroy(Handle handle) {
    const std::lock_guard lock(driver_mutex);
    const CUresult result = look(handle);
    if (result == CUDA_ERROR_INVALID_HANDLE) return result;
    void* object = nullptr;
    std::memcpy(&object, &handle, sizeof object);
    if (primary.objects.erase(object) + (current() ? current()->objects.erase(object) : 0) == 0)
        return result;
    std::free(object);
    --counts.objects;
    return result;
}

/// Address and size of the object that contains `address`; zeros if no object contains it.
std::pair<CUdeviceptr, std::size_t> memory_around(CUdeviceptr address) {
    const auto& objects = current() ? current()->objects : primary.objects;
    auto next = objects.upper_bound(std::bit_cast<const void*>(address));
    if (next == objects.begin()) return {};
    const auto& [object, size_bytes] = *--next;
    const auto start = std::bit_cast<CUdeviceptr>(object);
    return address < start + size_bytes ? std::pair(start, size_bytes)
                                        : std::pair<CUdeviceptr, std::size_t>();
}

void destroy_all_of(CUctx_st& context) {
    counts.objects -= static_cast<int>(context.objects.size());
    for (const auto& [object, size_bytes] : context.objects) graveyard.insert(object);
    context.objects.clear();
    if (recovers) context.fault = CUDA_SUCCESS;
}

}  // namespace

void fail_with(CUresult fault) {
    const std::lock_guard lock(driver_mutex);
    primary.fault = fault;
}

void refuse_allocations(int count) {
    const std::lock_guard lock(driver_mutex);
    refused_allocations = count;
}

void refuse_to_recover(bool refuse) {
    const std::lock_guard lock(driver_mutex);
    recovers = !refuse;
}

void move_to_peer(const void* memory) {
    const std::lock_guard lock(driver_mutex);
    peers_memory = std::bit_cast<CUdeviceptr>(memory);
}

void open_peer(bool open) {
    const std::lock_guard lock(driver_mutex);
    peers_are_open = open;
}

Account account() {
    const std::lock_guard lock(driver_mutex);
    return counts;
}

CUcontext make_context() { return new CUctx_st; }

CUresult make_object(void** handle) { return make(handle); }

CUresult destroy_object(void* handle) { return destroy(handle); }

void count_mapped(long long bytes) {
    const std::lock_guard lock(driver_mutex);
    counts.mapped_bytes += bytes;
}

}  // namespace glint::fake_cuda

using namespace glint::fake_cuda;

extern "C" {

CUresult cuInit(unsigned) { return CUDA_SUCCESS; }
CUresult cuDriverGetVersion(int* version) { return *version = 13000, CUDA_SUCCESS; }
CUresult cuGetErrorName(CUresult result, const char** name) {
    static const std::map<int, const char*> names{{0, "CUDA_SUCCESS"},
                                                  {2, "CUDA_ERROR_OUT_OF_MEMORY"},
                                                  {400, "CUDA_ERROR_INVALID_HANDLE"},
                                                  {700, "CUDA_ERROR_ILLEGAL_ADDRESS"},
                                                  {710, "CUDA_ERROR_ASSERT"}};
    const auto found = names.find(result);
    *name = found == names.end() ? nullptr : found->second;
    return found == names.end() ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult, const char** text) { return *text = "fake", CUDA_SUCCESS; }

CUresult cuDeviceGet(CUdevice* device, int ordinal) {
    *device = ordinal;
    return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}
CUresult cuDeviceGetCount(int* count) { return *count = 1, CUDA_SUCCESS; }
CUresult cuDeviceGetName(char* name, int size, CUdevice) {
    std::strncpy(name, "Fake GPU", static_cast<std::size_t>(size));
    return CUDA_SUCCESS;
}
CUresult cuDeviceGetUuid(CUuuid*, CUdevice) { return CUDA_SUCCESS; }
CUresult cuDeviceTotalMem(std::size_t* size, CUdevice) {
    return *size = kMemoryBytes, CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int* value, CUdevice_attribute which, CUdevice) {
    static const std::map<int, int> values{
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9},
        {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
        {CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES, 1},
        {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, kMultiprocessors},
        {CU_DEVICE_ATTRIBUTE_PCI_BUS_ID, 0x3b},
        {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1'000'000},
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0},
        {CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID, 0},
        {CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID, 0}};
    if (which > CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH) return CUDA_ERROR_INVALID_VALUE;
    const auto found = values.find(which);
    *value = found == values.end() ? 1024 : found->second;
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext* context, CUdevice) {
    const std::lock_guard lock(driver_mutex);
    if (counts.primary_retains == 0 && primary.fault != CUDA_SUCCESS) return primary.fault;
    ++counts.primary_retains;
    *context = &primary;
    return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRelease(CUdevice) {
    const std::lock_guard lock(driver_mutex);
    if (--counts.primary_retains == 0) destroy_all_of(primary);
    return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxReset(CUdevice) {
    const std::lock_guard lock(driver_mutex);
    const CUresult result = primary.fault;
    ++counts.resets;
    destroy_all_of(primary);
    return result;
}
CUresult cuDevicePrimaryCtxSetFlags(CUdevice, unsigned flags) {
    const std::lock_guard lock(driver_mutex);
    counts.primary_flags = flags;
    return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxGetState(CUdevice, unsigned* flags, int* active) {
    const std::lock_guard lock(driver_mutex);
    *flags = counts.primary_flags;
    *active = counts.primary_retains > 0;
    return CUDA_SUCCESS;
}
CUresult cuCtxGetCurrent(CUcontext* context) { return *context = current(), CUDA_SUCCESS; }
CUresult cuCtxPushCurrent(CUcontext context) { return stack.push_back(context), CUDA_SUCCESS; }
CUresult cuCtxPopCurrent(CUcontext* context) {
    *context = current();
    stack.pop_back();
    return CUDA_SUCCESS;
}
CUresult cuCtxSynchronize() {
    const std::lock_guard lock(driver_mutex);
    return state();
}
CUresult cuCtxGetDevice(CUdevice* device) { return *device = 0, CUDA_SUCCESS; }
CUresult cuCtxGetLimit(std::size_t* value, CUlimit which) {
    const std::lock_guard lock(driver_mutex);
    *value = current()->limits[which];
    return state();
}
CUresult cuCtxSetLimit(CUlimit which, std::size_t value) {
    const std::lock_guard lock(driver_mutex);
    current()->limits[which] = value;
    return state();
}

CUresult cuMemGetInfo(std::size_t* free, std::size_t* total) {
    *free = *total = kMemoryBytes;
    return cuCtxSynchronize();
}
CUresult cuMemAlloc(CUdeviceptr* address, std::size_t size) { return allocate(address, size); }
CUresult cuMemFree(CUdeviceptr address) {
    const std::lock_guard lock(driver_mutex);
    counts.wrong_frees += host_memory.contains(std::bit_cast<const void*>(address));
    return destroy(address);
}
CUresult cuMemHostAlloc(void** address, std::size_t size, unsigned flags) {
    report("cuMemHostAlloc", {static_cast<long long>(size), flags});
    const std::lock_guard lock(driver_mutex);
    const CUresult result = allocate(address, size);
    if (result == CUDA_SUCCESS) host_memory.insert(*address);
    return result;
}
CUresult cuMemFreeHost(void* address) {
    const std::lock_guard lock(driver_mutex);
    counts.wrong_frees += host_memory.erase(address) == 0;
    return destroy(address);
}
CUresult cuPointerGetAttributes(unsigned count, CUpointer_attribute* names, void** values,
                                CUdeviceptr address) {
    const std::lock_guard lock(driver_mutex);
    ++counts.pointer_questions;
    const auto [start, size_bytes] = memory_around(address);
    for (unsigned i = 0; i < count; ++i) switch (names[i]) {
            case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
                *static_cast<CUdeviceptr*>(values[i]) = start;
                break;
            case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
                *static_cast<std::size_t*>(values[i]) = size_bytes;
                break;
            case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
                *static_cast<CUdeviceptr*>(values[i]) =
                    start == peers_memory && !peers_are_open ? 0 : address;
                break;
            case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
                *static_cast<unsigned*>(values[i]) = start == 0 ? 0 : CU_MEMORYTYPE_DEVICE;
                break;
            case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
                *static_cast<int*>(values[i]) = start != 0 && start == peers_memory ? 1 : 0;
                break;
            default: *static_cast<int*>(values[i]) = 0; break;
        }
    return state();
}
CUresult cuMemPoolCreate(CUmemoryPool* pool, const CUmemPoolProps*) { return make(pool); }
CUresult cuMemPoolDestroy(CUmemoryPool pool) { return destroy(pool); }
CUresult cuMemPoolTrimTo(CUmemoryPool pool, std::size_t size) {
    report("cuMemPoolTrimTo", {static_cast<long long>(size)});
    return look(pool);
}
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute, void*) { return look(pool); }
CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute, void* value) {
    return *static_cast<cuuint64_t*>(value) = 0, look(pool);
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr* address, std::size_t size, CUmemoryPool pool,
                                 CUstream stream) {
    if (const CUresult result = look(pool); result != CUDA_SUCCESS) return result;
    if (const CUresult result = look(stream); result != CUDA_SUCCESS) return result;
    if (is_captured(stream)) return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return allocate(address, size);
}
CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream) {
    return is_captured(stream) ? CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED : destroy(address);
}
CUresult cuMemsetD32Async(CUdeviceptr, unsigned, std::size_t, CUstream stream) {
    return look(stream);
}
CUresult cuMemcpyDtoHAsync(void*, CUdeviceptr, std::size_t, CUstream stream) {
    return look(stream);
}

CUresult cuCtxGetStreamPriorityRange(int* least, int* greatest) {
    *least = 0;
    *greatest = -5;
    return cuCtxSynchronize();
}
CUresult cuStreamCreateWithPriority(CUstream* stream, unsigned flags, int priority) {
    report("cuStreamCreateWithPriority", {flags, priority});
    return make(stream);
}
CUresult cuStreamDestroy(CUstream stream) { return destroy(stream); }
CUresult cuStreamSynchronize(CUstream stream) { return look(stream); }
CUresult cuStreamQuery(CUstream stream) { return look(stream); }
CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus* status) {
    return *status = CU_STREAM_CAPTURE_STATUS_NONE, look(stream);
}
// Runs the function on a driver thread, where calls to the driver are not permitted.
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void* data) {
    if (const CUresult result = look(stream); result != CUDA_SUCCESS) return result;
    std::thread([function, data] {
        is_in_host_call = true;
        function(data);
    }).join();
    return CUDA_SUCCESS;
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent, unsigned) { return look(stream); }
CUresult cuEventCreate(CUevent* event, unsigned flags) {
    report("cuEventCreate", {flags});
    return make(event);
}
CUresult cuEventDestroy(CUevent event) { return destroy(event); }
CUresult cuEventRecord(CUevent event, CUstream) { return look(event); }
CUresult cuEventSynchronize(CUevent event) { return look(event); }
CUresult cuEventQuery(CUevent event) { return look(event); }

// Records all options except the log buffers.
CUresult cuModuleLoadDataEx(CUmodule* module, const void*, unsigned count, CUjit_option* options,
                            void** values) {
    std::vector<long long> recorded;
    for (unsigned i = 0; i < count; ++i) {
        if (options[i] >= CU_JIT_INFO_LOG_BUFFER &&
            options[i] <= CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
            continue;
        recorded.push_back(options[i]);
        recorded.push_back(reinterpret_cast<long long>(values[i]));
    }
    report("cuModuleLoadDataEx", std::move(recorded));
    return make(module);
}
CUresult cuModuleUnload(CUmodule module) { return destroy(module); }
CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char*) {
    const CUresult result = look(module);
    *function = reinterpret_cast<CUfunction>(module);
    return result;
}
CUresult cuFuncGetAttribute(int* value, CUfunction_attribute, CUfunction) {
    return *value = 1024, CUDA_SUCCESS;
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction, int, std::size_t) {
    return *blocks = kResidentBlocks, CUDA_SUCCESS;
}
CUresult cuLaunchKernelEx(const CUlaunchConfig* config, CUfunction function, void**, void**) {
    const std::lock_guard lock(driver_mutex);
    ++counts.launches;
    const CUresult result = look(function);
    if (result == CUDA_SUCCESS) launch_or_capture(*config, function);
    return result;
}
CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream, void** arguments, void** extra) {
    const CUlaunchConfig config{.gridDimX = grid_x,
                                .gridDimY = grid_y,
                                .gridDimZ = grid_z,
                                .blockDimX = block_x,
                                .blockDimY = block_y,
                                .blockDimZ = block_z,
                                .sharedMemBytes = shared_bytes,
                                .hStream = stream,
                                .attrs = nullptr,
                                .numAttrs = 0};
    return cuLaunchKernelEx(&config, function, arguments, extra);
}

}  // extern "C"
