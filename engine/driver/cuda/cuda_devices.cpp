#include <glint/driver/cuda/cuda_devices.hpp>

#include <algorithm>
#include <map>
#include <mutex>

#include <fmt/format.h>

#include <glint/driver/cuda/cuda_backend.hpp>

namespace glint::driver::cuda {
namespace {

int attribute(CUdevice device, CUdevice_attribute which) {
    int value = 0;
    check(api().cuDeviceGetAttribute(&value, which, device), "read a device attribute");
    return value;
}

unsigned count_attribute(CUdevice device, CUdevice_attribute which) {
    return static_cast<unsigned>(attribute(device, which));
}

std::string name_of(CUdevice device) {
    char name[256] = {};
    check(api().cuDeviceGetName(name, sizeof name, device), "read a device's name");
    return name;
}

Uuid uuid_of(CUdevice device) {
    CUuuid uuid{};
    check(api().cuDeviceGetUuid(&uuid, device), "read a device's UUID");
    Uuid copy;
    std::copy_n(reinterpret_cast<const std::uint8_t*>(uuid.bytes), copy.size(), copy.begin());
    return copy;
}

std::string architecture_of(CUdevice device) {
    return fmt::format("sm_{}{}", attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
                       attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR));
}

}  // namespace

CUdevice device_at(int ordinal) {
    CUdevice device = 0;
    check(api().cuDeviceGet(&device, ordinal), fmt::format("find GPU {}", ordinal));
    return device;
}

DeviceInfo describe(int ordinal) {
    const CUdevice device = device_at(ordinal);
    DeviceInfo info;
    info.kind = BackendKind::cuda;
    info.ordinal = ordinal;
    info.name = name_of(device);
    info.architecture = architecture_of(device);
    info.uuid = uuid_of(device);
    check(api().cuDeviceTotalMem(&info.memory_bytes, device), "read a device's memory size");
    info.multiprocessors = count_attribute(device, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
    info.warp_size = count_attribute(device, CU_DEVICE_ATTRIBUTE_WARP_SIZE);
    info.max_threads_per_block = count_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    info.max_block = {count_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X),
                      count_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
                      count_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)};
    info.max_grid = {count_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X),
                     count_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
                     count_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)};
    info.max_shared_bytes_per_block =
        count_attribute(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
    info.images = image_limits(device);
    return info;
}

std::vector<DeviceInfo> devices() {
    std::vector<DeviceInfo> found;
    if (!find_api()) return found;
    int count = 0;
    check(api().cuDeviceGetCount(&count), "count the GPUs");
    for (int ordinal = 0; ordinal < count; ++ordinal) found.push_back(describe(ordinal));
    return found;
}

std::shared_ptr<Backend> open(int ordinal) {
    // One backend for each GPU: what is made on it can be passed between its users.
    static std::mutex mutex;
    static std::map<int, std::weak_ptr<Backend>> open_now;
    const std::lock_guard lock(mutex);
    if (auto backend = open_now[ordinal].lock()) return backend;
    auto backend = std::make_shared<CudaBackend>(ordinal);
    open_now[ordinal] = backend;
    return backend;
}

std::string unavailable_reason() {
    if (!find_api()) return missing_reason();
    int count = 0;
    if (api().cuDeviceGetCount(&count) != CUDA_SUCCESS || count == 0)
        return "the NVIDIA driver finds no GPU";
    return {};
}

int driver_version() {
    int version = 0;
    if (find_api()) check(api().cuDriverGetVersion(&version), "read the driver's version");
    return version;
}

}  // namespace glint::driver::cuda
