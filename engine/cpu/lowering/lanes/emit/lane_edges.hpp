// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include <glint/cpu/lowering/lanes/analyze/scopes.hpp>
#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// Masks and phi values along control-flow edges. Where lanes diverge, every edge has a slot for
/// the mask of lanes that took it. So does every edge out of a loop that lanes leave one by one.
/// Each phi has a slot that edges write and its block reads.
class LaneEdges {
public:
    LaneEdges(const LaneBuilder& lanes, const Scopes& scopes) : lanes_(lanes), scopes_(scopes) {}

    // --- lanes ---

    Slot& make_slot(const llvm::Twine& name);
    void clear(Slot& slot);
    /// Adds the lanes in `mask` to a slot; a null `mask` means all lanes.
    void add(Slot& slot, llvm::Value* mask);
    /// Records the lanes that take `edge`, as seen from `scope`.
    void add(const Edge& edge, const Scope& scope, llvm::Value* mask) {
        add(slot_of(edge, scope), mask);
    }
    llvm::Value* lanes_of(const Edge& edge, const Scope& scope) {
        return lanes_.slots.load(slot_of(edge, scope));
    }
    /// Lanes that reach a masked node.
    llvm::Value* lanes_to(const Scope& scope, unsigned index);

    /// Clears the slots of the chain after a node: its edges have no lanes, and its phis no values.
    void clear_chain(const Scope& scope, unsigned splitter);
    /// Clears the slots of a loop's exits: no lane has left the loop, and no phi has a value.
    void clear_exits(const Node& loop);

    // --- values ---

    enum class Which { all, readable_later, others };
    /// Writes the phis that an edge leads to, for the lanes in `mask` that take it. A null `mask`
    /// means all lanes.
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
