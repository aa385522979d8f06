// SPDX-License-Identifier: MIT
#pragma once

#include <csetjmp>

namespace glint::cpu {

class ThreadBlock;

/// For as long as it lives, the block whose fibres the calling thread runs. Generated code calls
/// the runtime without arguments that say for whom, so each thread has to remember.
class ActiveBlock {
public:
    explicit ActiveBlock(ThreadBlock& block) : previous_(current_) { current_ = &block; }
    ~ActiveBlock() { current_ = previous_; }
    ActiveBlock(const ActiveBlock&) = delete;
    ActiveBlock& operator=(const ActiveBlock&) = delete;

    /// nullptr where no block runs as fibres.
    static ThreadBlock* current() noexcept { return current_; }

private:
    static inline thread_local ThreadBlock* current_ = nullptr;
    ThreadBlock* previous_;
};

/// The way out of a kernel that runs as loops and fails: its frames are skipped, which is sound
/// since they hold nothing that must be destroyed.
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
