#include <gl/virtual_display.hpp>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

namespace glint::test {
namespace {

/// What the server writes once it is ready: its display's number. Empty if it ends before.
std::string read_number(int descriptor) {
    std::string text;
    char character = 0;
    while (read(descriptor, &character, 1) == 1 && character != '\n') text += character;
    return text;
}

pid_t spawn_server(int number_descriptor) {
    const std::string descriptor = std::to_string(number_descriptor);
    const char* arguments[] = {"Xvfb",      "-displayfd", descriptor.c_str(),
                               "-screen",   "0",          "1024x768x24",
                               "-nolisten", "tcp",        nullptr};
    pid_t server = 0;
    const int failed = posix_spawnp(&server, "Xvfb", nullptr, nullptr,
                                    const_cast<char* const*>(arguments), environ);
    return failed ? 0 : server;
}

/// Waits until no other process has the lock, and takes it.
int take_lock() {
    const auto path = std::filesystem::temp_directory_path() / "glint-test-display";
    const int lock = open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666);
    flock(lock, LOCK_EX);
    return lock;
}

}  // namespace

std::optional<VirtualDisplay> VirtualDisplay::start() {
    int ends[2];
    if (pipe(ends) != 0) return std::nullopt;
    const int lock = take_lock();
    const pid_t server = spawn_server(ends[1]);
    close(ends[1]);
    const std::string number = server ? read_number(ends[0]) : "";
    close(ends[0]);
    if (!number.empty()) return VirtualDisplay(server, ":" + number, lock);
    close(lock);
    return std::nullopt;
}

VirtualDisplay::VirtualDisplay(pid_t server, const std::string& name, int lock)
    : server_(server), lock_(lock) {
    setenv("DISPLAY", name.c_str(), 1);
}

VirtualDisplay::VirtualDisplay(VirtualDisplay&& other) noexcept
    : server_(std::exchange(other.server_, 0)), lock_(std::exchange(other.lock_, -1)) {}

VirtualDisplay& VirtualDisplay::operator=(VirtualDisplay&& other) noexcept {
    std::swap(server_, other.server_);
    std::swap(lock_, other.lock_);
    return *this;
}

VirtualDisplay::~VirtualDisplay() {
    if (!server_) return;
    kill(server_, SIGTERM);
    waitpid(server_, nullptr, 0);
    close(lock_);  // only now may the next start
    unsetenv("DISPLAY");
}

}  // namespace glint::test
