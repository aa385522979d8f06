// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/slots.hpp>

#include <algorithm>

namespace glint::cpu {
namespace {

const llvm::Align kContextAlignment{64};

// Returns true if a group may need a value that another region, or an earlier run of the same
// region, has stored.
bool lives_across(const Slot& slot) {
    const auto& accesses = slot.accesses;
    const bool one_region = std::all_of(accesses.begin(), accesses.end(), [&](const auto& access) {
        return access.region == accesses.front().region;
    });
    return !one_region ||
           (!accesses.empty() && llvm::isa<llvm::LoadInst>(accesses.front().instruction));
}

}  // namespace

llvm::AllocaInst* Slots::memory(llvm::Type* type, const llvm::Twine& name) {
    llvm::IRBuilder<> builder(&entry_, entry_.begin());
    return builder.CreateAlloca(type, nullptr, name);
}

Slot& Slots::make(llvm::Type* type, bool is_common, const llvm::Twine& name) {
    slots_.push_back({.memory = memory(type, name),
                      .is_common = is_common || loops_.groups() == 1,
                      .accesses = {}});
    return slots_.back();
}

llvm::Value* Slots::load(Slot& slot) {
    llvm::Type* type = slot.memory->getAllocatedType();
    const bool from_earlier = loops_.is_open() && slot.is_common && loops_.groups() > 1 &&
                              slot.last_stored_in != loops_.region();
    if (!from_earlier) {
        llvm::LoadInst* load = builder_.CreateLoad(type, slot.memory);
        slot.accesses.push_back({load, loops_.region()});
        return load;
    }
    // Loads the value once, before the loop over groups. Otherwise, a group might see a value that
    // an earlier group stored in this region.
    llvm::Value*& loaded = slot.loaded_before[loops_.region()];
    if (loaded == nullptr)
        loaded = llvm::IRBuilder<>(loops_.before()).CreateLoad(type, slot.memory);
    return loaded;
}

void Slots::store(Slot& slot, llvm::Value* value) {
    slot.accesses.push_back({builder_.CreateStore(value, slot.memory), loops_.region()});
    slot.last_stored_in = loops_.region();
}

std::uint64_t Slots::finish() {
    std::uint64_t bytes = 0;
    for (Slot& slot : slots_) {
        if (slot.is_common && loops_.groups() > 1) continue;
        if (!lives_across(slot))
            forget(slot);
        else if (!slot.is_common)
            bytes += spread(slot);
    }
    return bytes;
}

// Makes the slot undefined when a group starts, so that no group sees a value of the previous
// group.
void Slots::forget(const Slot& slot) const {
    if (slot.accesses.empty() || slot.accesses.front().region == 0 || !slot.loaded_before.empty())
        return;
    llvm::IRBuilder<> builder(loops_.start_of(slot.accesses.front().region));
    builder.CreateStore(llvm::PoisonValue::get(slot.memory->getAllocatedType()), slot.memory);
}

std::uint64_t Slots::spread(Slot& slot) {
    llvm::Type* type = slot.memory->getAllocatedType();
    auto* all = memory(llvm::ArrayType::get(type, loops_.groups()), slot.memory->getName());
    all->setAlignment(std::max(slot.memory->getAlign(), kContextAlignment));
    for (const Slot::Access& access : slot.accesses) {
        llvm::IRBuilder<> builder(access.instruction);
        llvm::Value* place = builder.CreateInBoundsGEP(
            all->getAllocatedType(), all, {builder.getInt32(0), loops_.group_of(access.region)});
        access.instruction->replaceUsesOfWith(slot.memory, place);
    }
    slot.memory->eraseFromParent();
    return all->getDataLayout().getTypeAllocSize(all->getAllocatedType()).getFixedValue();
}

}  // namespace glint::cpu
