// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <exception>
#include <functional>
#include <string>
#include <utility>

#include <glint/base/trace.hpp>

namespace glint::cpu {

/// Logs the operations of a backend if `$GLINT_TRACE` enabled tracing when the backend was created.
/// When queued work is done, logs it with its duration.
class Trace {
public:
    bool is_on() const noexcept { return is_on_; }

    /// Returns a function that runs `work` and then logs a line that starts with `text()`.
    template <class Text, class Work>
    std::function<void()> around(const Text& text, Work work) const {
        if (!is_on_) return work;
        return [call = std::string(text()), work = std::move(work)] { run(call, work); };
    }

    /// Logs an operation that is already done. The line contains `text()` and `result()`.
    template <class Text, class Result>
    void report(const Text& text, const Result& result) const {
        if (is_on_) write_trace(text(), result(), {});
    }

private:
    template <class Work>
    static void run(const std::string& call, const Work& work) {
        const auto start = std::chrono::steady_clock::now();
        const auto end = [&](const char* result) {
            write_trace(call, result, std::chrono::steady_clock::now() - start);
        };
        try {
            work();
        } catch (const std::exception& failure) {
            end(failure.what());
            throw;
        }
        end("done");
    }

    const bool is_on_ = trace_is_wanted();
};

}  // namespace glint::cpu
