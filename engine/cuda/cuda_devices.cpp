// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_devices.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/cuda/cuda_backend.hpp>

namespace glint::driver::cuda {
namespace {

constexpr auto kClusterLaunch = static_cast<CUdevice_attribute>(120);  // CUDA 11 does not name it

unsigned count_attribute(CUdevice device, CUdevice_attribute which) {
    return static_cast<unsigned>(device_attribute(device, which));
}

std::string model_name_of(CUdevice device) {
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

std::string pci_bus_id_of(CUdevice device) {
    return fmt::format("{:04x}:{:02x}:{:02x}.0",
                       device_attribute(device, CU_DEVICE_ATTRIBUTE_PCI_DOMAIN_ID),
                       device_attribute(device, CU_DEVICE_ATTRIBUTE_PCI_BUS_ID),
                       device_attribute(device, CU_DEVICE_ATTRIBUTE_PCI_DEVICE_ID));
}

// Returns the attribute's value, or 0 if an old driver does not know the attribute.
unsigned count_if_known(CUdevice device, CUdevice_attribute which) {
    return static_cast<unsigned>(find_attribute(device, which).value_or(0));
}

bool has(CUdevice device, CUdevice_attribute which) { return count_if_known(device, which) != 0; }

void describe_hardware(CUdevice device, DeviceInfo& info) {
    info.pci_bus_id = pci_bus_id_of(device);
    info.clock_hz = std::uint64_t{count_if_known(device, CU_DEVICE_ATTRIBUTE_CLOCK_RATE)} * 1000;
    info.l2_bytes = count_if_known(device, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    info.max_threads_per_multiprocessor =
        count_if_known(device, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
    info.registers_per_multiprocessor =
        count_if_known(device, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR);
    info.shared_bytes_per_multiprocessor =
        count_if_known(device, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
    info.async_engines = count_if_known(device, CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT);
    info.integrated = has(device, CU_DEVICE_ATTRIBUTE_INTEGRATED);
    info.has_ecc = has(device, CU_DEVICE_ATTRIBUTE_ECC_ENABLED);
    info.managed_memory = has(device, CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY);
    info.cooperative_launch = has(device, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH);
    info.cluster_launch = has(device, kClusterLaunch);
}

#if CUDA_VERSION >= 13000
#define GLINT_SAME_NUMBER(name, cuda_name, number) \
    static_assert(CU_DEVICE_ATTRIBUTE_##cuda_name == number);
GLINT_DEVICE_ATTRIBUTES(GLINT_SAME_NUMBER)
#undef GLINT_SAME_NUMBER
#endif

}  // namespace

int device_attribute(CUdevice device, CUdevice_attribute which) {
    int value = 0;
    check(api().cuDeviceGetAttribute(&value, which, device), "read a device attribute");
    return value;
}

std::optional<int> find_attribute(CUdevice device, CUdevice_attribute which) {
    int value = 0;
    if (api().cuDeviceGetAttribute(&value, which, device) != CUDA_SUCCESS) return std::nullopt;
    return value;
}

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
    info.name = model_name_of(device);
    info.compute_capability = {
        count_attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
        count_attribute(device, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)};
    info.architecture =
        fmt::format("sm_{}{}", info.compute_capability.major, info.compute_capability.minor);
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
    describe_hardware(device, info);
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

std::string unavailable_reason() {
    if (!find_api()) return missing_reason();
    int count = 0;
    if (api().cuDeviceGetCount(&count) != CUDA_SUCCESS || count == 0)
        return "the NVIDIA driver finds no GPU";
    return {};
}

int header_version() noexcept { return CUDA_VERSION; }

int driver_version() {
    int version = 0;
    if (find_api()) check(api().cuDriverGetVersion(&version), "read the driver's version");
    return version;
}

}  // namespace glint::driver::cuda
