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

/// An edge of the control flow between two basic blocks.
struct Edge {
    const llvm::BasicBlock* from = nullptr;
    const llvm::BasicBlock* to = nullptr;

    friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// Returns the edge that the branch of `from` takes if its condition is true (`successor` = 0) or
/// false (1).
inline Edge edge_to(const llvm::BasicBlock& from, unsigned successor) {
    return {&from, from.getTerminator()->getSuccessor(successor)};
}

struct Scope;

/// A node of a scope: a basic block or a whole loop.
struct Node {
    llvm::BasicBlock* block = nullptr;   ///< nullptr if the node is a loop
    Scope* loop = nullptr;               ///< nullptr if the node is a block
    std::vector<Edge> edges{};           ///< edges that leave the node
    std::vector<unsigned> successors{};  ///< target of each edge: a node, or kEnd
    std::vector<unsigned> predecessors{};

    /// True if lanes may leave this node by different edges. Masks then record which lanes take
    /// which edge.
    bool splits = false;
    unsigned join = 0;  ///< first node on all paths from this node, or kEnd
    /// The splitting node whose masks determine which lanes reach this node. kNone if all lanes of
    /// the scope reach this node together.
    unsigned chain = 0;

    static constexpr unsigned kEnd = ~0u;
    static constexpr unsigned kNone = ~0u - 1;

    bool is_masked() const noexcept { return chain != kNone; }
};

/// The body of the function or of a loop, as an acyclic graph. An inner loop is a single node.
/// Edges that start the next iteration or leave the scope lead to kEnd.
struct Scope {
    Scope* parent = nullptr;
    llvm::Loop* loop = nullptr;  ///< nullptr if the scope is the function
    std::vector<std::unique_ptr<Scope>> inner;
    std::vector<Node> nodes;  ///< in topological order: predecessors come first
    bool has_barrier = false;
    /// True if lanes may leave this loop in different iterations.
    bool diverges = false;

    bool contains(const llvm::BasicBlock* block) const {
        return loop == nullptr || loop->contains(block);
    }
    bool repeats(const Edge& edge) const { return loop != nullptr && edge.to == loop->getHeader(); }
    bool leaves(const Edge& edge) const { return !contains(edge.to); }
};

/// The scopes of a function. Also determines at which nodes lanes split and meet again.
class Scopes {
public:
    /// Throws Rejection if the control flow is irreducible, for example if it jumps into a loop.
    explicit Scopes(llvm::Function& function);

    Scope& root() noexcept { return *root_; }
    const Scope& root() const noexcept { return *root_; }

    /// Determines which nodes split and which nodes are masked. `branches_diverge` returns true if
    /// lanes may take different edges at the branch of a block. In a scope with a barrier, every
    /// branch splits, except branches that leave or repeat the loop. Throws Rejection if masks
    /// cannot describe the control flow.
    void split(const std::function<bool(const llvm::BasicBlock&)>& branches_diverge);

    /// Return the innermost scope that contains a block, and the block's node in this scope.
    Scope& scope_of(const llvm::BasicBlock* block) const { return *places_.at(block).first; }
    Node& node_of(const llvm::BasicBlock* block) const {
        const auto& [scope, index] = places_.at(block);
        return scope->nodes[index];
    }

    /// Returns the index of the node in `scope` that is `block` or contains `block`.
    unsigned index_in(const Scope& scope, const llvm::BasicBlock* block) const;

    /// Returns true if lanes may arrive at `block` by different edges or in different iterations.
    bool is_meeting_point(const llvm::BasicBlock* block) const;

    /// Returns true if lanes may take `edge` in different iterations: it leaves a loop that
    /// diverges.
    bool diverges_around(const Edge& edge) const;
    /// Like `diverges_around(edge)`, but considers only loops around `scope`, not `scope` itself.
    bool diverges_around(const Scope& scope, const Edge& edge) const;

    /// Returns true if lanes that take `edge` may have values that `from` computed in different
    /// iterations of a loop.
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

/// Returns the nodes on all paths from `start` to `join`, without `start` and `join`.
std::set<unsigned> nodes_between(const Scope& scope, unsigned start, unsigned join);

/// Returns the nodes of the chain of `splitter`: the nodes between it and its join, in order.
std::vector<unsigned> chain_of(const Scope& scope, unsigned splitter);

/// Returns true if `node` is a block or loop that contains a barrier.
bool has_barrier(const Node& node);

}  // namespace glint::cpu
