// SPDX-License-Identifier: MIT
#include <memory>
#include <vector>

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/Analysis/ValueTracking.h>

#include <glint/cpu/lowering/lanes/emit/counted_loop.hpp>
#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

// Returns the type with which a value is stored in memory. A bool is an i1 in LLVM, but a byte in
// memory.
llvm::Type* stored_type(llvm::IRBuilder<>& builder, llvm::Type* type) {
    return type->isIntegerTy(1) ? builder.getInt8Ty() : type;
}

// Returns true if a value is so cheap that each lane can compute it separately.
bool is_simple_step(const Value* old) {
    if (llvm::isa<llvm::GetElementPtrInst>(old)) return true;
    if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(old))
        return operation->getType()->isIntegerTy() && !operation->isIntDivRem();
    const auto* cast = llvm::dyn_cast<llvm::CastInst>(old);
    return cast != nullptr && !cast->getType()->isFPOrFPVectorTy() &&
           !cast->getSrcTy()->isFPOrFPVectorTy();
}

/// An operand of the loop's body. The operand is either equal in all lanes, or computed in each
/// lane from such values, or read from an array with one element per lane. For a GEP, the array
/// contains only the index, because an index is smaller than an address.
class LaneOperand {
public:
    LaneOperand(const LaneBuilder& lanes, const Value* old, const llvm::Instruction* user,
                unsigned depth = 0)
        : lanes_(lanes), old_(old) {
        if (!lanes.values.shape(old).is_varying())
            first_ = lanes.values.scalar(old);
        else if (user != nullptr && lanes.values.uses(LanesPass::repeated_operands) &&
                 !read_in_lane(*user) && can_repeat(*user, depth))
            for (const Value* operand : llvm::cast<llvm::Instruction>(old)->operand_values())
                sources_.push_back(std::make_unique<LaneOperand>(lanes, operand, user, depth + 1));
        else if (place_ == nullptr &&
                 (!lanes.values.uses(LanesPass::repeated_operands) || !keep_index()))
            keep();
    }

    Value* in_lane(Value* lane) const {
        if (place_ != nullptr) return load_in_lane(lane);
        if (!sources_.empty()) return repeat_in_lane(lane);
        if (source_ != nullptr) return step_in_lane(lane);
        if (array_ == nullptr) return strided(first_, lanes_.values.shape(old_).stride, lane);
        Value* place = lanes_.ir.CreateInBoundsGEP(type_, array_, lane);
        return lanes_.ir.CreateTruncOrBitCast(lanes_.ir.CreateLoad(type_, place), old_->getType());
    }

private:
    // Tries to load the operand separately in each lane, directly before its use. The distance
    // between the addresses of adjacent lanes must be constant, and nothing may write to memory
    // between the load and the user. The user itself writes to shared memory, so the operand must
    // not be in shared memory. Returns false if these conditions are not met.
    bool read_in_lane(const llvm::Instruction& user) {
        const auto* load = llvm::dyn_cast<llvm::LoadInst>(old_);
        if (load == nullptr || !load->isSimple() || load->getParent() != user.getParent())
            return false;
        const Value* pointer = load->getPointerOperand();
        const Value* object = llvm::getUnderlyingObject(pointer, 0);
        const bool is_foreign =
            llvm::isa<llvm::GlobalVariable>(object) ||
            (llvm::isa<llvm::LoadInst>(object) && lanes_.values.is_constant(object));
        if (!is_foreign || lanes_.values.shape(pointer).is_varying()) return false;
        for (const llvm::Instruction* next = load; next != &user; next = next->getNextNode())
            if (next->mayWriteToMemory()) return false;
        place_ = lanes_.values.scalar(pointer);
        return true;
    }

    bool can_repeat(const llvm::Instruction& user, unsigned depth) const {
        constexpr unsigned kMaxDepth = 6;
        const auto* instruction = llvm::dyn_cast<llvm::Instruction>(old_);
        return instruction != nullptr && depth < kMaxDepth && is_simple_step(old_) &&
               instruction->getParent() == user.getParent() &&
               lanes_.values.analyses().memory.element_bytes(old_) == 0;
    }

    bool keep_index() {
        const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(old_);
        if (step != nullptr) index_ = lanes_.values.varying_index(*step);
        if (index_ == nullptr) return false;
        source_ = std::make_unique<LaneOperand>(lanes_, before_extension(*index_), nullptr);
        return true;
    }

    void keep() {
        type_ = stored_type(lanes_.ir, old_->getType());
        Value* vector = lanes_.values.vector(old_);
        array_ = lanes_.slots.memory(llvm::ArrayType::get(type_, lanes_.width()), "lane.operand");
        array_->setAlignment(llvm::Align(64));
        lanes_.ir.CreateAlignedStore(
            lanes_.ir.CreateZExtOrBitCast(vector, lanes_.values.lanes_of(type_)), array_,
            array_->getAlign());
    }

    Value* load_in_lane(Value* lane) const {
        const auto& load = llvm::cast<llvm::LoadInst>(*old_);
        const Shape shape = lanes_.values.shape(load.getPointerOperand());
        return lanes_.ir.CreateAlignedLoad(load.getType(), strided(place_, shape.stride, lane),
                                           load.getAlign());
    }

    Value* repeat_in_lane(Value* lane) const {
        llvm::Instruction* copy = llvm::cast<llvm::Instruction>(old_)->clone();
        for (std::size_t i = 0; i < sources_.size(); ++i)
            copy->setOperand(static_cast<unsigned>(i), sources_[i]->in_lane(lane));
        lanes_.ir.Insert(copy);
        auto* constant = llvm::ConstantFoldInstruction(copy, copy->getDataLayout());
        if (constant == nullptr) return copy;
        copy->eraseFromParent();
        return constant;
    }

    const Value* before_extension(const Value* index) const {
        if (!llvm::isa<llvm::ZExtInst, llvm::SExtInst>(index)) return index;
        const Value* source = llvm::cast<llvm::CastInst>(index)->getOperand(0);
        return lanes_.values.is_known(source) ? source : index;
    }

    Value* step_in_lane(Value* lane) const {
        const auto& step = llvm::cast<llvm::GetElementPtrInst>(*old_);
        Value* index = source_->in_lane(lane);
        if (source_->old_ != index_->get())
            index = lanes_.ir.CreateCast(llvm::cast<llvm::CastInst>(index_->get())->getOpcode(),
                                         index, index_->get()->getType());
        return lanes_.values.build_step(step, *index_, index);
    }

    Value* strided(Value* first, std::int64_t stride, Value* lane) const {
        if (stride == 0) return first;
        const bool is_pointer = first->getType()->isPointerTy();
        llvm::Type* type = is_pointer ? lanes_.ir.getInt64Ty() : first->getType();
        Value* offset = lanes_.ir.CreateMul(lanes_.ir.CreateZExtOrTrunc(lane, type),
                                            llvm::ConstantInt::getSigned(type, stride));
        return is_pointer ? lanes_.ir.CreateGEP(lanes_.ir.getInt8Ty(), first, offset)
                          : lanes_.ir.CreateAdd(first, offset);
    }

    const LaneBuilder& lanes_;
    const Value* old_;
    Value* first_ = nullptr;
    llvm::Type* type_ = nullptr;
    llvm::AllocaInst* array_ = nullptr;
    const llvm::Use* index_ = nullptr;
    std::unique_ptr<LaneOperand> source_;                // operand that computes the index
    std::vector<std::unique_ptr<LaneOperand>> sources_;  // operands of the recomputed instruction
    Value* place_ = nullptr;                             // address in lane 0
};

}  // namespace

Value* for_each_lane(const LaneBuilder& lanes, llvm::ArrayRef<const Value*> operands,
                     llvm::Type* result, const LaneBody& body, const llvm::Instruction* user) {
    std::vector<LaneOperand> sources;
    for (const Value* operand : operands) sources.emplace_back(lanes, operand, user);
    llvm::Type* type = result != nullptr ? stored_type(lanes.ir, result) : nullptr;
    llvm::AllocaInst* results =
        result == nullptr
            ? nullptr
            : lanes.slots.memory(llvm::ArrayType::get(type, lanes.width()), "lane.results");
    if (results != nullptr) results->setAlignment(llvm::Align(64));
    const auto run = [&](Value* lane) {
        llvm::SmallVector<Value*, 4> values;
        for (const LaneOperand& source : sources) values.push_back(source.in_lane(lane));
        return body(lane, values);
    };
    if (result == nullptr && lanes.mask == nullptr && user != nullptr) {
        for (unsigned lane = 0; lane < lanes.width(); ++lane) run(lanes.ir.getInt32(lane));
        return nullptr;
    }
    BitLoop loop(lanes.ir, lanes.mask_bits(), "lane");
    Value* value = run(loop.bit());
    if (results != nullptr)
        lanes.ir.CreateStore(lanes.ir.CreateZExtOrBitCast(value, type),
                             lanes.ir.CreateInBoundsGEP(type, results, loop.bit()));
    loop.close(lanes.ir);
    if (results == nullptr) return nullptr;
    Value* all = lanes.ir.CreateAlignedLoad(lanes.values.lanes_of(type), results, llvm::Align(64));
    return lanes.ir.CreateTruncOrBitCast(all, lanes.values.lanes_of(result));
}

}  // namespace glint::cpu
