// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <future>

#include <glint/driver/stream.hpp>

namespace glint::test {

/// Holds a stream up at this place until it is opened, at the latest when the test ends.
class Gate {
public:
    explicit Gate(Stream& stream) {
        // Not for ever: a device that cannot go on while a host call waits must fail, not hang.
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
