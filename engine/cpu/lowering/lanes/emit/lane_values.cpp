// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/lane_values.hpp>

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>

namespace glint::cpu {
namespace {

// Maximum length of a chain of instructions that each group recomputes. The results then do not
// have to be stored for each group.
constexpr unsigned kRepeatDepth = 6;

}  // namespace

LaneValues::LaneValues(llvm::IRBuilder<>& builder, GroupLoops& loops, Slots& slots,
                       const Analyses& analyses)
    : builder_(builder), loops_(loops), slots_(slots), analyses_(analyses) {}

void LaneValues::begin_block() {
    known_.values.clear();
    known_.vectors.clear();
    known_.addresses.clear();
}

llvm::Type* LaneValues::lanes_of(llvm::Type* type) const {
    return llvm::FixedVectorType::get(type, width());
}

llvm::Value* LaneValues::splat(llvm::Value* value) {
    return builder_.CreateVectorSplat(width(), value);
}

llvm::Constant* LaneValues::steps(llvm::Type* type, std::int64_t stride) const {
    llvm::SmallVector<llvm::Constant*, 64> elements;
    for (unsigned lane = 0; lane < width(); ++lane)
        elements.push_back(
            llvm::ConstantInt::get(type, llvm::APInt(64, static_cast<std::uint64_t>(stride * lane))
                                             .sextOrTrunc(type->getIntegerBitWidth())));
    return llvm::ConstantVector::get(elements);
}

// --- reading ---

llvm::Value* LaneValues::scalar(const llvm::Value* old) {
    if (llvm::isa<llvm::Constant>(old)) return const_cast<llvm::Value*>(old);
    if (const auto found = constants_.find(old); found != constants_.end()) return found->second;
    return find(old);
}

llvm::Value* LaneValues::vector(const llvm::Value* old) {
    const Shape shape = analyses_.shapes.of(old);
    if (shape.is_varying()) {
        if (const auto found = constants_.find(old); found != constants_.end())
            return found->second;
        return find(old);
    }
    if (const auto found = known_.vectors.find(old); found != known_.vectors.end())
        return found->second;
    llvm::Value* first = scalar(old);
    llvm::Value* result = splat(first);
    if (shape.stride != 0) {
        if (first->getType()->isPointerTy())
            result = builder_.CreateGEP(builder_.getInt8Ty(), first,
                                        steps(builder_.getInt64Ty(), shape.stride));
        else
            result = builder_.CreateAdd(result, steps(first->getType(), shape.stride));
    }
    return known_.vectors[old] = result;
}

llvm::Value* LaneValues::natural(const llvm::Value* old) {
    return analyses_.shapes.of(old).is_varying() ? vector(old) : scalar(old);
}

llvm::Value* LaneValues::find(const llvm::Value* old) {
    if (const auto found = known_.values.find(old); found != known_.values.end())
        return found->second;
    const auto& instruction = llvm::cast<llvm::Instruction>(*old);
    if (const auto* array = llvm::dyn_cast<llvm::AllocaInst>(old))
        return known_.values[old] = private_array(*array);
    llvm::Value* value =
        can_repeat(instruction, 0) ? build_scalar(instruction) : slots_.load(slot_of(instruction));
    return known_.values[old] = value;
}

// Returns the address at which the group's copies of a private array start. If the kernel has
// barriers, each group has its own copies, because their contents must survive a barrier.
llvm::Value* LaneValues::private_array(const llvm::AllocaInst& old) {
    llvm::Type* one = llvm::ArrayType::get(builder_.getInt8Ty(), PrivateMemory::lane_bytes(old));
    llvm::Type* lanes = llvm::ArrayType::get(one, width());
    const bool for_each_group = analyses_.has_barriers && loops_.groups() > 1;
    llvm::AllocaInst*& array = arrays_[&old];
    if (array == nullptr) {
        array = slots_.memory(for_each_group ? llvm::ArrayType::get(lanes, loops_.groups()) : lanes,
                              old.getName());
        array->setAlignment(std::max(old.getAlign(), llvm::Align(64)));
    }
    return for_each_group ? builder_.CreateInBoundsGEP(lanes, array, loops_.group()) : array;
}

// --- writing ---

// Returns true if the value is stored so that other basic blocks can read it. If the kernel has
// barriers, values that are equal for the whole block of threads are also stored, because they may
// be operands of values that are computed again.
bool LaneValues::is_in_memory(const llvm::Instruction& old) const {
    if (can_repeat(old, 0)) return false;
    return old.isUsedOutsideOfBlock(old.getParent()) ||
           (analyses_.has_barriers && analyses_.block_shapes.of(&old).is_uniform());
}

bool LaneValues::is_readable_later(const llvm::Value* old) const {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(old);
    return instruction == nullptr || is_constant(old) || llvm::isa<llvm::PHINode>(old) ||
           is_in_memory(*instruction) || can_repeat(*instruction, 0);
}

// Returns true if the value is not stored, but recomputed where it is needed. Recomputing is
// cheaper for indices. In kernels with barriers, it is also cheaper for other simple values,
// because they would have to be stored for each group.
bool LaneValues::can_repeat(const llvm::Instruction& old, unsigned depth) const {
    if (analyses_.shapes.without_assumptions(&old).is_varying()) return false;
    if (is_index(old) || operation_of(old) == Operation::lane_index) return true;
    if (!analyses_.has_barriers || loops_.groups() == 1 || depth == kRepeatDepth ||
        !uses(LanesPass::repeated_values))
        return false;
    if (analyses_.block_shapes.of(&old).is_uniform()) return depth > 0;
    if (llvm::isa<llvm::PHINode, llvm::CallInst, llvm::FreezeInst>(old)) return false;
    if (old.mayReadOrWriteMemory() || !llvm::isSafeToSpeculativelyExecute(&old)) return false;
    return std::all_of(old.op_begin(), old.op_end(), [&](const llvm::Use& operand) {
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(operand);
        return instruction == nullptr || can_repeat(*instruction, depth + 1);
    });
}

Slot& LaneValues::slot_of(const llvm::Instruction& old) {
    Slot*& slot = slot_of_[&old];
    if (slot == nullptr) {
        const bool varying = analyses_.shapes.without_assumptions(&old).is_varying();
        slot = &slots_.make(varying ? lanes_of(old.getType()) : old.getType(),
                            analyses_.block_shapes.of(&old).is_uniform(), old.getName());
    }
    return *slot;
}

void LaneValues::define(const llvm::Instruction& old, llvm::Value* value) {
    known_.values[&old] = value;
    if (!is_in_memory(old) || llvm::isa<llvm::PHINode>(old)) return;
    const bool as_vector = analyses_.shapes.without_assumptions(&old).is_varying();
    slots_.store(slot_of(old), as_vector ? vector(&old) : value);
}

// --- scalar code ---

bool LaneValues::can_look_ahead(const llvm::Value* old, unsigned depth) const {
    constexpr unsigned kMaxDepth = 8;
    if (shape(old).is_varying() || depth == kMaxDepth) return false;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(old);
    if (instruction == nullptr || is_constant(old) || is_index(*old)) return true;
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(old);
    const bool is_simple = operation != nullptr
                               ? !operation->isIntDivRem()
                               : llvm::isa<llvm::CastInst, llvm::ICmpInst, llvm::SelectInst>(old);
    return is_simple && std::all_of(instruction->op_begin(), instruction->op_end(),
                                    [&](const llvm::Use& operand) {
                                        return can_look_ahead(operand, depth + 1);
                                    });
}

llvm::Value* LaneValues::look_ahead(const llvm::Value* old) {
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(old);
    if (instruction == nullptr || is_known(old) || is_index(*old)) return scalar(old);
    for (const llvm::Use& operand : instruction->operands()) look_ahead(operand);
    return known_.values[old] = build_scalar(*instruction);
}

llvm::Value* LaneValues::build_scalar(const llvm::Instruction& old) {
    if (const Operation operation = operation_of(old); operation == Operation::lane_index)
        return builder_.getInt32(0);
    else if (is_index(old))
        return build_index(operation);
    if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&old)) return build_step(*step);
    const bool is_or = old.getOpcode() == llvm::Instruction::Or;
    if (is_or && analyses_.shapes.of(&old).stride != 0)
        return builder_.CreateAdd(scalar(old.getOperand(0)), scalar(old.getOperand(1)));
    llvm::Instruction* copy = old.clone();
    for (llvm::Use& operand : copy->operands()) operand.set(scalar(operand));
    // Lane 0 may be inactive, so its value may violate the flags of the instruction. Therefore, the
    // code removes the flags.
    if (analyses_.shapes.of(&old).stride != 0) copy->dropPoisonGeneratingAnnotations();
    builder_.Insert(copy);
    if (auto* constant = llvm::ConstantFoldInstruction(copy, copy->getDataLayout())) {
        copy->eraseFromParent();
        return constant;
    }
    return copy;
}

llvm::Value* LaneValues::build_step(const llvm::GetElementPtrInst& old) {
    llvm::Value* pointer = scalar(old.getPointerOperand());
    if (analyses_.memory.element_bytes(&old) != 0)
        return builder_.CreateGEP(
            builder_.getInt8Ty(), pointer,
            interleaved_offset(old, [&](const llvm::Value* index) { return scalar(index); }));
    llvm::SmallVector<llvm::Value*, 4> indices;
    for (const llvm::Use& index : old.indices()) indices.push_back(scalar(index));
    return builder_.CreateGEP(old.getSourceElementType(), pointer, indices);
}

llvm::Value* LaneValues::build_vector_step(const llvm::GetElementPtrInst& old) {
    const auto in_lanes = [&](const llvm::Value* value) {
        return shape(value).is_uniform() ? scalar(value) : vector(value);
    };
    llvm::Value* pointer = in_lanes(old.getPointerOperand());
    if (analyses_.memory.element_bytes(&old) != 0)
        return builder_.CreateGEP(builder_.getInt8Ty(), pointer, interleaved_offset(old, in_lanes));
    llvm::SmallVector<llvm::Value*, 4> indices;
    for (const llvm::Use& index : old.indices()) indices.push_back(in_lanes(index));
    return builder_.CreateGEP(old.getSourceElementType(), pointer, indices);
}

const llvm::Use* LaneValues::varying_index(const llvm::GetElementPtrInst& old) const {
    const bool can_build = std::all_of(old.op_begin(), old.op_end(),
                                       [&](const llvm::Use& operand) { return is_known(operand); });
    if (!can_build || !shape(old.getPointerOperand()).is_uniform() ||
        analyses_.memory.element_bytes(&old) != 0)
        return nullptr;
    const llvm::Use* found = nullptr;
    for (const llvm::Use& index : old.indices()) {
        if (shape(index).is_uniform()) continue;
        if (found != nullptr) return nullptr;
        found = &index;
    }
    return found;
}

llvm::Value* LaneValues::build_step(const llvm::GetElementPtrInst& old, const llvm::Use& index,
                                    llvm::Value* value) {
    llvm::SmallVector<llvm::Value*, 4> indices;
    for (const llvm::Use& each : old.indices())
        indices.push_back(&each == &index ? value : scalar(each));
    return builder_.CreateGEP(old.getSourceElementType(), scalar(old.getPointerOperand()), indices);
}

// Computes the offset that a GEP adds in an interleaved array. In such an array, each element is
// followed by the same element of the next lane.
llvm::Value* LaneValues::interleaved_offset(const llvm::GetElementPtrInst& old, Read read) {
    const llvm::DataLayout& layout = old.getDataLayout();
    std::uint64_t constant = 0;
    llvm::Value* sum = nullptr;
    for (auto index = llvm::gep_type_begin(old); index != llvm::gep_type_end(old); ++index) {
        if (llvm::StructType* type = index.getStructTypeOrNull()) {
            const auto* field = llvm::cast<llvm::ConstantInt>(index.getOperand());
            constant += layout.getStructLayout(type)->getElementOffset(
                static_cast<unsigned>(field->getZExtValue()));
            continue;
        }
        const std::uint64_t bytes = index.getSequentialElementStride(layout).getFixedValue();
        llvm::Value* steps = read(index.getOperand());
        llvm::Type* wide = steps->getType()->isVectorTy() ? lanes_of(builder_.getInt64Ty())
                                                          : builder_.getInt64Ty();
        llvm::Value* offset = builder_.CreateMul(builder_.CreateSExtOrTrunc(steps, wide),
                                                 llvm::ConstantInt::get(wide, bytes * width()));
        sum = sum == nullptr ? offset : add_either(sum, offset);
    }
    llvm::Value* rest = builder_.getInt64(constant * width());
    return sum == nullptr ? rest : add_either(sum, rest);
}

// Adds two numbers. If only one of them is a vector, the other is used in all lanes.
llvm::Value* LaneValues::add_either(llvm::Value* a, llvm::Value* b) {
    if (a->getType()->isVectorTy() && !b->getType()->isVectorTy()) b = splat(b);
    if (b->getType()->isVectorTy() && !a->getType()->isVectorTy()) a = splat(a);
    return builder_.CreateAdd(a, b);
}

// --- thread positions ---

llvm::Value* LaneValues::linear_index() {
    llvm::Value* first =
        builder_.CreateMul(loops_.group(), builder_.getInt32(width()), "", true, true);
    return builder_.CreateAdd(splat(first), steps(builder_.getInt32Ty(), 1));
}

llvm::Value* LaneValues::build_index(Operation operation) {
    if (operation >= Operation::block_x)
        return block_index_[unsigned(operation) - unsigned(Operation::block_x)];
    const LaneLayout& layout = analyses_.layout;
    const auto divided = [&](llvm::Value* value, unsigned divisor) -> llvm::Value* {
        llvm::Value* by = llvm::ConstantInt::get(value->getType(), divisor);
        return divisor == 1 ? value : builder_.CreateUDiv(value, by);
    };
    const auto rest = [&](llvm::Value* value, unsigned divisor) {
        return builder_.CreateURem(value, llvm::ConstantInt::get(value->getType(), divisor));
    };
    const unsigned row = layout.by_rows ? layout.groups_per_row : layout.block.x;
    const bool one_row = layout.in_strips || (layout.block.y == 1 && layout.block.z == 1);
    llvm::Value* index = layout.by_rows ? loops_.group() : linear_index();
    if (operation == Operation::thread_x) {
        llvm::Value* x = one_row ? index : rest(index, row);
        return layout.by_rows ? builder_.CreateMul(x, builder_.getInt32(width()), "", true, true)
                              : x;
    }
    llvm::Value* rows = layout.in_strips ? row_ : divided(index, row);
    if (operation == Operation::thread_z) return divided(rows, layout.block.y);
    return layout.block.z == 1 ? rows : rest(rows, layout.block.y);
}

llvm::Value* LaneValues::lanes_with_threads() {
    const LaneLayout& layout = analyses_.layout;
    if (!layout.has_idle_lanes()) return nullptr;
    if (layout.joins_blocks)
        return builder_.CreateICmpULT(
            builder_.CreateAdd(splat(place_.in_strip), steps(builder_.getInt32Ty(), 1)),
            splat(place_.strip_threads));
    if (!layout.by_rows)
        return builder_.CreateICmpULT(linear_index(),
                                      splat(builder_.getInt32(layout.thread_count())));
    llvm::Value* x = builder_.CreateAdd(splat(build_index(Operation::thread_x)),
                                        steps(builder_.getInt32Ty(), 1));
    return builder_.CreateICmpULT(x, splat(builder_.getInt32(layout.block.x)));
}

}  // namespace glint::cpu
