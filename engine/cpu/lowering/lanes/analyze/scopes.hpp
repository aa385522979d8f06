// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <glint/cpu/lowering/lanes/rejection.hpp>

namespace glint::cpu {

/// A control-flow edge between two basic blocks.
struct Edge {
    const llvm::BasicBlock* from = nullptr;
    const llvm::BasicBlock* to = nullptr;

    friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// The edge that `from`'s branch takes if its condition is true (0) or false (1).
inline Edge edge_to(const llvm::BasicBlock& from, unsigned successor) {
    return {&from, from.getTerminator()->getSuccessor(successor)};
}

struct Scope;

/// A basic block, or a whole loop, as a node of the scope around it.
struct Node {
    llvm::BasicBlock* block = nullptr;   ///< nullptr for a loop
    Scope* loop = nullptr;               ///< nullptr for a block
    std::vector<Edge> edges{};           ///< edges that leave it
    std::vector<unsigned> successors{};  ///< for each edge, the node it leads to, or kEnd
    std::vector<unsigned> predecessors{};

    /// True if lanes may take different edges from here. Masks then record which lanes take which
    /// edge.
    bool splits = false;
    unsigned join = 0;  ///< the first node that all paths from here lead to, or kEnd
    /// The splitting node whose masks lead to this one; kNone if all lanes of the scope reach this
    /// node together.
    unsigned chain = 0;

    static constexpr unsigned kEnd = ~0u;
    static constexpr unsigned kNone = ~0u - 1;

    bool is_masked() const noexcept { return chain != kNone; }
};

/// The body of the function, or of one loop, as an acyclic graph: inner loops are single nodes,
/// and edges that repeat or leave the scope lead to its end.
struct Scope {
    Scope* parent = nullptr;
    llvm::Loop* loop = nullptr;  ///< nullptr for the function
    std::vector<std::unique_ptr<Scope>> inner;
    std::vector<Node> nodes;  ///< in topological order: every node comes after its predecessors
    bool has_barrier = false;
    /// True if lanes may leave this loop at different times.
    bool diverges = false;

    bool contains(const llvm::BasicBlock* block) const {
        return loop == nullptr || loop->contains(block);
    }
    bool repeats(const Edge& edge) const { return loop != nullptr && edge.to == loop->getHeader(); }
    bool leaves(const Edge& edge) const { return !contains(edge.to); }
};

/// The scopes of a function, and the nodes where lanes split and rejoin.
class Scopes {
public:
    /// Throws Rejection if the control flow is irreducible.
    explicit Scopes(llvm::Function& function);

    Scope& root() noexcept { return *root_; }
    const Scope& root() const noexcept { return *root_; }

    /// Finds the nodes that split and the nodes that are masked. `branches_diverge` returns true
    /// for a block if lanes may take different edges at its branch. In scopes with a barrier, every
    /// branch splits unless it leaves or repeats the loop. Throws Rejection if no set of masks
    /// describes the control flow.
    void split(const std::function<bool(const llvm::BasicBlock&)>& branches_diverge);

    /// The innermost scope of a block, and its node there.
    Scope& scope_of(const llvm::BasicBlock* block) const { return *places_.at(block).first; }
    Node& node_of(const llvm::BasicBlock* block) const {
        const auto& [scope, index] = places_.at(block);
        return scope->nodes[index];
    }

    /// Index of the node of `scope` that is, or contains, `block`.
    unsigned index_in(const Scope& scope, const llvm::BasicBlock* block) const;

    /// True if lanes may arrive at `block` by different edges, or at different times.
    bool is_meeting_point(const llvm::BasicBlock* block) const;

    /// True if lanes may take `edge` at different times: it leaves a loop that diverges.
    bool diverges_around(const Edge& edge) const;
    /// True if `edge` leaves a diverging loop around `scope` as well.
    bool diverges_around(const Scope& scope, const Edge& edge) const;

    /// True if a value computed in `from` and used along `edge` may come from different iterations
    /// of a loop in different lanes.
    bool crosses_diverging_loop(const llvm::BasicBlock* from, const Edge& edge) const;

private:
    using Place = std::pair<Scope*, unsigned>;

    void add_nodes(Scope& scope, const std::vector<llvm::BasicBlock*>& order);
    void connect(Scope& scope);
    void order_by_barriers(Scope& scope);
    void split_scope(Scope& scope,
                     const std::function<bool(const llvm::BasicBlock&)>& branches_diverge);
    void mark_splits(Scope& scope,
                     const std::function<bool(const llvm::BasicBlock&)>& branches_diverge) const;
    void make_chains(Scope& scope) const;

    llvm::DominatorTree dominators_;
    llvm::LoopInfo loops_;
    std::unique_ptr<Scope> root_;
    std::map<const llvm::BasicBlock*, Place> places_;
};

/// Nodes on any path from `start` to `join`, neither included.
std::set<unsigned> nodes_between(const Scope& scope, unsigned start, unsigned join);

/// Nodes between a splitting node and its join, neither included, in order.
std::vector<unsigned> chain_of(const Scope& scope, unsigned splitter);

/// True if `node` contains a barrier.
bool has_barrier(const Node& node);

}  // namespace glint::cpu
