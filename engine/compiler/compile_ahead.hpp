// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include <glint/driver/device.hpp>

namespace glint::compiler {

class CompileQueue;

/// Returns true if `device` is the stand-in device of a CompileAhead. A stand-in does not run
/// kernels. A program must not pass its memory to libraries that use the GPU, and must not expect
/// computed values in this memory.
bool is_stand_in(const Device& device);

/// Compiles the kernels that a program will need on a GPU before the program needs them, and stores
/// them in the disk cache. Uses up to 32 threads.
///
///     CompileAhead ahead(device);
///     ahead.start([](const Device& stand_in) { make_and_step_once(stand_in); });
///     while (!ahead.is_done()) show(ahead.progress());
///     make_and_step_once(device);  // loads each kernel from the cache
///
/// The program runs once on a stand-in device, which has the GPU's properties but does not run
/// kernels. Copies to it do nothing, and copies from it return zeros. The sources that the program
/// builds for it are compiled in parallel. If the program requests some kernels only for certain
/// computed values, this run may miss these kernels. They are then compiled when they are needed,
/// as without CompileAhead. Arrays whose size depends on computed values, such as selections and
/// octrees, have plausible sizes on the stand-in.
class CompileAhead {
public:
    struct Progress {
        unsigned done = 0;   ///< sources that are compiled or were in the cache
        unsigned total = 0;  ///< sources that the program has requested
    };

    /// Creates a stand-in with the properties of `device`. Throws Error(unsupported) for the CPU.
    explicit CompileAhead(const Device& device);
    /// Creates a stand-in for an architecture such as "sm_90"; this machine need not have such a
    /// GPU. The stand-in has the number of multiprocessors and the memory of a typical GPU of this
    /// architecture. Throws Error(invalid_argument) if `architecture` has another format.
    explicit CompileAhead(std::string_view architecture);
    /// Cancels the compilations that have not started, and waits for the running ones.
    ~CompileAhead();
    CompileAhead(const CompileAhead&) = delete;
    CompileAhead& operator=(const CompileAhead&) = delete;

    /// was_done() returns true if note_done() was called with this description for a GPU with the
    /// same properties, even in an earlier process: note_done() writes a note to the disk cache.
    /// `description` must contain all information that determines which kernels the program needs.
    bool was_done(const std::string& description) const;
    void note_done(const std::string& description) const;

    /// Runs `program` on a separate thread. Call this function only once.
    void start(std::function<void(const Device& stand_in)> program);

    Progress progress() const;
    /// Returns true if the program has ended and all its sources are compiled.
    bool is_done() const;
    /// Waits until is_done() returns true.
    void wait();
    /// Returns the error that ended the program, or "" if the program finished. Call it only after
    /// is_done() has returned true.
    const std::string& failure() const noexcept;

private:
    struct State;
    void run(const std::function<void(const Device&)>& program);

    std::shared_ptr<CompileQueue> queue_;
    std::unique_ptr<State> state_;
    Device stand_in_;
    std::jthread thread_;  // last, because it uses the other members
};

}  // namespace glint::compiler

namespace glint {
using compiler::CompileAhead;
using compiler::is_stand_in;
}  // namespace glint
