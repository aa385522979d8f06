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

/// Returns true if this is the stand-in device of a CompileAhead, which does not run kernels. A
/// program must not pass memory of this device to libraries that use the GPU, and must not expect
/// computed values from it.
bool is_stand_in(const Device& device);

/// Fills the disk cache with the kernels that a program will need on a GPU, on all cores, before
/// it needs them.
///
///     CompileAhead ahead(device);
///     ahead.start([](const Device& stand_in) { make_and_step_once(stand_in); });
///     while (!ahead.is_done()) show(ahead.progress());
///     make_and_step_once(device);  // loads each kernel from the cache
///
/// The program runs once on a stand-in device, which has the GPU's properties but does not run
/// kernels. Copies to it do nothing, and copies from it return zeros. The sources that the program
/// builds for it are compiled in parallel. Kernels that depend on computed values may be missed;
/// they are compiled when needed, as without CompileAhead. Selections and octrees report likely
/// counts.
class CompileAhead {
public:
    struct Progress {
        unsigned done = 0;   ///< sources compiled, or found in the cache
        unsigned total = 0;  ///< sources that the program has requested so far
    };

    /// Creates a stand-in for an open GPU. Throws Error(unsupported) for the CPU.
    explicit CompileAhead(const Device& device);
    /// Creates a stand-in for a GPU that need not be in this machine, such as "sm_90". It has the
    /// number of multiprocessors and the memory of a typical GPU of this architecture. Throws
    /// Error(invalid_argument) if `architecture` has another format.
    explicit CompileAhead(std::string_view architecture);
    /// Cancels compilations that have not started, and waits for the others.
    ~CompileAhead();
    CompileAhead(const CompileAhead&) = delete;
    CompileAhead& operator=(const CompileAhead&) = delete;

    /// Returns true if note_done() has recorded in the disk cache that the same work was done for a
    /// GPU with the same properties. `description` must contain everything that determines which
    /// kernels the program needs.
    bool was_done(const std::string& description) const;
    void note_done(const std::string& description) const;

    /// Runs `program` on a separate thread. Call only once.
    void start(std::function<void(const Device& stand_in)> program);

    Progress progress() const;
    /// Returns true once the program has ended and all its sources are compiled.
    bool is_done() const;
    /// Waits until is_done().
    void wait();
    /// The reason why the program ended early; empty if it did not. Valid after is_done() returns
    /// true.
    const std::string& failure() const noexcept;

private:
    struct State;
    void run(const std::function<void(const Device&)>& program);

    std::shared_ptr<CompileQueue> queue_;
    std::unique_ptr<State> state_;
    Device stand_in_;
    std::jthread thread_;  // last member, because it uses the others
};

}  // namespace glint::compiler

namespace glint {
using compiler::CompileAhead;
using compiler::is_stand_in;
}  // namespace glint
