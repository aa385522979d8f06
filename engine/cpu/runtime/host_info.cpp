// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/host_info.hpp>

#include <algorithm>
#include <fstream>
#include <string_view>
#include <thread>

#include <unistd.h>

#include <glint/base/environment.hpp>

namespace glint::cpu {
namespace {

constexpr unsigned kMaxWorkers = 1024;

// Returns the text after the colon in the first line that starts with `key`.
std::string text_value_in(const char* path, std::string_view key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(':');
        if (!line.starts_with(key) || colon == std::string::npos) continue;
        const auto first = line.find_first_not_of(" \t", colon + 1);
        return first == std::string::npos ? std::string() : line.substr(first);
    }
    return {};
}

}  // namespace

std::string cpu_name() {
    const std::string name = text_value_in("/proc/cpuinfo", "model name");
    return name.empty() ? "CPU" : name;
}

std::uint64_t highest_clock_hz() {
    std::ifstream file("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq");
    std::uint64_t kilohertz = 0;
    return file >> kilohertz ? kilohertz * 1000 : 0;
}

std::size_t cache_bytes(int level) {
    const long size = sysconf(level == 2 ? _SC_LEVEL2_CACHE_SIZE : _SC_LEVEL3_CACHE_SIZE);
    return size > 0 ? static_cast<std::size_t>(size) : 0;
}

unsigned worker_count() {
    const auto wish = environment_whole("GLINT_CPU_THREADS", kMaxWorkers);
    const auto count = static_cast<unsigned>(wish.value_or(0));
    return std::clamp(count > 0 ? count : std::thread::hardware_concurrency(), 1u, kMaxWorkers);
}

}  // namespace glint::cpu
