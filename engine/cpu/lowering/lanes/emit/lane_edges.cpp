// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/lane_edges.hpp>

#include <algorithm>

#include <llvm/IR/CFG.h>

namespace glint::cpu {

using llvm::Value;

// --- lanes ---

Slot& LaneEdges::slot_of(const Edge& edge, const Scope& scope) {
    Slot*& slot = slots_[{edge, &scope}];
    if (slot == nullptr) slot = &make_slot("edge");
    return *slot;
}

Slot& LaneEdges::make_slot(const llvm::Twine& name) {
    return lanes_.slots.make(lanes_.values.lanes_of(lanes_.ir.getInt1Ty()), false, name);
}

void LaneEdges::clear(Slot& slot) {
    lanes_.slots.store(slot, llvm::Constant::getNullValue(slot.memory->getAllocatedType()));
}

void LaneEdges::add(Slot& slot, Value* mask) {
    if (mask == nullptr) mask = lanes_.full_mask();
    lanes_.slots.store(slot, lanes_.ir.CreateOr(lanes_.slots.load(slot), mask));
}

Value* LaneEdges::lanes_to(const Scope& scope, unsigned index) {
    Value* mask = nullptr;
    for (const unsigned predecessor : scope.nodes[index].predecessors) {
        const Node& from = scope.nodes[predecessor];
        for (std::size_t i = 0; i < from.edges.size(); ++i) {
            if (from.successors[i] != index) continue;
            Value* some = lanes_of(from.edges[i], from.loop != nullptr ? *from.loop : scope);
            mask = mask == nullptr ? some : lanes_.ir.CreateOr(mask, some);
        }
    }
    return mask;
}

void LaneEdges::clear_chain(const Scope& scope, unsigned splitter) {
    const Node& first = scope.nodes[splitter];
    const auto leads_from_loop = [&](const llvm::BasicBlock& block) {
        return first.loop != nullptr &&
               std::any_of(first.edges.begin(), first.edges.end(),
                           [&](const Edge& edge) { return edge.to == &block; });
    };
    const auto forget = [&](const Node& node) {
        if (node.block != nullptr && llvm::pred_size(node.block) > 1 &&
            !leads_from_loop(*node.block))
            forget_phis(*node.block);
    };
    if (first.loop == nullptr) clear_edges(scope, first);
    for (const unsigned index : chain_of(scope, splitter)) {
        clear_edges(scope, scope.nodes[index]);
        forget(scope.nodes[index]);
    }
    if (first.join != Node::kEnd) forget(scope.nodes[first.join]);
}

// Clears the masks of a node's edges. Edges that leave or repeat the scope are not cleared, because
// they collect the lanes of all iterations.
void LaneEdges::clear_edges(const Scope& scope, const Node& node) {
    for (std::size_t i = 0; i < node.edges.size(); ++i)
        if (node.loop != nullptr || node.successors[i] != Node::kEnd)
            clear(slot_of(node.edges[i], node.loop != nullptr ? *node.loop : scope));
}

void LaneEdges::clear_exits(const Node& loop) {
    for (const Edge& edge : loop.edges) {
        clear(slot_of(edge, *loop.loop));
        const bool is_outermost = loop.loop->diverges && !scopes_.diverges_around(*loop.loop, edge);
        if (is_outermost) forget_phis(*edge.to);
    }
}

// --- values ---

// Lanes may write a phi at different times, because they may arrive by different edges, or by the
// same edge in different iterations. Reads all values before writing any phi, because the values
// may themselves be phis of the same block.
void LaneEdges::store_phis(const Edge& edge, Value* mask, Which which) {
    const bool starts_loop = is_header(*edge.to);
    const bool blends = mask != nullptr && !starts_loop &&
                        (llvm::pred_size(edge.to) > 1 || scopes_.diverges_around(edge));
    std::vector<std::pair<Slot*, Value*>> stores;
    for (const llvm::PHINode& phi : edge.to->phis()) {
        const Value* value = phi.getIncomingValueForBlock(edge.from);
        // At the start of a loop, undefined values are stored, too. Otherwise, the phi would get
        // the value from a previous block of threads.
        if (llvm::isa<llvm::UndefValue>(value) && !starts_loop) continue;
        if (which != Which::all &&
            lanes_.values.is_readable_later(value) != (which == Which::readable_later))
            continue;
        Slot& slot = lanes_.values.slot_of(phi);
        const bool varying = lanes_.values.shape(&phi).is_varying();
        Value* now = varying ? lanes_.values.vector(value) : lanes_.values.scalar(value);
        stores.emplace_back(
            &slot, varying && blends ? blend(lanes_.ir, mask, now, lanes_.slots.load(slot)) : now);
    }
    for (const auto& [slot, value] : stores) lanes_.slots.store(*slot, value);
}

bool LaneEdges::is_header(const llvm::BasicBlock& block) const {
    const Scope& scope = scopes_.scope_of(&block);
    return scope.loop != nullptr && scope.loop->getHeader() == &block;
}

void LaneEdges::forget_phis(const llvm::BasicBlock& block) {
    for (const llvm::PHINode& phi : block.phis()) {
        if (!lanes_.values.shape(&phi).is_varying()) continue;
        Slot& slot = lanes_.values.slot_of(phi);
        lanes_.slots.store(slot, llvm::PoisonValue::get(slot.memory->getAllocatedType()));
    }
}

}  // namespace glint::cpu
