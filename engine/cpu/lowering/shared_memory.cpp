// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/shared_memory.hpp>

#include <algorithm>
#include <functional>

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/ReplaceConstant.h>
#include <llvm/Support/Alignment.h>

#include <glint/cpu/codegen/abi.hpp>
#include <glint/cpu/lowering/names.hpp>

namespace glint::cpu {
namespace {

llvm::StringRef annotation_text(const llvm::ConstantStruct& annotation) {
    const auto* text = llvm::dyn_cast<llvm::GlobalVariable>(annotation.getOperand(1));
    if (text == nullptr) return {};
    const auto* data = llvm::dyn_cast<llvm::ConstantDataSequential>(text->getInitializer());
    return data != nullptr && data->isCString() ? data->getAsCString() : llvm::StringRef();
}

// Turns annotations into attributes. Each element of llvm.global.annotations is a struct {variable,
// text, file, line, arguments}.
void mark_annotated(llvm::Module& module) {
    llvm::GlobalVariable* list = module.getGlobalVariable("llvm.global.annotations");
    if (list == nullptr) return;
    for (const llvm::Use& entry : list->getInitializer()->operands()) {
        const auto* annotation = llvm::cast<llvm::ConstantStruct>(entry.get());
        auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(annotation->getOperand(0));
        const llvm::StringRef text = annotation_text(*annotation);
        if (variable != nullptr && (text == llvm::StringRef(names::kSharedAnnotation) ||
                                    text == llvm::StringRef(names::kConstantAnnotation)))
            variable->addAttribute(text);
    }
    list->eraseFromParent();
}

bool is_used_in(const llvm::GlobalVariable& variable, const llvm::Function& function) {
    return std::any_of(variable.user_begin(), variable.user_end(), [&](const llvm::User* user) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(user);
        return instruction != nullptr && instruction->getFunction() == &function;
    });
}

bool is_used_in(const llvm::GlobalVariable& variable, const FunctionSet& functions) {
    return std::any_of(functions.begin(), functions.end(), [&](const llvm::Function* function) {
        return is_used_in(variable, *function);
    });
}

/// In `function`, replaces `variable` with the address that `address` builds at the start of the
/// function.
void replace_in(llvm::Function& function, llvm::GlobalVariable& variable,
                const std::function<llvm::Value*(llvm::IRBuilder<>&)>& address) {
    // Inlining may turn addresses with constant indices into constants. They must become
    // instructions again, so that their operand can be replaced.
    llvm::convertUsersOfConstantsToInstructions({&variable});
    if (!is_used_in(variable, function)) return;
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    llvm::Value* place = address(builder);
    variable.replaceUsesWithIf(place, [&](const llvm::Use& use) {
        const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
        return user != nullptr && user->getFunction() == &function;
    });
}

llvm::Value* offset_by(llvm::IRBuilder<>& builder, llvm::Value* base, std::uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), base, offset);
}

std::uint64_t size_of(const llvm::GlobalVariable& variable) {
    const llvm::DataLayout& layout = variable.getParent()->getDataLayout();
    return layout.getTypeAllocSize(variable.getValueType()).getFixedValue();
}

/// Builds the address of `variable`. Adds the name and size of the variable as metadata, for the
/// checks in debug mode.
llvm::Value* address_of(const llvm::GlobalVariable& variable, llvm::IRBuilder<>& builder,
                        llvm::Value* base, std::uint64_t offset) {
    llvm::Value* address = offset_by(builder, base, offset);
    llvm::LLVMContext& context = variable.getContext();
    if (auto* instruction = llvm::dyn_cast<llvm::Instruction>(address))
        instruction->setMetadata(
            llvm::StringRef(names::kSharedVariable),
            llvm::MDNode::get(
                context, {llvm::MDString::get(context, variable.getName()),
                          llvm::ConstantAsMetadata::get(builder.getInt64(size_of(variable)))}));
    return address;
}

llvm::Value* ask_runtime(llvm::IRBuilder<>& builder, llvm::Module& module, std::string_view name) {
    return builder.CreateCall(module.getOrInsertFunction(name, builder.getPtrTy()));
}

}  // namespace

void mark_variables(llvm::Module& module) {
    mark_annotated(module);
    for (llvm::GlobalVariable& variable : module.globals())
        if (variable.isDeclaration()) variable.addAttribute(names::kSharedAnnotation);
}

bool is_shared_variable(const llvm::GlobalVariable& variable) {
    return variable.hasAttribute(names::kSharedAnnotation);
}

SharedMemory::SharedMemory(llvm::Module& module, const CallAnalysis& calls) {
    for (llvm::GlobalVariable& variable : module.globals())
        if (is_shared_variable(variable))
            (variable.isDeclaration() ? dynamic_ : fixed_).push_back(&variable);
    std::vector<llvm::Constant*> all(fixed_.begin(), fixed_.end());
    all.insert(all.end(), dynamic_.begin(), dynamic_.end());
    llvm::convertUsersOfConstantsToInstructions(all);
    const FunctionSet alone = calls.reachable_from_separate();
    for (llvm::GlobalVariable* variable : fixed_)
        if (is_used_in(*variable, alone)) add(common_, *variable);
}

bool SharedMemory::is_used_by(const FunctionSet& functions) const {
    const auto used = [&](const auto* variable) { return is_used_in(*variable, functions); };
    return std::any_of(fixed_.begin(), fixed_.end(), used) ||
           std::any_of(dynamic_.begin(), dynamic_.end(), used);
}

void SharedMemory::add(Layout& layout, llvm::GlobalVariable& variable) const {
    const llvm::Align alignment =
        std::max(variable.getAlign().valueOrOne(), llvm::Align(kSharedAlignment));
    const std::uint64_t offset = llvm::alignTo(layout.size_bytes, alignment);
    if (!layout.offsets.emplace(&variable, offset).second) return;
    layout.size_bytes = offset + size_of(variable);
}

SharedMemory::Layout SharedMemory::layout(const FunctionSet& functions) const {
    const bool uses_common =
        std::any_of(common_.offsets.begin(), common_.offsets.end(),
                    [&](const auto& entry) { return is_used_in(*entry.first, functions); });
    Layout result = uses_common ? common_ : Layout{};
    for (llvm::GlobalVariable* variable : fixed_)
        if (is_used_in(*variable, functions)) add(result, *variable);
    return result;
}

std::uint64_t SharedMemory::variable_bytes(const Layout& layout) const {
    std::uint64_t bytes = 0;
    for (const auto& entry : layout.offsets) bytes += size_of(*entry.first);
    return bytes;
}

void SharedMemory::rewrite(llvm::Function& function, llvm::Value& base,
                           const Layout& layout) const {
    for (const auto& [variable, offset] : layout.offsets)
        replace_in(function, *variable,
                   [&, shared = variable, place = offset](llvm::IRBuilder<>& builder) {
                       return address_of(*shared, builder, &base, place);
                   });
    for (llvm::GlobalVariable* variable : dynamic_)
        replace_in(function, *variable, [&](llvm::IRBuilder<>& builder) {
            return offset_by(builder, &base, dynamic_shared_offset(layout.size_bytes));
        });
}

void SharedMemory::rewrite_rest(llvm::Module& module) const {
    for (llvm::Function& function : module) {
        if (function.isDeclaration()) continue;
        for (const auto& [variable, offset] : common_.offsets)
            replace_in(function, *variable,
                       [&, shared = variable, place = offset](llvm::IRBuilder<>& builder) {
                           return address_of(*shared, builder,
                                             ask_runtime(builder, module, names::kShared), place);
                       });
        for (llvm::GlobalVariable* variable : dynamic_)
            replace_in(function, *variable, [&](llvm::IRBuilder<>& builder) {
                return ask_runtime(builder, module, names::kDynamicShared);
            });
    }
}

}  // namespace glint::cpu
