#include <glint/driver/device.hpp>

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/cpu_library.hpp>
#include <glint/driver/cuda/cuda_devices.hpp>

namespace glint {
namespace {

// One backend, as for each GPU: its threads would only get in each other's way.
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
    throw Error(ErrorCode::not_found, fmt::format("open device '{}'", name),
                fmt::format("there is no such device; this machine has {}{}{}",
                            fmt::join(known, ", "), why.empty() ? "" : "; no GPU, because ", why));
}

// More multiprocessors, then more memory: the GPU that a user would pick.
const DeviceInfo& best_of(const std::vector<DeviceInfo>& gpus) {
    return *std::ranges::max_element(gpus, {}, [](const DeviceInfo& gpu) {
        return std::pair(gpu.multiprocessors, gpu.memory_bytes);
    });
}

Device open_auto() {
    const char* wish = std::getenv("GLINT_DEVICE");
    if (wish && *wish && std::string_view(wish) != "auto") return Device::open(wish);
    const std::vector<DeviceInfo> gpus = driver::cuda::devices();
    return Device(gpus.empty() ? open_cpu() : driver::cuda::open(best_of(gpus).ordinal));
}

bool is_called(const DeviceInfo& gpu, std::string_view name) {
    return to_string(gpu.uuid) == name || fmt::format("cuda:{}", gpu.ordinal) == name ||
           text::lower_case(gpu.name).find(text::lower_case(name)) != std::string::npos;
}

}  // namespace

Device::Device(std::shared_ptr<driver::Backend> backend) noexcept : backend_(std::move(backend)) {}

Device Device::open(std::string_view name) {
    if (name == "auto") return open_auto();
    if (name == "cpu") return Device(open_cpu());
    const std::vector<DeviceInfo> gpus = driver::cuda::devices();
    if (name == "cuda" && !gpus.empty()) return Device(driver::cuda::open(best_of(gpus).ordinal));
    const auto found = std::ranges::find_if(
        gpus, [&](const DeviceInfo& gpu) { return !name.empty() && is_called(gpu, name); });
    if (found == gpus.end()) throw_not_found(name);
    return Device(driver::cuda::open(found->ordinal));
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

int cuda_driver_version() { return driver::cuda::driver_version(); }

std::string to_string(const driver::Uuid& uuid) {
    std::string text = "GPU";
    for (std::size_t i = 0; i < uuid.size(); ++i)
        text += fmt::format("{}{:02x}", i == 0 || i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "",
                            uuid[i]);
    return text;
}

}  // namespace glint
