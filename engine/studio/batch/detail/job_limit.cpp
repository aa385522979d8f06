// SPDX-License-Identifier: MIT
#include <glint/studio/batch/detail/job_limit.hpp>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>
#include <thread>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/monitor.hpp>

namespace glint::studio {
namespace {

// Host memory of a glint process with an empty state, and device memory of a CUDA context.
constexpr std::size_t kProcessBytes = 250'000'000;
constexpr std::size_t kContextBytes = 700'000'000;
// Maximum number of cases per GPU. Two processes on a GPU take longer together than in sequence.
constexpr std::size_t kMaxOnGpu = 1;

std::optional<std::size_t> number_in_file(const char* file) {
    std::ifstream in(file);
    std::string word;
    if (!(in >> word)) return std::nullopt;
    if (const auto number = text::parse_unsigned(word)) return *number;
    return std::nullopt;
}

std::size_t available_host_bytes() {
    std::ifstream in("/proc/meminfo");
    for (std::string name, unit; in >> name;) {
        std::size_t kilobytes = 0;
        if (!(in >> kilobytes)) break;
        if (name == "MemAvailable:") return kilobytes * 1024;
        std::getline(in, unit);
    }
    return std::numeric_limits<std::size_t>::max();
}

/// Returns the memory left in this process's container (cgroup v2 or v1), or the maximum of
/// std::size_t if the container does not have a limit.
std::size_t bytes_left_of_group() {
    auto most = number_in_file("/sys/fs/cgroup/memory.max");
    auto used = number_in_file("/sys/fs/cgroup/memory.current");
    if (!most) most = number_in_file("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    if (!used) used = number_in_file("/sys/fs/cgroup/memory/memory.usage_in_bytes");
    if (!most || !used) return std::numeric_limits<std::size_t>::max();
    return *most > *used ? *most - *used : 0;
}

std::size_t fitting(std::size_t bytes, std::size_t each) { return bytes / 10 * 9 / each; }

}  // namespace

Resources find_resources(bool uses_gpu) {
    Resources found{.cores = std::max(std::thread::hardware_concurrency(), 1u),
                    .host_bytes = std::min(available_host_bytes(), bytes_left_of_group())};
    if (!uses_gpu) return found;
    for (const DeviceMemoryUse& use : gpu_memory()) {
        ++found.gpus;
        found.gpu_bytes = std::min(found.gpu_bytes.value_or(use.free), use.free);
    }
    return found;
}

std::size_t max_jobs(const Resources& resources, const CaseNeed& need) {
    const std::size_t on_host = resources.gpu_bytes ? 0 : need.state_bytes;
    const std::size_t host =
        need.measured_bytes > 0 ? need.measured_bytes : kProcessBytes + on_host;
    std::size_t jobs = std::min(resources.cores, fitting(resources.host_bytes, host));
    if (resources.gpu_bytes)
        jobs = std::min(jobs, std::max(resources.gpus, std::size_t(1)) *
                                  std::min(kMaxOnGpu, fitting(*resources.gpu_bytes,
                                                              kContextBytes + need.state_bytes)));
    return std::max(jobs, std::size_t(1));
}

}  // namespace glint::studio
