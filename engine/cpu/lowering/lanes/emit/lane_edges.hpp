// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include <glint/cpu/lowering/lanes/analyze/scopes.hpp>
#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// Masks and phi values on the edges of the control flow. If lanes diverge at a node, or leave a
/// loop in different iterations, each edge has a slot for the mask of the lanes that took the edge.
/// Each phi has a slot: edges write the slot, and the block of the phi reads it.
class LaneEdges {
public:
    LaneEdges(const LaneBuilder& lanes, const Scopes& scopes) : lanes_(lanes), scopes_(scopes) {}

    // --- lanes ---

    Slot& make_slot(const llvm::Twine& name);
    void clear(Slot& slot);
    /// Adds the lanes in `mask` to the mask in a slot. If `mask` is nullptr, adds all lanes.
    void add(Slot& slot, llvm::Value* mask);
    /// Records the lanes that take `edge`. `scope` is the scope that the edge belongs to.
    void add(const Edge& edge, const Scope& scope, llvm::Value* mask) {
        add(slot_of(edge, scope), mask);
    }
    llvm::Value* lanes_of(const Edge& edge, const Scope& scope) {
        return lanes_.slots.load(slot_of(edge, scope));
    }
    /// Returns the mask of the lanes that reach a masked node.
    llvm::Value* lanes_to(const Scope& scope, unsigned index);

    /// Clears the slots of the chain of a splitting node. Afterwards, no lane has taken an edge of
    /// the chain, and the phis are undefined.
    void clear_chain(const Scope& scope, unsigned splitter);
    /// Clears the slots of a loop's exits. Afterwards, no lane has left the loop, and the phis
    /// after the loop are undefined.
    void clear_exits(const Node& loop);

    // --- values ---

    enum class Which { all, readable_later, others };
    /// Writes the phis at the target of `edge` for the lanes in `mask`, which take the edge. If
    /// `mask` is nullptr, writes the phis of all lanes.
    void store_phis(const Edge& edge, llvm::Value* mask, Which which = Which::all);

private:
    Slot& slot_of(const Edge& edge, const Scope& scope);
    void clear_edges(const Scope& scope, const Node& node);
    bool is_header(const llvm::BasicBlock& block) const;
    void forget_phis(const llvm::BasicBlock& block);

    const LaneBuilder& lanes_;
    const Scopes& scopes_;
    std::map<std::pair<Edge, const Scope*>, Slot*> slots_;
};

}  // namespace glint::cpu
