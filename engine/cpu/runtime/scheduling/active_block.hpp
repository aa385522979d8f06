// SPDX-License-Identifier: MIT
#pragma once

#include <csetjmp>

namespace glint::cpu {

class ThreadBlock;

/// While it exists, records the block whose fibers the calling thread runs. Generated code calls
/// the runtime without passing its block, so each thread has to remember it.
class ActiveBlock {
public:
    explicit ActiveBlock(ThreadBlock& block) : previous_(current_) { current_ = &block; }
    ~ActiveBlock() { current_ = previous_; }
    ActiveBlock(const ActiveBlock&) = delete;
    ActiveBlock& operator=(const ActiveBlock&) = delete;

    /// nullptr if no block runs as fibers.
    static ThreadBlock* current() noexcept { return current_; }

private:
    static inline thread_local ThreadBlock* current_ = nullptr;
    ThreadBlock* previous_;
};

/// Lets a failing kernel that runs as loops be left early. Its stack frames are skipped, which is
/// safe because they contain nothing that needs destruction.
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
