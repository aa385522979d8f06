// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/analyze/private_memory.hpp>

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace glint::cpu {
namespace {

/// Visits all uses of a private array and determines if the array can be interleaved.
class UseCheck {
public:
    explicit UseCheck(const llvm::AllocaInst& array) : layout_(array.getDataLayout()) {
        regular_ = !array.isArrayAllocation() && visit_uses(array);
    }

    /// Returns the common size in bytes of all accessed elements. Returns 0 if the array cannot be
    /// interleaved.
    std::uint64_t element_bytes() const {
        const bool has_elements = regular_ && element_bytes_ != 0;
        return has_elements && steps_are_whole() && fills_are_whole() ? element_bytes_ : 0;
    }

private:
    bool visit_uses(const llvm::Value& pointer) {
        for (const llvm::Use& use : pointer.uses())
            if (!visit(use)) return false;
        return true;
    }

    bool visit(const llvm::Use& use) {
        const llvm::User* user = use.getUser();
        if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user))
            return load->isSimple() && has_size(load->getType());
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
            return store->isSimple() && use.getOperandNo() == 1 &&
                   has_size(store->getValueOperand()->getType());
        if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(user))
            return steps_.emplace_back(step), visit_uses(*step);
        if (const auto* fill = llvm::dyn_cast<llvm::MemSetInst>(user))
            return fills_.emplace_back(fill), is_small(*fill);
        const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(user);
        return intrinsic != nullptr && intrinsic->isLifetimeStartOrEnd();
    }

    static bool is_small(const llvm::MemSetInst& fill) {
        constexpr std::uint64_t kMaxBytes = 512;
        const auto* length = llvm::dyn_cast<llvm::ConstantInt>(fill.getLength());
        return !fill.isVolatile() && length != nullptr && length->getZExtValue() <= kMaxBytes;
    }

    // Returns true if elements of type `type` have the same size as all elements accessed before.
    bool has_size(llvm::Type* type) {
        const std::uint64_t bytes = layout_.getTypeStoreSize(type).getFixedValue();
        if (layout_.getTypeAllocSize(type) != bytes) return false;
        if (element_bytes_ == 0) element_bytes_ = bytes;
        return element_bytes_ == bytes;
    }

    bool steps_are_whole() const {
        return std::all_of(steps_.begin(), steps_.end(), [&](const auto* step) {
            llvm::MapVector<llvm::Value*, llvm::APInt> scales;
            llvm::APInt constant(64, 0);
            if (!llvm::cast<llvm::GEPOperator>(step)->collectOffset(layout_, 64, scales, constant))
                return false;
            return constant.getSExtValue() % static_cast<std::int64_t>(element_bytes_) == 0 &&
                   std::all_of(scales.begin(), scales.end(), [&](const auto& scale) {
                       return scale.second.getZExtValue() % element_bytes_ == 0;
                   });
        });
    }

    bool fills_are_whole() const {
        return std::all_of(fills_.begin(), fills_.end(), [&](const llvm::MemSetInst* fill) {
            const auto* length = llvm::cast<llvm::ConstantInt>(fill->getLength());
            return length->getZExtValue() % element_bytes_ == 0;
        });
    }

    const llvm::DataLayout& layout_;
    std::uint64_t element_bytes_ = 0;
    std::vector<const llvm::GetElementPtrInst*> steps_;
    std::vector<const llvm::MemSetInst*> fills_;
    bool regular_ = false;
};

const llvm::AllocaInst* array_of(const llvm::Value* pointer) {
    while (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(pointer))
        pointer = step->getPointerOperand();
    return llvm::dyn_cast<llvm::AllocaInst>(pointer);
}

}  // namespace

PrivateMemory::PrivateMemory(llvm::Function& function) {
    for (const llvm::Instruction& instruction : llvm::instructions(function)) {
        const auto* array = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
        if (array == nullptr) continue;
        const std::uint64_t bytes = UseCheck(*array).element_bytes();
        if (bytes != 0) interleaved_.emplace(array, bytes);
    }
}

// The size is rounded up, so that each lane's copy has the alignment of the original array.
std::uint64_t PrivateMemory::lane_bytes(const llvm::AllocaInst& array) {
    const auto size = array.getDataLayout().getTypeAllocSize(array.getAllocatedType());
    return llvm::alignTo(size.getFixedValue(), array.getAlign());
}

std::uint64_t PrivateMemory::element_bytes(const llvm::Value* pointer) const {
    const auto found = interleaved_.find(array_of(pointer));
    return found == interleaved_.end() ? 0 : found->second;
}

}  // namespace glint::cpu
