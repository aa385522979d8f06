// SPDX-License-Identifier: MIT
#pragma once

#include <csetjmp>

namespace glint::cpu {

class ThreadBlock;

/// While an ActiveBlock exists, the calling thread runs the fibers of a block. The block is stored
/// per thread, because generated code does not pass it to functions of the runtime.
class ActiveBlock {
public:
    explicit ActiveBlock(ThreadBlock& block) : previous_(current_) { current_ = &block; }
    ~ActiveBlock() { current_ = previous_; }
    ActiveBlock(const ActiveBlock&) = delete;
    ActiveBlock& operator=(const ActiveBlock&) = delete;

    /// Returns the block of the calling thread, or nullptr if the thread does not run fibers.
    static ThreadBlock* current() noexcept { return current_; }

private:
    static inline thread_local ThreadBlock* current_ = nullptr;
    ThreadBlock* previous_;
};

/// While an ActiveLoops exists, a kernel that runs as loops can be left with a jump. The jump skips
/// the stack frames of the kernel, which contain no objects with destructors.
class ActiveLoops {
public:
    ActiveLoops() : previous_(current_) { current_ = this; }
    ~ActiveLoops() { current_ = previous_; }
    ActiveLoops(const ActiveLoops&) = delete;
    ActiveLoops& operator=(const ActiveLoops&) = delete;

    static ActiveLoops* current() noexcept { return current_; }

    std::jmp_buf place;

private:
    static inline thread_local ActiveLoops* current_ = nullptr;
    ActiveLoops* previous_;
};

}  // namespace glint::cpu
