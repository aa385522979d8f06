#include <glint/base/log.hpp>

#include <atomic>
#include <mutex>
#include <set>
#include <string>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <glint/base/environment.hpp>

namespace glint::log {
namespace {

std::atomic<std::size_t> complaints = 0;

spdlog::logger& logger() {
    static const auto instance = [] {
        auto made = std::make_shared<spdlog::logger>(
            "glint", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
        made->set_pattern("glint: %^%l%$: %v");
        const auto level = environment("GLINT_LOG");
        made->set_level(level ? spdlog::level::from_str(*level) : spdlog::level::info);
        return made;
    }();
    return *instance;
}

void write(spdlog::level::level_enum level, std::string_view message) {
    if (level >= spdlog::level::warn) ++complaints;
    logger().log(level, spdlog::string_view_t(message.data(), message.size()));
}

}  // namespace

void debug(std::string_view message) { write(spdlog::level::debug, message); }
void info(std::string_view message) { write(spdlog::level::info, message); }
void warning(std::string_view message) { write(spdlog::level::warn, message); }
void error(std::string_view message) { write(spdlog::level::err, message); }

void warning_once(std::string_view message) {
    static std::mutex mutex;
    static std::set<std::string, std::less<>> seen;
    const std::lock_guard lock(mutex);
    if (seen.emplace(message).second) warning(message);
}

std::size_t complaint_count() noexcept { return complaints; }

}  // namespace glint::log
