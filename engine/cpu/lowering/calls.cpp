// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/calls.hpp>

#include <algorithm>
#include <span>

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/Analysis/InlineCost.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <glint/cpu/lowering/names.hpp>

namespace glint::cpu {
namespace {

bool has_address_taken(const llvm::Function& function) {
    return function.hasFnAttribute(names::kAddressTaken) || function.hasAddressTaken();
}

bool is_indirect(const llvm::CallBase& call) {
    return call.getCalledFunction() == nullptr && !call.isInlineAsm();
}

bool calls_any(const llvm::Function& function, std::span<const std::string_view> names) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call == nullptr || call->getCalledFunction() == nullptr) continue;
        const llvm::StringRef name = call->getCalledFunction()->getName();
        if (std::find(names.begin(), names.end(), std::string_view(name)) != names.end())
            return true;
    }
    return false;
}

void add_recursive(llvm::Module& module, llvm::SmallPtrSet<const llvm::Function*, 8>& functions) {
    llvm::CallGraph graph(module);
    for (auto group = llvm::scc_begin(&graph); !group.isAtEnd(); ++group) {
        if (!group.hasCycle()) continue;
        for (const llvm::CallGraphNode* node : *group)
            if (node->getFunction() != nullptr) functions.insert(node->getFunction());
    }
}

}  // namespace

CallAnalysis::CallAnalysis(llvm::Module& module) {
    add_recursive(module, unmergeable_);
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        defined_.insert(&function);
        if (has_address_taken(function)) address_taken_.insert(&function);
        if (!llvm::isInlineViable(function).isSuccess()) unmergeable_.insert(&function);
    }
}

bool CallAnalysis::exists_separately(const llvm::Function& function) const {
    return !can_merge(function) || has_address_taken(function);
}

void CallAnalysis::add_callees(llvm::Function& function, FunctionSet& functions) const {
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        if (call == nullptr) continue;
        if (is_indirect(*call)) functions.insert(address_taken_.begin(), address_taken_.end());
        llvm::Function* callee = call->getCalledFunction();
        if (callee != nullptr && !callee->isDeclaration()) functions.insert(callee);
    }
}

FunctionSet CallAnalysis::reachable(llvm::Function& function) const {
    FunctionSet functions;
    functions.insert(&function);
    // The loop also visits the functions that it adds to the set.
    for (std::size_t i = 0; i < functions.size(); ++i) add_callees(*functions[i], functions);
    return functions;
}

bool CallAnalysis::waits_for_threads(llvm::Function& kernel) const {
    const FunctionSet functions = reachable(kernel);
    return std::any_of(functions.begin(), functions.end(), [](const llvm::Function* function) {
        return calls_any(*function, names::kWaits);
    });
}

bool CallAnalysis::hides_indices(llvm::Function& kernel) const {
    for (llvm::Function* function : reachable(kernel)) {
        if (!exists_separately(*function)) continue;
        for (const llvm::Function* inner : reachable(*function))
            if (calls_any(*inner, names::kIndices) || calls_any(*inner, {&names::kLaneIndex, 1}))
                return true;
    }
    return false;
}

FunctionSet CallAnalysis::reachable_from_separate() const {
    FunctionSet functions;
    for (llvm::Function* function : defined_) {
        if (!exists_separately(*function)) continue;
        const FunctionSet inner = reachable(*function);
        functions.insert(inner.begin(), inner.end());
    }
    return functions;
}

}  // namespace glint::cpu
