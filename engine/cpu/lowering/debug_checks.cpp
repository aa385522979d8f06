// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/debug_checks.hpp>

#include <algorithm>
#include <optional>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <glint/cpu/codegen/source_place.hpp>
#include <glint/cpu/lowering/names.hpp>
#include <glint/cpu/lowering/variable_finder.hpp>
#include <glint/cpu/runtime/faults/race_detector.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

std::vector<SourceFrame> frames_of(const llvm::Instruction& instruction) {
    std::vector<SourceFrame> frames;
    for (const llvm::DILocation* place = instruction.getDebugLoc(); place != nullptr;
         place = place->getInlinedAt())
        frames.push_back(
            {.file = source_path(place->getDirectory().str(), place->getFilename().str()),
             .line = place->getLine(),
             .function = place->getScope()->getSubprogram()->getName().str()});
    return frames;
}

class CheckBuilder {
public:
    CheckBuilder(llvm::Module& module, llvm::Instruction& instruction, VariableFinder& variables)
        : module_(module),
          layout_(module.getDataLayout()),
          instruction_(instruction),
          variables_(variables),
          builder_(&instruction) {}

    void build() {
        check_bounds();
        check_alignment();
    }

private:
    void check_bounds() {
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction_))
            check(load->getPointerOperand(), load->getType(),
                  load->isAtomic() ? AccessKind::atomic : AccessKind::read);
        else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction_))
            check(*store);
        else if (auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction_))
            check(change->getPointerOperand(), change->getType(), AccessKind::atomic);
        else if (auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction_))
            check(swap->getPointerOperand(), swap->getNewValOperand()->getType(),
                  AccessKind::atomic);
        else if (auto* memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction_))
            check(*memory);
    }

    void check_alignment() {
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction_))
            check_alignment(load->getPointerOperand(), load->getType(), load->getAlign(),
                            load->isAtomic() ? AccessKind::atomic : AccessKind::read);
        else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction_))
            check_alignment(store->getPointerOperand(), store->getValueOperand()->getType(),
                            store->getAlign(),
                            store->isAtomic() ? AccessKind::atomic : AccessKind::write);
        else if (auto* change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction_))
            check_alignment(change->getPointerOperand(), change->getType(), change->getAlign(),
                            AccessKind::atomic);
        else if (auto* swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction_))
            check_alignment(swap->getPointerOperand(), swap->getNewValOperand()->getType(),
                            swap->getAlign(), AccessKind::atomic);
        else if (auto* memory = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&instruction_))
            check_alignment(*memory);
    }

    // Checks the alignment of memcpy and similar intrinsics, which copy or fill a whole struct.
    void check_alignment(const llvm::AnyMemIntrinsic& memory) {
        const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory.getLength());
        if (length == nullptr) return;
        check_alignment(memory.getDest(), length->getZExtValue(),
                        memory.getDestAlign().valueOrOne(), AccessKind::write);
        if (const auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(&memory))
            check_alignment(transfer->getSource(), length->getZExtValue(),
                            transfer->getSourceAlign().valueOrOne(), AccessKind::read);
    }

    void check_alignment(Value* address, llvm::Type* type, llvm::Align declared, AccessKind kind) {
        check_alignment(address, layout_.getTypeStoreSize(type).getFixedValue(), declared, kind);
    }

    // Checks the alignment that the type in the source requires, even if the instruction accesses
    // only a part of a value of this type. For example, a copy of a vector may already consist of
    // several accesses. Requires at most 16 bytes, the size of a GPU's largest access.
    void check_alignment(Value* address, std::uint64_t size_bytes, llvm::Align declared,
                         AccessKind kind) {
        if (size_bytes == 0 || is_runtime_memory(address)) return;
        const std::uint64_t alignment = std::min(declared.value(), std::uint64_t{16});
        if (alignment == 1) return;
        call(names::kCheckAlignment,
             {address, builder_.getInt64(size_bytes),
              builder_.getInt32(static_cast<std::uint32_t>(alignment)),
              builder_.getInt32(static_cast<std::uint32_t>(kind)), place()});
    }

    void check(Value* address, llvm::Type* type, AccessKind kind) {
        check(address, size_of(type), kind);
    }

    void check(llvm::StoreInst& store) {
        Value* value = store.getValueOperand();
        Value* address = store.getPointerOperand();
        const std::optional<VariableBounds> object = variables_.bounds_of(*address);
        Value* bits = bits_of(value);
        if ((object && !object->is_shared) || store.isAtomic() || bits == nullptr)
            return check(address, value->getType(),
                         store.isAtomic() ? AccessKind::atomic : AccessKind::write);
        if (is_runtime_memory(address)) return;
        if (object) check_object(address, size_of(value->getType()), AccessKind::write, *object);
        call(names::kCheckStore, {address, size_of(value->getType()), bits, place()});
    }

    void check(llvm::AnyMemIntrinsic& memory) {
        Value* size = builder_.CreateZExt(memory.getLength(), builder_.getInt64Ty());
        check(memory.getDest(), size, AccessKind::write);
        if (auto* transfer = llvm::dyn_cast<llvm::AnyMemTransferInst>(&memory))
            check(transfer->getSource(), size, AccessKind::read);
    }

    void check(Value* address, Value* size, AccessKind kind) {
        if (is_runtime_memory(address)) return;
        const std::optional<VariableBounds> object = variables_.bounds_of(*address);
        if (object) check_object(address, size, kind, *object);
        // Shared variables are also checked here, because the runtime detects races on them.
        if (!object || object->is_shared)
            call(names::kCheckAccess, {address, size, number_of(kind), place()});
    }

    void check_object(Value* address, Value* size, AccessKind kind, const VariableBounds& object) {
        call(names::kCheckObject, {address, size, number_of(kind), object.start, object.size_bytes,
                                   object.name, place()});
    }

    Value* number_of(AccessKind kind) {
        return builder_.getInt32(static_cast<std::uint32_t>(kind));
    }

    void call(std::string_view name, llvm::ArrayRef<Value*> arguments) {
        llvm::SmallVector<llvm::Type*, 8> types;
        for (Value* argument : arguments) types.push_back(argument->getType());
        auto* type = llvm::FunctionType::get(builder_.getVoidTy(), types, false);
        builder_.CreateCall(module_.getOrInsertFunction(llvm::StringRef(name), type), arguments);
    }

    // Returns true if `address` needs no check: the start of a local variable, or data from the
    // runtime.
    bool is_runtime_memory(Value* address) const {
        if (llvm::isa<llvm::AllocaInst>(address)) return true;
        Value* start = llvm::getUnderlyingObject(address, 0);
        const auto* argument = llvm::dyn_cast<llvm::Argument>(start);
        return argument != nullptr &&
               argument->getParent()->getName().starts_with(names::kEntryPrefix) &&
               argument->getArgNo() < 2;
    }

    Value* bits_of(Value* value) {
        llvm::Type* type = value->getType();
        if (type->isPointerTy()) return builder_.CreatePtrToInt(value, builder_.getInt64Ty());
        const std::uint64_t bits = type->getPrimitiveSizeInBits();
        if (bits == 0 || bits > 64 || bits % 8 != 0) return nullptr;
        Value* number = builder_.CreateBitCast(value, builder_.getIntNTy(unsigned(bits)));
        return builder_.CreateZExt(number, builder_.getInt64Ty());
    }

    Value* size_of(llvm::Type* type) {
        return builder_.getInt64(layout_.getTypeStoreSize(type).getFixedValue());
    }

    Value* text(llvm::StringRef content) { return builder_.CreateGlobalStringPtr(content); }

    Value* place() {
        const std::string known = describe_place(frames_of(instruction_));
        return text(known.empty() ? "unknown line" : known);
    }

    llvm::Module& module_;
    const llvm::DataLayout& layout_;
    llvm::Instruction& instruction_;
    VariableFinder& variables_;
    llvm::IRBuilder<> builder_;
};

void add_checks(llvm::Function& function) {
    std::vector<llvm::Instruction*> all;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (instruction.mayReadOrWriteMemory()) all.push_back(&instruction);
    VariableFinder variables(function);
    for (llvm::Instruction* instruction : all)
        CheckBuilder(*function.getParent(), *instruction, variables).build();
}

}  // namespace

void add_debug_checks(llvm::Module& module) {
    for (llvm::Function& function : module)
        if (!function.isDeclaration()) add_checks(function);
}

}  // namespace glint::cpu
