// SPDX-License-Identifier: MIT
#include <gl/virtual_display.hpp>

#include <csignal>
#include <cstdlib>
#include <utility>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace glint::test {
namespace {

/// Reads the display number that the server writes once it is ready. Returns an empty string if the
/// server ends before that.
std::string read_number(int descriptor) {
    std::string text;
    char character = 0;
    while (read(descriptor, &character, 1) == 1 && character != '\n') text += character;
    return text;
}

// A display number specific to this process. If each server chose the first free number, a server
// that ends could remove the socket of another server that has reused the number.
std::string display_name() { return ":" + std::to_string(100 + getpid() % 30000); }

pid_t spawn_server(int number_descriptor) {
    const std::string display = display_name();
    const std::string descriptor = std::to_string(number_descriptor);
    const char* arguments[] = {"Xvfb",      display.c_str(), "-displayfd", descriptor.c_str(),
                               "-noreset",  "-screen",       "0",          "1024x768x24",
                               "-nolisten", "tcp",           nullptr};
    pid_t server = 0;
    const int failed = posix_spawnp(&server, "Xvfb", nullptr, nullptr,
                                    const_cast<char* const*>(arguments), environ);
    return failed ? 0 : server;
}

}  // namespace

std::optional<VirtualDisplay> VirtualDisplay::start() {
    int ends[2];
    if (pipe(ends) != 0) return std::nullopt;
    const pid_t server = spawn_server(ends[1]);
    close(ends[1]);
    const std::string number = server ? read_number(ends[0]) : "";
    close(ends[0]);
    if (number.empty()) return std::nullopt;
    return VirtualDisplay(server, ":" + number);
}

VirtualDisplay::VirtualDisplay(pid_t server, const std::string& name) : server_(server) {
    setenv("DISPLAY", name.c_str(), 1);
}

VirtualDisplay::VirtualDisplay(VirtualDisplay&& other) noexcept
    : server_(std::exchange(other.server_, 0)) {}

VirtualDisplay& VirtualDisplay::operator=(VirtualDisplay&& other) noexcept {
    std::swap(server_, other.server_);
    return *this;
}

VirtualDisplay::~VirtualDisplay() {
    if (!server_) return;
    kill(server_, SIGTERM);
    waitpid(server_, nullptr, 0);
    unsetenv("DISPLAY");
}

}  // namespace glint::test
