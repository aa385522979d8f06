// SPDX-License-Identifier: MIT
#include <glint/base/log.hpp>

#include <atomic>
#include <mutex>
#include <set>
#include <string>

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <glint/base/console.hpp>
#include <glint/base/environment.hpp>

namespace glint {
namespace {

std::atomic<std::size_t> complaints = 0;
std::atomic<log::Writer*> forwarded_to = nullptr;
thread_local int mutes_of_thread = 0;

spdlog::logger& logger() {
    static const auto instance = [] {
        auto made = std::make_shared<spdlog::logger>(
            "glint", std::make_shared<spdlog::sinks::stderr_color_sink_mt>());
        made->set_pattern("glint: %^%l%$: %v");
        const auto name = environment("GLINT_LOG");
        const auto level = name ? spdlog::level::from_str(*name) : spdlog::level::info;
        const bool is_unknown = level == spdlog::level::off && *name != "off";
        made->set_level(is_unknown ? spdlog::level::info : level);
        if (is_unknown)
            made->warn("{}", console::printable(
                                 fmt::format("GLINT_LOG='{}' is not one of debug, info, warning, "
                                             "error and off. The level info is used",
                                             *name)));
        return made;
    }();
    return *instance;
}

spdlog::level::level_enum level_of(log::Level level) noexcept {
    switch (level) {
        case log::Level::debug: return spdlog::level::debug;
        case log::Level::info: return spdlog::level::info;
        case log::Level::warning: return spdlog::level::warn;
        case log::Level::error: return spdlog::level::err;
    }
    return spdlog::level::err;
}

}  // namespace

void log::write(Level level, std::string_view message) {
    if (mutes_of_thread > 0) return;
    if (Writer* other = forwarded_to) return other(level, message);
    if (level >= Level::warning) ++complaints;
    const std::string text = console::message_text(message);
    logger().log(level_of(level), spdlog::string_view_t(text.data(), text.size()));
}

log::Muted::Muted() noexcept { ++mutes_of_thread; }
log::Muted::~Muted() { --mutes_of_thread; }

void log::forward_to(Writer* writer) noexcept { forwarded_to = writer; }

void log::debug(std::string_view message) { write(Level::debug, message); }
void log::info(std::string_view message) { write(Level::info, message); }
void log::warning(std::string_view message) { write(Level::warning, message); }
void log::error(std::string_view message) { write(Level::error, message); }

void log::warning_once(std::string_view message) {
    if (mutes_of_thread > 0) return;  // the message was not written: do not mark it as seen
    static std::mutex mutex;
    static std::set<std::string, std::less<>> seen;
    const std::lock_guard lock(mutex);
    if (seen.emplace(message).second) warning(message);
}

std::size_t log::complaint_count() noexcept { return complaints; }

}  // namespace glint
