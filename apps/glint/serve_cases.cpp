// SPDX-License-Identifier: MIT
#include <apps/glint/commands.hpp>

#include <optional>

#include <glint/base/error.hpp>
#include <glint/compiler/loaded_modules.hpp>
#include <glint/driver/device.hpp>
#include <glint/driver/memory_pool.hpp>
#include <glint/studio/batch/case_runner.hpp>

namespace glint::apps {
namespace {

constexpr std::size_t kReservedBytes = 64'000'000;  // memory that is left for other programs

/// Opens the device before the first case, because opening a GPU can take longer than a whole case.
/// Returns nullopt on failure. Each case then reports the error itself.
std::optional<Device> open_if_exists(const std::string& name) {
    try {
        return Device::open(name);
    } catch (const Error&) {
        return std::nullopt;
    }
}

}  // namespace

int serve_cases(int socket, const std::string& device,
                const std::function<int(std::vector<std::string>)>& command) {
    const std::optional<Device> kept = open_if_exists(device);
    std::optional<compiler::LoadedModules> modules;
    if (kept) modules.emplace(*kept);
    return studio::serve_cases(socket, [&](const std::vector<std::string>& arguments) {
        const int status = command(arguments);
        if (kept && status == 0) MemoryPool::default_of(*kept).trim(kReservedBytes);
        return status;
    });
}

}  // namespace glint::apps
