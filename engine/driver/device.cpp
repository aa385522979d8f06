// SPDX-License-Identifier: MIT
#include <glint/driver/device.hpp>

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/backend/detail/cpu_entry.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/cuda/cuda_devices.hpp>
#include <glint/driver/detail/cpu_library.hpp>

namespace glint {
namespace {

// Returns the only CPU backend of this process. The threads of a second backend would compete with
// those of the first.
std::shared_ptr<driver::Backend> open_cpu() {
    static std::mutex mutex;
    static std::weak_ptr<driver::Backend> open_now;
    const std::lock_guard lock(mutex);
    if (auto backend = open_now.lock()) return backend;
    auto* open = reinterpret_cast<driver::cpu_entry::OpenBackend*>(
        driver::cpu_library().find(driver::cpu_entry::kOpenBackend));
    std::shared_ptr<driver::Backend> backend;
    open(&backend);
    open_now = backend;
    return backend;
}

[[noreturn]] void throw_not_found(std::string_view name) {
    std::vector<std::string> known;
    for (const DeviceInfo& info : driver::cuda::devices())
        known.push_back(fmt::format("cuda:{} ({})", info.ordinal, info.name));
    known.emplace_back("cpu");
    const std::string why = cuda_unavailable_reason();
    throw Error(
        ErrorCode::not_found, fmt::format("open device '{}'", name),
        fmt::format("the device was not found. This machine has {}{}{}", fmt::join(known, ", "),
                    why.empty() ? "" : ". No GPU is available, because ", why));
}

// Returns the GPU with the most multiprocessors. If several have the same number, returns the one
// with the most memory.
const DeviceInfo& best_of(const std::vector<DeviceInfo>& gpus) {
    return *std::ranges::max_element(gpus, {}, [](const DeviceInfo& gpu) {
        return std::pair(gpu.multiprocessors, gpu.memory_bytes);
    });
}

Device open_gpu(const DeviceInfo& gpu, const DeviceOptions& options) {
    if (options.host_wait) driver::cuda::set_host_wait(gpu.ordinal, *options.host_wait);
    return Device(driver::cuda::open(gpu.ordinal));
}

Device open_auto(const DeviceOptions& options) {
    const char* wish = std::getenv("GLINT_DEVICE");
    if (wish && *wish && std::string_view(wish) != "auto") return Device::open(wish, options);
    const std::vector<DeviceInfo> gpus = driver::cuda::devices();
    return gpus.empty() ? Device(open_cpu()) : open_gpu(best_of(gpus), options);
}

// Returns true if `name` is the PCI bus ID of the GPU. Also accepts the format of nvidia-smi, with
// capital letters and more leading zeros.
bool is_at(const DeviceInfo& gpu, std::string_view name) {
    const std::string place = text::lower_case(name);
    return place.ends_with(gpu.pci_bus_id) &&
           place.find_first_not_of('0') >= place.size() - gpu.pci_bus_id.size();
}

bool is_called(const DeviceInfo& gpu, std::string_view name) {
    return to_string(gpu.uuid) == name || is_at(gpu, name) ||
           fmt::format("cuda:{}", gpu.ordinal) == name ||
           text::lower_case(gpu.name).find(text::lower_case(name)) != std::string::npos;
}

driver::ContextSettings& settings(driver::Backend& backend, const std::string& operation) {
    if (driver::ContextSettings* found = backend.settings()) return *found;
    throw Error(ErrorCode::unsupported, operation,
                "the CPU does not have this setting, because kernels use the host's stacks, memory "
                "and caches");
}

}  // namespace

Device::Device(std::shared_ptr<driver::Backend> backend) noexcept : backend_(std::move(backend)) {}

Device Device::open(std::string_view name, const DeviceOptions& options) {
    if (name == "auto") return open_auto(options);
    if (name == "cpu") return Device(open_cpu());
    const std::vector<DeviceInfo> gpus = driver::cuda::devices();
    if (name == "cuda" && !gpus.empty()) return open_gpu(best_of(gpus), options);
    const auto found = std::ranges::find_if(
        gpus, [&](const DeviceInfo& gpu) { return !name.empty() && is_called(gpu, name); });
    if (found == gpus.end()) throw_not_found(name);
    return open_gpu(*found, options);
}

Device Device::adopt(void* cuda_context) { return Device(driver::cuda::adopt(cuda_context)); }

std::optional<int> Device::attribute(std::string_view name) const {
    if (const auto which = find_device_attribute(name)) return attribute(*which);
    std::vector<std::string> known;
    for (const DeviceAttribute which : device_attributes()) known.push_back(to_string(which));
    throw Error(ErrorCode::not_found, fmt::format("read the device attribute '{}'", name),
                "attribute not found" + text::did_you_mean(name, known));
}

std::size_t Device::limit(DeviceLimit which) const {
    return settings(*backend_, fmt::format("read the limit {}", to_string(which))).limit(which);
}

void Device::set_limit(DeviceLimit which, std::size_t value) {
    settings(*backend_, fmt::format("set the limit {} to {}", to_string(which), value))
        .set_limit(which, value);
}

CachePreference Device::cache_preference() const {
    return settings(*backend_, "read the cache preference").cache_preference();
}

void Device::set_cache_preference(CachePreference preference) {
    settings(*backend_, "set the cache preference").set_cache_preference(preference);
}

std::vector<DeviceInfo> devices() {
    std::vector<DeviceInfo> all = driver::cuda::devices();
    DeviceInfo cpu;
    cpu.kind = BackendKind::cpu;
    cpu.name = "CPU";
    all.push_back(cpu);
    return all;
}

std::string cuda_unavailable_reason() { return driver::cuda::unavailable_reason(); }

int cuda_header_version() noexcept { return driver::cuda::header_version(); }

int cuda_driver_version() { return driver::cuda::driver_version(); }

std::string to_string(const driver::Uuid& uuid) {
    std::string text = "GPU";
    for (std::size_t i = 0; i < uuid.size(); ++i)
        text += fmt::format("{}{:02x}", i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                            uuid[i]);
    return text;
}

}  // namespace glint
