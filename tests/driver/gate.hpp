// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <future>

#include <glint/driver/stream.hpp>

namespace glint::test {

/// Blocks a stream at this point until open() is called; the destructor calls it, too.
class Gate {
public:
    explicit Gate(Stream& stream) {
        // Uses a timeout, so that a device that cannot continue during a host call fails instead of
        // hanging.
        stream.call(
            [open = opened_.get_future().share()] { open.wait_for(std::chrono::seconds(10)); });
    }
    ~Gate() {
        if (!is_open_) open();
    }
    Gate(const Gate&) = delete;
    Gate& operator=(const Gate&) = delete;

    void open() {
        is_open_ = true;
        opened_.set_value();
    }

private:
    std::promise<void> opened_;
    bool is_open_ = false;
};

}  // namespace glint::test
