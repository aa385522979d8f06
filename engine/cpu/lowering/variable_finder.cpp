// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/variable_finder.hpp>

#include <algorithm>
#include <string>

#include <llvm/ADT/SetVector.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <glint/cpu/lowering/names.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;
using ValueSet = llvm::SmallSetVector<Value*, 8>;

std::string variable_name(const Value& variable) {
    if (llvm::isa<llvm::GlobalVariable>(variable)) return llvm::demangle(variable.getName());
    // Inlining adds a suffix to names: for example, `values` becomes `values.i`.
    const llvm::StringRef name = variable.getName().split('.').first;
    return name.empty() ? "a local variable" : name.str();
}

const llvm::MDNode* shared_variable(const Value& address) {
    const auto* part = llvm::dyn_cast<llvm::GetElementPtrInst>(&address);
    return part == nullptr ? nullptr : part->getMetadata(llvm::StringRef(names::kSharedVariable));
}

/// Returns the pointer from which `address` is computed by adding offsets.
Value* base_pointer_of(Value* address) {
    while (shared_variable(*address) == nullptr) {
        auto* operation = llvm::dyn_cast<llvm::GEPOperator>(address);
        if (operation == nullptr) return address;
        address = operation->getPointerOperand();
    }
    return address;
}

/// Returns all pointers that `start` may be equal to, depending on branches and selects.
ValueSet possible_starts(Value* start) {
    ValueSet found, seen;
    seen.insert(start);
    for (unsigned i = 0; i < seen.size(); ++i) {
        if (auto* merged = llvm::dyn_cast<llvm::PHINode>(seen[i])) {
            for (Value* value : merged->incoming_values()) seen.insert(base_pointer_of(value));
        } else if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(seen[i])) {
            seen.insert(base_pointer_of(choice->getTrueValue()));
            seen.insert(base_pointer_of(choice->getFalseValue()));
        } else {
            found.insert(seen[i]);
        }
    }
    return found;
}

}  // namespace

std::optional<VariableBounds> VariableFinder::bounds_of(Value& address) {
    Value* start = base_pointer_of(&address);
    const ValueSet starts = possible_starts(start);
    bool is_shared = false;
    for (Value* possible : starts) {
        const auto variable = variable_at(*possible);
        if (!variable) return std::nullopt;
        is_shared |= variable->is_shared;
    }
    if (starts.size() == 1) return variable_at(*starts[0]);
    VariableBounds bounds = chosen(*start);
    bounds.is_shared = is_shared;
    return bounds;
}

std::optional<VariableBounds> VariableFinder::variable_at(Value& start) {
    if (const auto found = known_.find(&start); found != known_.end()) return found->second;
    const llvm::DataLayout& layout = function_.getParent()->getDataLayout();
    auto* size_type = llvm::Type::getInt64Ty(function_.getContext());
    if (const llvm::MDNode* variable = shared_variable(start)) {
        const auto* name = llvm::cast<llvm::MDString>(variable->getOperand(0));
        return known_[&start] = {
                   .start = &start,
                   .size_bytes = llvm::mdconst::extract<llvm::ConstantInt>(variable->getOperand(1)),
                   .name = text(llvm::demangle(name->getString())),
                   .is_shared = true};
    }
    std::uint64_t size = 0;
    if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(&start))
        size = local->getAllocationSize(layout).value_or(llvm::TypeSize::getFixed(0));
    else if (const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&start))
        size = layout.getTypeAllocSize(variable->getValueType());
    if (size == 0) return std::nullopt;
    return known_[&start] = {.start = &start,
                             .size_bytes = llvm::ConstantInt::get(size_type, size),
                             .name = text(variable_name(start))};
}

// Returns the bounds of the variable that `start` points to. The caller must ensure that `start`
// always points to a variable.
const VariableBounds& VariableFinder::chosen(Value& start) {
    if (const auto found = known_.find(&start); found != known_.end()) return found->second;
    if (const auto variable = variable_at(start)) return known_[&start];
    if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(&start))
        return known_[&start] = chosen_by(*choice);
    VariableBounds& bounds = known_[&start];
    merge(llvm::cast<llvm::PHINode>(start), bounds);
    return bounds;
}

VariableBounds VariableFinder::chosen_by(llvm::SelectInst& choice) {
    const VariableBounds yes = chosen(*base_pointer_of(choice.getTrueValue()));
    const VariableBounds no = chosen(*base_pointer_of(choice.getFalseValue()));
    llvm::IRBuilder<> builder(&choice);
    const auto choose = [&](Value* one, Value* other) {
        return builder.CreateSelect(choice.getCondition(), one, other);
    };
    return {.start = choose(yes.start, no.start),
            .size_bytes = choose(yes.size_bytes, no.size_bytes),
            .name = choose(yes.name, no.name)};
}

// Sets `bounds` before it visits the incoming values, because in a loop, `merged` may be one of its
// own incoming values.
void VariableFinder::merge(llvm::PHINode& merged, VariableBounds& bounds) {
    llvm::IRBuilder<> builder(&merged);
    auto* start = builder.CreatePHI(builder.getPtrTy(), merged.getNumIncomingValues());
    auto* size_bytes = builder.CreatePHI(builder.getInt64Ty(), merged.getNumIncomingValues());
    auto* name = builder.CreatePHI(builder.getPtrTy(), merged.getNumIncomingValues());
    bounds = {.start = start, .size_bytes = size_bytes, .name = name};
    for (unsigned i = 0; i < merged.getNumIncomingValues(); ++i) {
        const VariableBounds& incoming = chosen(*base_pointer_of(merged.getIncomingValue(i)));
        start->addIncoming(incoming.start, merged.getIncomingBlock(i));
        size_bytes->addIncoming(incoming.size_bytes, merged.getIncomingBlock(i));
        name->addIncoming(incoming.name, merged.getIncomingBlock(i));
    }
}

Value* VariableFinder::text(llvm::StringRef content) {
    llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    return builder.CreateGlobalStringPtr(content);
}

}  // namespace glint::cpu
