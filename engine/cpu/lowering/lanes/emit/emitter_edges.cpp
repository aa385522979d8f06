#include <llvm/IR/CFG.h>

#include <glint/cpu/lowering/lanes/emit/emitter.hpp>
#include <glint/cpu/lowering/lanes/rejection.hpp>

namespace glint::cpu {

using llvm::Value;

// --- edges ---

void Emitter::take(const Edge& edge, Value* mask, bool by_mask, llvm::BasicBlock* skipped) {
    // Those who leave a loop last must not overwrite what those before them brought along.
    store_phis(edge, by_mask || scopes_.diverges_around(edge) ? or_full(mask) : nullptr);
    meet(skipped);
    route(frames_.size() - 1, edge, mask, by_mask);
}

void Emitter::route(std::size_t depth, const Edge& edge, Value* mask, bool by_mask) {
    Frame& frame = *frames_[depth];
    if (frame.scope.repeats(edge)) return repeat(frame, mask, by_mask);
    if (!frame.scope.leaves(edge)) {
        // Lanes that come out of an inner loop have their mask in that loop's slot already.
        if (!by_mask) return go_to(block_of(edge.to));
        if (&scopes_.scope_of(edge.from) == &frame.scope)
            add_to(edge_slot(edge, frame.scope), mask);
        return;
    }
    if (frame.latch != nullptr) {
        // In a loop that lanes leave one by one, every exit is by mask.
        add_to(edge_slot(edge, frame.scope), or_full(mask));
        if (!by_mask) go_to(frame.latch);
        return;
    }
    if (frame.leaves_by_mask) {
        add_to(edge_slot(edge, frame.scope), or_full(mask_in(frame)));
        return go_to(frame.after);
    }
    route(depth - 1, edge, mask, by_mask);
}

void Emitter::repeat(Frame& frame, Value* mask, bool by_mask) {
    if (frame.latch != nullptr) {
        add_to(*frame.next_mask, or_full(mask));
        if (!by_mask) go_to(frame.latch);
        return;
    }
    if (by_mask) throw Rejection("its loops are too tangled");
    if (frame.scope.has_barrier) loops_.close();
    llvm::BranchInst* back = ir_.CreateBr(frame.header);
    if (llvm::MDNode* hints = frame.scope.loop->getLoopID())
        back->setMetadata(llvm::LLVMContext::MD_loop, hints);
}

// Lanes may write a phi one after another: where they come by different edges, or by one edge at
// different times. All values are read before one is written, for they may be phis themselves.
void Emitter::store_phis(const Edge& edge, Value* mask, Which which) {
    const bool starts_loop = is_header(*edge.to);
    const bool blends = mask != nullptr && !starts_loop &&
                        (llvm::pred_size(edge.to) > 1 || scopes_.diverges_around(edge));
    std::vector<std::pair<Slot*, Value*>> stores;
    for (const llvm::PHINode& phi : edge.to->phis()) {
        const Value* value = phi.getIncomingValueForBlock(edge.from);
        // Into a loop even nothing is carried: what an earlier block left must not be read there.
        if (llvm::isa<llvm::UndefValue>(value) && !starts_loop) continue;
        if (which != Which::all &&
            lanes_.values.is_readable_later(value) != (which == Which::readable_later))
            continue;
        Slot& slot = lanes_.values.slot_of(phi);
        const bool varying = lanes_.values.shape(&phi).is_varying();
        Value* now = varying ? lanes_.values.vector(value) : lanes_.values.scalar(value);
        stores.emplace_back(
            &slot, varying && blends ? blend(ir_, mask, now, lanes_.slots.load(slot)) : now);
    }
    for (const auto& [slot, value] : stores) lanes_.slots.store(*slot, value);
}

bool Emitter::is_header(const llvm::BasicBlock& block) const {
    const Scope& scope = scopes_.scope_of(&block);
    return scope.loop != nullptr && scope.loop->getHeader() == &block;
}

void Emitter::forget_phis(const llvm::BasicBlock& block) {
    for (const llvm::PHINode& phi : block.phis()) {
        if (!lanes_.values.shape(&phi).is_varying()) continue;
        Slot& slot = lanes_.values.slot_of(phi);
        lanes_.slots.store(slot, llvm::PoisonValue::get(slot.memory->getAllocatedType()));
    }
}

// --- places ---

llvm::BasicBlock* Emitter::new_block(const llvm::Twine& name) {
    return llvm::BasicBlock::Create(ir_.getContext(), name, ir_.GetInsertBlock()->getParent());
}

llvm::BasicBlock* Emitter::block_of(const llvm::BasicBlock* old) {
    llvm::BasicBlock*& block = blocks_[old];
    if (block == nullptr) block = new_block(old->getName());
    return block;
}

void Emitter::go_to(llvm::BasicBlock* block) { ir_.CreateBr(block); }

void Emitter::stand_in(llvm::BasicBlock* block) {
    ir_.SetInsertPoint(block);
    lanes_.values.begin_block();
}

Slot& Emitter::edge_slot(const Edge& edge, const Scope& scope) {
    Slot*& slot = edge_slots_[{edge, &scope}];
    if (slot == nullptr) slot = &new_mask_slot("edge");
    return *slot;
}

Slot& Emitter::new_mask_slot(const llvm::Twine& name) {
    return lanes_.slots.make(lanes_.values.lanes_of(ir_.getInt1Ty()), false, name);
}

void Emitter::clear(Slot& slot) {
    lanes_.slots.store(slot, llvm::Constant::getNullValue(slot.memory->getAllocatedType()));
}

void Emitter::add_to(Slot& slot, Value* mask) {
    lanes_.slots.store(slot, ir_.CreateOr(lanes_.slots.load(slot), mask));
}

// The lanes that run a scope; nullptr for all.
Value* Emitter::mask_in(const Frame& frame) {
    if (frame.mask != nullptr) return lanes_.slots.load(*frame.mask);
    return frame.is_whole ? nullptr : lanes_.values.lanes_with_threads();
}

Value* Emitter::or_full(Value* mask) const { return mask != nullptr ? mask : lanes_.full_mask(); }

}  // namespace glint::cpu
