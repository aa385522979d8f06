// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>

namespace glint::test {

/// Calls `work(number)` on `count` threads at once, with a number from 0 to `count` - 1. Fails the
/// test if `work` throws an Error.
inline void on_threads(int count, const std::function<void(int)>& work) {
    std::vector<std::thread> threads;
    std::atomic<int> waiting = count;
    for (int number = 0; number < count; ++number)
        threads.emplace_back([&, number] {
            --waiting;
            while (waiting > 0) std::this_thread::yield();
            try {
                work(number);
            } catch (const Error& error) {
                ADD_FAILURE() << "thread " << number << ": " << error.what();
            }
        });
    for (std::thread& thread : threads) thread.join();
}

}  // namespace glint::test
