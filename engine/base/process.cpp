// SPDX-License-Identifier: MIT
#include <glint/base/process.hpp>

#include <system_error>
#include <utility>

#include <pthread.h>

#include <glint/base/error.hpp>

namespace glint::detail {

Process::Process() noexcept {
    static const int watched =
        pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
    (void)watched;
    forks_ = forks.load(std::memory_order_relaxed);
}

void Process::refuse(const char* operation) {
    throw Error(
        ErrorCode::invalid_state, operation,
        "this process was forked from the process that opened the device, and does not have the "
        "threads of that process. Open devices after the fork, or start another program");
}

OwnThread::OwnThread(std::function<void()> work) try : thread_(std::move(work)) {
} catch (const std::system_error& error) {
    throw Error(ErrorCode::out_of_memory, "start a thread", error.what());
}

void OwnThread::join() noexcept {
    if (!thread_.joinable()) return;
    if (process_.is_this()) return thread_.join();
    // In a forked process, the thread object refers to a thread that does not exist, so it cannot
    // be joined or detached. Leak the object, because its destructor would end the program.
    new std::thread(std::move(thread_));  // NOLINT(cppcoreguidelines-owning-memory)
}

}  // namespace glint::detail
