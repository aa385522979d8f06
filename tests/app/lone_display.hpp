#pragma once

#include <filesystem>
#include <optional>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <gl/virtual_display.hpp>

namespace glint::test {

/// A virtual display of one test at a time, which others wait for. Where tests run side by side, an
/// Xvfb that ends removes the socket of one that has taken its number over.
class LoneDisplay {
public:
    LoneDisplay()
        : lock_(::open((std::filesystem::temp_directory_path() / "glint-test-display").c_str(),
                       O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
        ::flock(lock_, LOCK_EX);
        display_ = VirtualDisplay::start();
    }
    LoneDisplay(const LoneDisplay&) = delete;
    LoneDisplay& operator=(const LoneDisplay&) = delete;
    ~LoneDisplay() {
        display_.reset();  // before the next may start
        ::close(lock_);
    }

    /// False where Xvfb is not installed or does not start.
    explicit operator bool() const noexcept { return display_.has_value(); }

private:
    int lock_;
    std::optional<VirtualDisplay> display_;
};

}  // namespace glint::test
