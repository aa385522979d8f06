// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/memory/memory_limits.hpp>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::cpu {
namespace {

namespace fs = std::filesystem;

// Memory that is left for other processes: 1/kReservedPart of the total memory, but at most
// kMaxReserved bytes.
constexpr std::size_t kReservedPart = 64;
constexpr std::size_t kMaxReserved = std::size_t{128} << 20;

/// Returns the number after `key` in a file whose lines consist of a key and a number. Returns
/// nullopt if the key is not found.
std::optional<std::size_t> number_value_in(const fs::path& path, const std::string& key) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string word;
        std::size_t value = 0;
        if (words >> word && word == key && words >> value) return value;
    }
    return std::nullopt;
}

/// Returns the number in a file, or nullopt if the file contains the word "max".
std::optional<std::size_t> number_in(const fs::path& path) {
    std::ifstream file(path);
    std::size_t value = 0;
    return file >> value ? std::optional(value) : std::nullopt;
}

/// Names of the files that describe the memory of a control group. They are different in the two
/// versions of control groups.
struct GroupFiles {
    const char* limit;
    const char* usage;
    const char* files_in_memory;  ///< key in the file memory.stat
};

constexpr GroupFiles kVersion1{"memory.limit_in_bytes", "memory.usage_in_bytes",
                               "total_inactive_file"};
constexpr GroupFiles kVersion2{"memory.max", "memory.current", "inactive_file"};

void apply_limit(MemoryLimits& limits, const fs::path& folder, const GroupFiles& files) {
    const auto limit = number_in(folder / files.limit), used = number_in(folder / files.usage);
    if (!limit || !used) return;
    const std::size_t droppable =
        number_value_in(folder / "memory.stat", files.files_in_memory).value_or(0);
    const std::size_t held = *used - std::min(droppable, *used);
    limits.total_bytes = std::min(limits.total_bytes, *limit);
    limits.available_bytes = std::min(limits.available_bytes, *limit - std::min(held, *limit));
}

/// Applies the limits of a control group and of all its ancestors. Also applies the limit of `top`,
/// because in a container `top` may itself be the group.
void apply_limits(MemoryLimits& limits, const fs::path& top, const fs::path& group,
                  const GroupFiles& files) {
    for (fs::path place = group.relative_path(); !place.empty(); place = place.parent_path())
        apply_limit(limits, top / place, files);
    apply_limit(limits, top, files);
}

std::size_t bytes_of(int count_of_pages) {
    return static_cast<std::size_t>(sysconf(count_of_pages)) *
           static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
}

/// Returns the memory of the machine. If `facts` cannot be read, the result is less accurate.
MemoryLimits limits_of_machine(const fs::path& facts) {
    constexpr std::size_t kKilobyte = 1024;
    const auto total = number_value_in(facts, "MemTotal:"),
               free = number_value_in(facts, "MemAvailable:");
    if (!total || !free) return {bytes_of(_SC_PHYS_PAGES), bytes_of(_SC_AVPHYS_PAGES)};
    return {*total * kKilobyte, *free * kKilobyte};
}

bool controls_memory(const std::string& controllers) {
    return ("," + controllers + ",").find(",memory,") != std::string::npos;
}

}  // namespace

MemoryLimits memory_limits(const fs::path& root) {
    MemoryLimits limits = limits_of_machine(root / "proc/meminfo");
    // Each line has the form ID:CONTROLLERS:PATH. In version 2, CONTROLLERS is empty.
    std::ifstream groups(root / "proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        const auto first = line.find(':'), second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const fs::path group = line.substr(second + 1), top = root / "sys/fs/cgroup";
        if (controllers.empty()) apply_limits(limits, top, group, kVersion2);
        if (controls_memory(controllers)) apply_limits(limits, top / "memory", group, kVersion1);
    }
    return limits;
}

std::size_t resident_bytes(const fs::path& root) {
    std::ifstream file(root / "proc/self/statm");
    std::size_t total = 0, resident = 0;
    file >> total >> resident;
    return resident * static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
}

bool fits(std::size_t size_bytes, const MemoryLimits& limits, std::size_t promised_bytes,
          std::size_t resident_bytes) noexcept {
    const std::size_t untouched = promised_bytes - std::min(promised_bytes, resident_bytes);
    const std::size_t reserved = std::min(limits.total_bytes / kReservedPart, kMaxReserved);
    const std::size_t taken = untouched + reserved;
    return taken <= limits.available_bytes && size_bytes <= limits.available_bytes - taken;
}

void check_fits(std::size_t size_bytes, std::size_t promised_bytes) {
    const MemoryLimits limits = memory_limits();
    if (fits(size_bytes, limits, promised_bytes, resident_bytes())) return;
    throw Error(
        ErrorCode::out_of_memory,
        fmt::format("allocate {} for the CPU", text::human_bytes(size_bytes)),
        fmt::format(
            "this machine has {} of memory, of which {} are free, and {} are already allocated",
            text::human_bytes(limits.total_bytes), text::human_bytes(limits.available_bytes),
            text::human_bytes(promised_bytes)));
}

}  // namespace glint::cpu
