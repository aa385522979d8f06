// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "ast.hpp"
#include "storage.hpp"

namespace glint::fuzz {

/// One element per thread of the block; nonzero if the thread is active.
using Mask = std::vector<char>;
using Storages = std::map<int, std::shared_ptr<Storage>>;

/// Executes one block of a kernel.
class BlockRun {
public:
    /// `common` is shared by all blocks. `budget` is the number of thread steps that may still run;
    /// it is counted down.
    BlockRun(const Kernel& kernel, int block, const Storages& common, long& budget);
    void run();

private:
    /// A function call in progress.
    struct Frame {
        Storages variables;
        const Function* function = nullptr;
        Mask returned;
        std::vector<Values> result;  // by field, then by thread
        int template_value = 0;
    };

    // Statements. Each takes the active threads, and returns the threads that continue after it.
    Mask run(const Block& block, Mask active);
    Mask run(const Statement& statement, const Mask& active);
    void declare(const Statement& statement, const Mask& active);
    void copy(const Place& to, const Place& from, const Mask& active);
    Mask branch(const Statement& statement, const Mask& active);
    Mask loop(const Statement& statement, const Mask& active);
    Mask choose(const Statement& statement, const Mask& active);
    Mask leave_by(std::vector<Mask>& exits, const Mask& active);
    Mask give(const Statement& statement, const Mask& active);
    Mask lambda(const Statement& statement, const Mask& active);
    void barrier(const Mask& active);
    void vote(const Statement& statement, const Mask& active);
    void warp(const Statement& statement, const Mask& active);
    void warp_sync(const Statement& statement, const Mask& active);
    void atomic(const Statement& statement, const Mask& active);
    void call(const Statement& statement, const Mask& active);

    Frame enter(const Statement& statement, const Mask& active);
    void bind(Frame& frame, int parameter, const Argument& argument, const Mask& active);
    /// The living lanes of `mask` in this warp. Checks that exactly these lanes are active.
    std::uint32_t group_of(unsigned first, std::uint32_t mask, const Mask& active) const;

    // Expressions. Values for active threads; 0 for inactive threads.
    Values evaluate(const ExpressionPtr& expression, const Mask& active);
    Values binary(const Expression& expression, const Mask& active);
    Values short_circuit(const Expression& expression, const Mask& active);
    Values choice(const Expression& expression, const Mask& active);
    std::uint64_t builtin(Builtin which, int thread) const;
    Mask where(const ExpressionPtr& condition, const Mask& active);

    // Memory
    std::shared_ptr<Storage> find(int variable) const;
    Values indices(const Place& place, const Mask& active);
    Values load(const Place& place, const Mask& active);
    void store(const Place& place, const Values& values, const Mask& active);
    Moment now(int thread) const;
    int threads() const { return static_cast<int>(living_.size()); }
    void spend(long steps);

    const Kernel& kernel_;
    int block_;
    const Storages& common_;
    Storages shared_;
    long& budget_;
    std::vector<Frame> frames_;
    std::vector<Mask> breaks_;     // one for each enclosing loop or switch
    std::vector<Mask> continues_;  // one for each enclosing loop
    Mask living_;                  // threads that have not returned from the kernel
    unsigned block_barriers_ = 0;
    std::vector<unsigned> warp_barriers_;
};

Mask operator&(Mask a, const Mask& b);
Mask operator|(Mask a, const Mask& b);
Mask without(Mask a, const Mask& b);
bool any(const Mask& mask);

}  // namespace glint::fuzz
