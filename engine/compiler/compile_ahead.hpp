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

/// Returns true if this is the stand-in of a CompileAhead, which runs nothing. A program must not
/// pass its memory to libraries that use the GPU, and must not expect computed values from it.
bool is_stand_in(const Device& device);

/// Fills the disk cache with the kernels that a program will need on a GPU, on all cores, before
/// it needs them.
///
///     CompileAhead ahead(device);
///     ahead.start([](const Device& stand_in) { make_and_step_once(stand_in); });
///     while (!ahead.is_done()) show(ahead.progress());
///     make_and_step_once(device);  // loads each kernel from the cache
///
/// The program runs once on a stand-in for the GPU, which has the GPU's properties but runs
/// nothing: kernels and copies to it do nothing, and copies from it return zeros. The sources that
/// are built for it are compiled in parallel. Kernels that depend on computed values may be missed;
/// they are compiled when needed, as without CompileAhead. Selections and octrees report likely
/// counts.
class CompileAhead {
public:
    struct Progress {
        unsigned done = 0;   ///< sources compiled, or found in the cache
        unsigned total = 0;  ///< sources that the program has asked for so far
    };

    /// For an open GPU. Throws Error(unsupported) for the CPU.
    explicit CompileAhead(const Device& device);
    /// For a GPU that need not be in this machine, such as "sm_90". Its number of multiprocessors
    /// and its memory are those of a typical GPU of this architecture. Throws
    /// Error(invalid_argument) if `architecture` has another format.
    explicit CompileAhead(std::string_view architecture);
    /// Cancels compilations that have not started, and waits for the others.
    ~CompileAhead();
    CompileAhead(const CompileAhead&) = delete;
    CompileAhead& operator=(const CompileAhead&) = delete;

    /// Returns true if note_done() has recorded in the disk cache that the same work was done for
    /// such a GPU. `description` must contain everything that determines which kernels the program
    /// needs.
    bool was_done(const std::string& description) const;
    void note_done(const std::string& description) const;

    /// Runs `program` on a separate thread. Call only once.
    void start(std::function<void(const Device& stand_in)> program);

    Progress progress() const;
    /// Returns true once the program has ended and all its sources are compiled.
    bool is_done() const;
    /// Waits until is_done().
    void wait();
    /// Reason why the program ended early; empty if it did not. Valid once is_done().
    const std::string& failure() const noexcept;

private:
    struct State;
    void run(const std::function<void(const Device&)>& program);

    std::shared_ptr<CompileQueue> queue_;
    std::unique_ptr<State> state_;
    Device stand_in_;
    std::jthread thread_;  // last member, since it uses the others
};

}  // namespace glint::compiler

namespace glint {
using compiler::CompileAhead;
using compiler::is_stand_in;
}  // namespace glint
