// SPDX-License-Identifier: MIT
#pragma once

#include <map>

#include <glint/cpu/lowering/lanes/analyze/scopes.hpp>
#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {

/// Masks and values that lanes bring along the edges that they take. Where lanes diverge, every
/// edge has a slot with the lanes that took it; so has every edge out of a loop that lanes leave
/// one by one. A phi has a slot that edges write and its block reads.
class LaneEdges {
public:
    LaneEdges(const LaneBuilder& lanes, const Scopes& scopes) : lanes_(lanes), scopes_(scopes) {}

    // --- lanes ---

    Slot& make_slot(const llvm::Twine& name);
    void clear(Slot& slot);
    /// Adds lanes to those in a slot; nullptr means all.
    void add(Slot& slot, llvm::Value* mask);
    /// Adds the lanes that take an edge, as seen from `scope`.
    void add(const Edge& edge, const Scope& scope, llvm::Value* mask) {
        add(slot_of(edge, scope), mask);
    }
    llvm::Value* lanes_of(const Edge& edge, const Scope& scope) {
        return lanes_.slots.load(slot_of(edge, scope));
    }
    /// Lanes that reach a masked node.
    llvm::Value* lanes_to(const Scope& scope, unsigned index);

    /// Resets the chain after a node: no lane has come along it or brought a value.
    void clear_chain(const Scope& scope, unsigned splitter);
    /// Resets the exits of a loop: no lane has left it or brought a value.
    void clear_exits(const Node& loop);

    // --- values ---

    enum class Which { all, readable_later, others };
    /// Writes the phis that an edge leads to, for the lanes that take it; nullptr means all.
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
