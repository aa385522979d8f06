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

/// A step from one basic block to another.
struct Edge {
    const llvm::BasicBlock* from = nullptr;
    const llvm::BasicBlock* to = nullptr;

    friend auto operator<=>(const Edge&, const Edge&) = default;
};

/// The step that `from`'s branch takes by its condition (0), or against it (1).
inline Edge edge_to(const llvm::BasicBlock& from, unsigned successor) {
    return {&from, from.getTerminator()->getSuccessor(successor)};
}

struct Scope;

/// A basic block, or a whole loop, as a step of the scope around it.
struct Node {
    llvm::BasicBlock* block = nullptr;   ///< nullptr for a loop
    Scope* loop = nullptr;               ///< nullptr for a block
    std::vector<Edge> edges{};           ///< those that leave it
    std::vector<unsigned> successors{};  ///< for each edge the node it leads to, or kEnd
    std::vector<unsigned> predecessors{};

    /// Whether lanes may go different ways from here, so that masks say which go where.
    bool splits = false;
    unsigned join = 0;  ///< the first node that all ways from here lead to, or kEnd
    /// The splitting node from which masks lead to this one; kNone where all lanes of the scope
    /// come here together.
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
    std::vector<Node> nodes;  ///< in an order in which every node comes after its predecessors
    bool has_barrier = false;
    /// Whether lanes may leave this loop at different times.
    bool diverges = false;

    bool contains(const llvm::BasicBlock* block) const {
        return loop == nullptr || loop->contains(block);
    }
    bool repeats(const Edge& edge) const { return loop != nullptr && edge.to == loop->getHeader(); }
    bool leaves(const Edge& edge) const { return !contains(edge.to); }
};

/// The scopes of a function, and where in them lanes part and meet.
class Scopes {
public:
    /// Throws Rejection if the control flow is irreducible.
    explicit Scopes(llvm::Function& function);

    Scope& root() noexcept { return *root_; }
    const Scope& root() const noexcept { return *root_; }

    /// Finds the nodes that split and those that are masked, given the blocks whose branch lanes
    /// may take differently. In scopes with a barrier every branch splits, unless it leaves or
    /// repeats the loop. Throws Rejection where no set of masks describes the control flow.
    void split(const std::function<bool(const llvm::BasicBlock&)>& branches_apart);

    /// The innermost scope of a block, and its node there.
    Scope& scope_of(const llvm::BasicBlock* block) const { return *places_.at(block).first; }
    Node& node_of(const llvm::BasicBlock* block) const {
        const auto& [scope, index] = places_.at(block);
        return scope->nodes[index];
    }

    /// The node of `scope` that is, or holds, `block`.
    unsigned index_in(const Scope& scope, const llvm::BasicBlock* block) const;

    /// Whether lanes may arrive at `block` by different edges, or at different times.
    bool is_meeting_point(const llvm::BasicBlock* block) const;

    /// Whether lanes may take `edge` at different times: it leaves a loop that diverges.
    bool diverges_around(const Edge& edge) const;
    /// Whether it also leaves a diverging loop around `scope`.
    bool diverges_around(const Scope& scope, const Edge& edge) const;

    /// Whether a value of `from`'s block may have been computed in different rounds of a loop by
    /// the lanes that bring it along `edge`.
    bool crosses_diverging_loop(const llvm::BasicBlock* from, const Edge& edge) const;

private:
    using Place = std::pair<Scope*, unsigned>;

    void add_nodes(Scope& scope, const std::vector<llvm::BasicBlock*>& order);
    void connect(Scope& scope);
    void order_by_barriers(Scope& scope);
    void split_scope(Scope& scope,
                     const std::function<bool(const llvm::BasicBlock&)>& branches_apart);
    void mark_splits(Scope& scope,
                     const std::function<bool(const llvm::BasicBlock&)>& branches_apart) const;
    void make_chains(Scope& scope) const;

    llvm::DominatorTree dominators_;
    llvm::LoopInfo loops_;
    std::unique_ptr<Scope> root_;
    std::map<const llvm::BasicBlock*, Place> places_;
};

/// Nodes on any way from `start`, not included, that ends before `join`.
std::set<unsigned> nodes_between(const Scope& scope, unsigned start, unsigned join);

/// Nodes between a splitting node and its join, the former not included, in order.
std::vector<unsigned> chain_of(const Scope& scope, unsigned splitter);

/// Whether a barrier is in `node`.
bool has_barrier(const Node& node);

}  // namespace glint::cpu
