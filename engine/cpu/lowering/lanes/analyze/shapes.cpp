// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/analyze/shapes.hpp>

#include <algorithm>

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include <glint/cpu/lowering/lanes/analyze/operations.hpp>

namespace glint::cpu {
namespace {

// Returns true if a number, even in inactive lanes, is too small to wrap between the lanes of a
// group.
bool is_small(const llvm::Value& value) {
    if (is_index(value)) return true;
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
    if (operation == nullptr || operation->getOpcode() != llvm::Instruction::And) return false;
    const auto* mask = llvm::dyn_cast<llvm::ConstantInt>(operation->getOperand(1));
    return mask != nullptr && mask->getValue().isNonNegative();
}

Shape join(const Shape& a, const Shape& b) {
    if (a.kind == Shape::Kind::unknown) return b;
    if (b.kind == Shape::Kind::unknown || a == b) return a;
    return Shape::varying();
}

// Returns the shape of the result of an operation with two operands: varying if an operand is
// varying, else unknown if an operand is unknown, else strided with the stride that `combine`
// computes from the two strides.
template <class Combine>
Shape combined(const Shape& a, const Shape& b, const Combine& combine) {
    if (a.is_varying() || b.is_varying()) return Shape::varying();
    if (a.kind == Shape::Kind::unknown || b.kind == Shape::Kind::unknown) return {};
    return Shape::strided(combine(a.stride, b.stride));
}

Shape scaled(const Shape& shape, std::int64_t factor) {
    return combined(shape, Shape::uniform(),
                    [&](std::int64_t stride, std::int64_t) { return stride * factor; });
}

/// Returns the select with which define_arithmetic() replaces a divisor of -1 by 1, or nullptr if
/// the divisor is not such a select.
const llvm::SelectInst* selected_divisor(const llvm::BinaryOperator& division) {
    const auto* divisor = llvm::dyn_cast<llvm::SelectInst>(division.getOperand(1));
    const auto is_one = [](const llvm::Value* value) {
        const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(value);
        return constant != nullptr && constant->isOne();
    };
    return divisor != nullptr && is_one(divisor->getTrueValue()) ? divisor : nullptr;
}

bool is_full_mask(const llvm::Value* mask) {
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(mask);
    return constant != nullptr && constant->isMinusOne();
}

}  // namespace

Shapes::Shapes(llvm::Function& function, Scopes& scopes, const LaneLayout& layout,
               const PrivateMemory& memory, Extent extent)
    : function_(function), scopes_(scopes), layout_(layout), memory_(memory), extent_(extent) {
    // The loop ends, because values and branches can only change from uniform to divergent.
    for (std::size_t varying_branches = ~std::size_t{0};;) {
        scopes_.split([&](const llvm::BasicBlock& block) { return branches_diverge(block); });
        propagate();
        const auto count = static_cast<std::size_t>(
            std::count_if(function_.begin(), function_.end(),
                          [&](const llvm::BasicBlock& block) { return branches_diverge(block); }));
        if (count == varying_branches) return;
        varying_branches = count;
    }
}

bool Shapes::branches_diverge(const llvm::BasicBlock& block) const {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    return branch != nullptr && branch->isConditional() && !of(branch->getCondition()).is_uniform();
}

Shape Shapes::of(const llvm::Value* value) const {
    if (!assumed_.empty())
        if (const auto found = assumed_.find(value); found != assumed_.end()) return found->second;
    return without_assumptions(value);
}

void Shapes::assume(const llvm::BasicBlock& block,
                    llvm::ArrayRef<const llvm::BinaryOperator*> divisions,
                    llvm::ArrayRef<LikelyCondition> answers) {
    for (const auto& [instruction, is_true, chosen] : answers) {
        assumed_[instruction] = chosen == nullptr ? Shape::uniform() : of(chosen);
        if (chosen == nullptr) answers_[instruction] = is_true;
    }
    for (const llvm::BinaryOperator* division : divisions) {
        const auto opcode = division->getOpcode();
        const bool is_remainder =
            opcode == llvm::Instruction::SRem || opcode == llvm::Instruction::URem;
        assumed_[division] = is_remainder ? of(division->getOperand(0)) : Shape::uniform();
        // The results of a division by 1 are never a row; see RowDivision. The results are assumed
        // to be a row here, so the condition that replaces the divisor by 1 is assumed to be false.
        if (const llvm::SelectInst* divisor = selected_divisor(*division))
            answers_[divisor->getCondition()] = false;
    }
    for (const llvm::Instruction& instruction : block) {
        if (llvm::isa<llvm::PHINode>(instruction) || instruction.getType()->isVoidTy() ||
            assumed_.contains(&instruction))
            continue;
        const Shape shape = evaluate(instruction);
        if (!(shape == without_assumptions(&instruction))) assumed_[&instruction] = shape;
    }
}

void Shapes::assume_nothing() {
    assumed_.clear();
    answers_.clear();
}

const llvm::Value* Shapes::chosen(const llvm::SelectInst& select) const {
    const auto answer = answers_.find(select.getCondition());
    if (answer == answers_.end()) return nullptr;
    return answer->second ? select.getTrueValue() : select.getFalseValue();
}

Shape Shapes::without_assumptions(const llvm::Value* value) const {
    if (llvm::isa<llvm::UndefValue>(value)) return {};  // this includes poison
    if (!llvm::isa<llvm::Instruction>(value)) return Shape::uniform();
    const auto found = shapes_.find(value);
    return found == shapes_.end() ? Shape{} : found->second;
}

void Shapes::propagate() {
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function_);
    for (bool changed = true; changed;) {
        changed = false;
        for (const llvm::BasicBlock* block : order)
            for (const llvm::Instruction& instruction : *block)
                if (!instruction.getType()->isVoidTy()) changed |= update(instruction);
    }
}

// If an operand is poison in all lanes, the shape stays `unknown`, which counts as uniform.
bool Shapes::update(const llvm::Instruction& instruction) {
    Shape& shape = shapes_[&instruction];
    const Shape before = shape;
    const Shape found = join(before, evaluate(instruction));
    shapes_[&instruction] = found;
    return !(found == before);
}

Shape Shapes::evaluate(const llvm::Instruction& instruction) const {
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(&instruction)) return evaluate_phi(*phi);
    if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction))
        return evaluate_binary(*operation);
    if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(&instruction))
        return evaluate_cast(*cast);
    if (const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
        return evaluate_step(*step);
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        return evaluate_call(*call);
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        return evaluate_load(*load);
    if (llvm::isa<llvm::FreezeInst>(instruction)) return of(instruction.getOperand(0));
    if (const auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction))
        return evaluate_select(*select);
    if (const auto* array = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
        if (extent_ == Extent::block) return Shape::varying();
        if (memory_.interleaved().contains(array)) return Shape::uniform();
        return Shape::strided(static_cast<std::int64_t>(PrivateMemory::lane_bytes(*array)));
    }
    if (instruction.isAtomic()) return Shape::varying();
    return from_operands(instruction);
}

Shape Shapes::from_operands(const llvm::Instruction& instruction) const {
    const bool uniform =
        std::all_of(instruction.op_begin(), instruction.op_end(),
                    [&](const llvm::Use& operand) { return of(operand).is_uniform(); });
    return uniform ? Shape::uniform() : Shape::varying();
}

Shape Shapes::evaluate_select(const llvm::SelectInst& select) const {
    if (const llvm::Value* only = chosen(select)) return of(only);
    return of(select.getCondition()).is_uniform()
               ? join(of(select.getTrueValue()), of(select.getFalseValue()))
               : Shape::varying();
}

Shape Shapes::evaluate_phi(const llvm::PHINode& phi) const {
    const llvm::BasicBlock* block = phi.getParent();
    Shape shape;
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
        const llvm::Value* value = phi.getIncomingValue(i);
        const Edge edge{phi.getIncomingBlock(i), block};
        const auto* source = llvm::dyn_cast<llvm::Instruction>(value);
        if (source != nullptr && scopes_.crosses_diverging_loop(source->getParent(), edge))
            return Shape::varying();
        shape = join(shape, of(value));
    }
    // Lanes that arrive by different edges get different values, unless the value is the same for
    // all edges.
    const bool one_value = phi.hasConstantOrUndefValue();
    return scopes_.is_meeting_point(block) && !one_value ? Shape::varying() : shape;
}

Shape Shapes::evaluate_binary(const llvm::BinaryOperator& operation) const {
    const Shape left = of(operation.getOperand(0));
    const Shape right = of(operation.getOperand(1));
    const auto* constant = llvm::dyn_cast<llvm::ConstantInt>(operation.getOperand(1));
    const auto add = [](std::int64_t a, std::int64_t b) { return a + b; };
    const auto subtract = [](std::int64_t a, std::int64_t b) { return a - b; };
    switch (operation.getOpcode()) {
        case llvm::Instruction::Add: return combined(left, right, add);
        case llvm::Instruction::Sub: return combined(left, right, subtract);
        case llvm::Instruction::Or:
            if (llvm::cast<llvm::PossiblyDisjointInst>(operation).isDisjoint())
                return combined(left, right, add);
            break;
        case llvm::Instruction::Mul:
            if (constant != nullptr && constant->getBitWidth() <= 64)
                return scaled(left, constant->getSExtValue());
            break;
        case llvm::Instruction::Shl:
            if (constant != nullptr && constant->getValue().ult(32))
                return scaled(left, std::int64_t{1} << constant->getZExtValue());
            break;
        case llvm::Instruction::LShr:
        case llvm::Instruction::AShr:
            // This is the index of a group of neighboring threads, for example threadIdx.x / 32. It
            // is equal in all lanes.
            if (constant != nullptr && constant->getValue().uge(lane_bits()) &&
                starts_group(operation.getOperand(0)))
                return Shape::uniform();
            break;
        case llvm::Instruction::And:
            // This is the index within a group of neighboring threads, for example threadIdx.x %
            // 32.
            if (constant != nullptr && constant->getValue().countr_one() >= lane_bits() &&
                starts_group(operation.getOperand(0)))
                return Shape::strided(1);
            break;
        default: break;
    }
    return from_operands(operation);
}

unsigned Shapes::lane_bits() const { return llvm::Log2_32(layout_.width); }

// Returns true if the value in lane 0 is a multiple of the number of lanes, and the value increases
// by 1 from lane to lane.
bool Shapes::starts_group(const llvm::Value* value) const {
    if (extent_ == Extent::block || !layout_.by_rows || of(value) != Shape::strided(1))
        return false;
    if (operation_of(*value) == Operation::thread_x) return true;
    if (llvm::isa<llvm::ZExtInst, llvm::SExtInst, llvm::TruncInst>(value))
        return starts_group(llvm::cast<llvm::CastInst>(value)->getOperand(0));
    const auto* sum = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (sum == nullptr ||
        (sum->getOpcode() != llvm::Instruction::Add && sum->getOpcode() != llvm::Instruction::Or))
        return false;
    const auto is_multiple = [&](const llvm::Value* part) {
        return of(part).is_uniform() &&
               llvm::computeKnownBits(part, sum->getDataLayout()).countMinTrailingZeros() >=
                   lane_bits();
    };
    return (starts_group(sum->getOperand(0)) && is_multiple(sum->getOperand(1))) ||
           (starts_group(sum->getOperand(1)) && is_multiple(sum->getOperand(0)));
}

Shape Shapes::evaluate_cast(const llvm::CastInst& cast) const {
    const Shape shape = of(cast.getOperand(0));
    switch (cast.getOpcode()) {
        case llvm::Instruction::Trunc:
            // An i1 is used as a condition, so it must not be represented by its value in lane 0.
            if (cast.getType()->isIntegerTy(1)) break;
            return shape;
        case llvm::Instruction::PtrToInt:
        case llvm::Instruction::IntToPtr:
        case llvm::Instruction::AddrSpaceCast: return shape;
        case llvm::Instruction::SExt:
        case llvm::Instruction::ZExt:
            // The result has the same stride only if the number cannot wrap between two lanes.
            if (is_small(*cast.getOperand(0)) || extends_row(*cast.getOperand(0))) return shape;
            break;
        default: break;
    }
    return from_operands(cast);
}

// Returns true for a division whose results are assumed to be a row; see RowDivision. The results
// do not wrap within the row.
bool Shapes::extends_row(const llvm::Value& value) const {
    const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&value);
    return operation != nullptr && operation->isIntDivRem() && assumed_.contains(&value);
}

Shape Shapes::evaluate_step(const llvm::GetElementPtrInst& step) const {
    const llvm::DataLayout& layout = step.getDataLayout();
    const bool interleaved = memory_.element_bytes(&step) != 0;
    const std::int64_t factor = interleaved ? layout_.width : 1;
    Shape shape = of(step.getPointerOperand());
    for (auto index = llvm::gep_type_begin(step); index != llvm::gep_type_end(step); ++index) {
        if (index.isStruct()) continue;
        const auto bytes =
            static_cast<std::int64_t>(index.getSequentialElementStride(layout).getFixedValue());
        shape = combined(shape, scaled(of(index.getOperand()), bytes * factor),
                         [](std::int64_t a, std::int64_t b) { return a + b; });
    }
    return shape;
}

Shape Shapes::evaluate_load(const llvm::LoadInst& load) const {
    const bool same_place = of(load.getPointerOperand()).is_uniform() && load.isSimple() &&
                            memory_.element_bytes(load.getPointerOperand()) == 0;
    return same_place ? Shape::uniform() : Shape::varying();
}

Shape Shapes::index_shape(const llvm::CallInst& call) const {
    const Operation operation = operation_of(call);
    if (operation >= Operation::block_x) return Shape::uniform();
    if (extent_ == Extent::block) return Shape::varying();
    if (!layout_.by_rows) return Shape::varying();
    return operation == Operation::thread_x ? Shape::strided(1) : Shape::uniform();
}

Shape Shapes::evaluate_call(const llvm::CallInst& call) const {
    if (is_index(call)) return index_shape(call);
    const Shape of_warp = extent_ == Extent::group ? Shape::uniform() : Shape::varying();
    switch (operation_of(call)) {
        case Operation::barrier_count:
        case Operation::barrier_any: return Shape::uniform();
        case Operation::lane_index:
            return extent_ == Extent::group ? Shape::strided(1) : Shape::varying();
        case Operation::active_mask: return of_warp;
        case Operation::warp_ballot:
            return is_full_mask(call.getArgOperand(1)) || of(call.getArgOperand(1)).is_uniform()
                       ? of_warp
                       : Shape::varying();
        case Operation::warp_reduce:
            return of(call.getArgOperand(2)).is_uniform() ? of_warp : Shape::varying();
        case Operation::warp_shuffle:
        case Operation::warp_match: return Shape::varying();
        default: break;
    }
    switch (call.getIntrinsicID()) {
        case llvm::Intrinsic::readcyclecounter:
        case llvm::Intrinsic::x86_rdtsc: return of_warp;
        default: break;
    }
    return call.doesNotAccessMemory() ? from_operands(call) : Shape::varying();
}

}  // namespace glint::cpu
